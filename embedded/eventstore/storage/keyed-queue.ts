/** What has to be waited for before a task can be tried again. */
export type Prerequisite = () => Promise<void>;

export type TaskRunner<Task> = {
  /** Does the task, at once; or gives what is missing. */
  readonly attempt: (task: Task) => Prerequisite | undefined;
  /** What was missing couldn't be had; the task is given up. */
  readonly failed: (task: Task, reason: Error) => void;
};

/**
 * Does tasks at once if nothing is missing for them. A task that has to wait is waited for by those of the same key that
 * come after it, and by no others.
 */
export class KeyedQueue<Task> {
  readonly #attempts: TaskRunner<Task>;
  readonly #waiting = new Map<string, Task[]>();

  constructor(attempts: TaskRunner<Task>) {
    this.#attempts = attempts;
  }

  take(key: string, task: Task): void {
    const queue = this.#waiting.get(key);
    if (queue) {
      queue.push(task);
      return;
    }
    const missing = this.#attempts.attempt(task);
    if (!missing) return;
    const tasks = [task];
    this.#waiting.set(key, tasks);
    void this.#workOff(key, tasks, missing);
  }

  async #workOff(key: string, tasks: Task[], firstMissing: Prerequisite): Promise<void> {
    let missing: Prerequisite | undefined = firstMissing;
    for (let task = tasks[0]; task !== undefined; task = tasks[0]) {
      await this.#finish(task, missing);
      tasks.shift();
      missing = tasks[0] === undefined ? undefined : this.#attempts.attempt(tasks[0]);
    }
    this.#waiting.delete(key);
  }

  async #finish(task: Task, firstMissing: Prerequisite | undefined): Promise<void> {
    try {
      for (let missing = firstMissing; missing; missing = this.#attempts.attempt(task)) await missing();
    } catch (error) {
      this.#attempts.failed(task, error instanceof Error ? error : new Error(String(error)));
    }
  }
}
