/** Loads what a task needs before it can be tried again. */
export type Prerequisite = () => Promise<void>;

/** The functions that run tasks. */
export type TaskRunner<Task> = {
  /** Runs the task at once; or gives what has to be loaded first. */
  readonly attempt: (task: Task) => Prerequisite | undefined;
  /** Called when the prerequisite has failed; the task is dropped. */
  readonly failed: (task: Task, reason: Error) => void;
};

/**
 * Runs tasks at once where nothing has to be loaded for them. Only later tasks with the same key wait for a waiting
 * one.
 */
export class KeyedQueue<Task> {
  readonly #runner: TaskRunner<Task>;
  readonly #waiting = new Map<string, Task[]>();

  constructor(runner: TaskRunner<Task>) {
    this.#runner = runner;
  }

  /** Runs the task, or queues it behind the waiting ones with its key. */
  add(key: string, task: Task): void {
    const queue = this.#waiting.get(key);
    if (queue) {
      queue.push(task);
      return;
    }
    const missing = this.#runner.attempt(task);
    if (!missing) return;
    const tasks = [task];
    this.#waiting.set(key, tasks);
    void this.#drain(key, tasks, missing);
  }

  async #drain(key: string, tasks: Task[], firstMissing: Prerequisite): Promise<void> {
    let missing: Prerequisite | undefined = firstMissing;
    for (let task = tasks[0]; task !== undefined; task = tasks[0]) {
      await this.#finish(task, missing);
      tasks.shift();
      missing = tasks[0] === undefined ? undefined : this.#runner.attempt(tasks[0]);
    }
    this.#waiting.delete(key);
  }

  async #finish(task: Task, firstMissing: Prerequisite | undefined): Promise<void> {
    try {
      for (let missing = firstMissing; missing; missing = this.#runner.attempt(task)) await missing();
    } catch (error) {
      this.#runner.failed(task, error instanceof Error ? error : new Error(String(error)));
    }
  }
}
