import { isDiskFull, waitForSpace } from './disk-space.ts';
import type { StartFailure } from './failure.ts';
import { saveProcesses } from './leftovers.ts';
import { boundLog, logFile } from './log-file.ts';
import type { ChildProgram } from './program.ts';
import { SupervisedProgram } from './supervised.ts';
import type { Terminal } from './terminal.ts';

/** Starts a program whose output goes to the file `log`. `stopping` aborts when the start is cancelled. */
export type Launch = (log: string, stopping: AbortSignal) => Promise<ChildProgram>;

const BOUND_LOGS_INTERVAL_MS = 1_000;

/** The process supervisor: all programs of this run, in the order of their start. */
export class Supervisor {
  readonly #programs: SupervisedProgram[] = [];
  readonly #dataDir: string;
  readonly #terminal: Terminal;
  readonly #stopping: AbortController;
  readonly #logs = new Set<string>();
  readonly #boundingLogs = setInterval(() => void this.#boundLogs(), BOUND_LOGS_INTERVAL_MS).unref();
  #saving: Promise<void> = Promise.resolve();

  constructor(dataDir: string, terminal: Terminal, stopping: AbortController) {
    this.#dataDir = dataDir;
    this.#terminal = terminal;
    this.#stopping = stopping;
  }

  /**
   * Starts a program, prints the step, and gives the program when it is ready. Restarts it from then on, and aborts
   * `stopping` with the reason when it keeps exiting. `name` is printed, `file` is the name of its log. Throws a
   * `StartFailure`.
   */
  async start(name: string, file: string, launch: Launch): Promise<SupervisedProgram> {
    this.#stopping.signal.throwIfAborted();
    const log = await logFile(this.#dataDir, file);
    this.#logs.add(log);
    const program = new SupervisedProgram({
      name,
      log,
      launch: (stopping) => launch(log, stopping),
      print: this.#terminal.print,
      onLaunched: () => this.#saveProcesses(),
      isDiskFull: () => isDiskFull(this.#dataDir),
      diskSpace: (stopping) => waitForSpace(this.#dataDir, stopping),
      onGiveUp: (failure: StartFailure) => this.#stopping.abort(failure),
    });
    this.#stopping.signal.throwIfAborted();
    this.#programs.push(program);
    const slow = setTimeout(() => this.#terminal.print(`${name} takes its time (its log is ${log}).`), 15_000);
    const starting = `Starting ${name.replace(/^The/, 'the')}`;
    await this.#terminal.step(starting, () => program.start()).finally(() => clearTimeout(slow));
    return program;
  }

  /** Stops all programs one after the other, in the reverse order of their start. */
  async stop(forced: AbortSignal): Promise<void> {
    for (const program of this.#programs.toReversed()) await program.stop(forced);
    clearInterval(this.#boundingLogs);
  }

  async #boundLogs(): Promise<void> {
    // A failed rotation is retried at the next interval.
    for (const log of this.#logs) await boundLog(log).catch(() => undefined);
  }

  #saveProcesses(): Promise<void> {
    const running = () => this.#programs.map((program) => program.pid).filter((pid) => pid !== undefined);
    // Writes are serialized, so the last one has the latest list. A failed write, as on a full disk, is ignored:
    // programs exit when their IPC channel closes, so only frozen ones would be left behind.
    this.#saving = this.#saving.then(() => saveProcesses(this.#dataDir, running()).catch(() => undefined));
    return this.#saving;
  }
}
