import { isDiskFull, spaceIn } from './disk-space.ts';
import type { StartFailure } from './failure.ts';
import { noteProcesses } from './leftovers.ts';
import { boundLog, logFile } from './log-file.ts';
import type { Program } from './program.ts';
import { SupervisedProgram } from './supervised.ts';
import type { Voice } from './voice.ts';

/** Starts one program, whose output goes to the file `log`. `stopping` aborts when it isn't wanted any more. */
export type Launch = (log: string, stopping: AbortSignal) => Promise<Program>;

const BOUND_LOGS_EVERY_MS = 1_000;

/** All programs of this run, in the order in which they were started. */
export class Supervisor {
  readonly #programs: SupervisedProgram[] = [];
  readonly #dataDir: string;
  readonly #voice: Voice;
  readonly #stopping: AbortController;
  readonly #logs = new Set<string>();
  readonly #boundingLogs = setInterval(() => void this.#boundLogs(), BOUND_LOGS_EVERY_MS).unref();
  #noting: Promise<void> = Promise.resolve();

  constructor(dataDir: string, voice: Voice, stopping: AbortController) {
    this.#dataDir = dataDir;
    this.#voice = voice;
    this.#stopping = stopping;
  }

  /**
   * Starts a program, saying so, keeps it running from then on, and gives it when it is ready. When it can't be kept
   * running, `stopping` is aborted with the reason. `file` names its log, `name` is what a person calls it.
   * Throws a `StartFailure`.
   */
  async start(name: string, file: string, launch: Launch): Promise<SupervisedProgram> {
    this.#stopping.signal.throwIfAborted();
    const log = await logFile(this.#dataDir, file);
    this.#logs.add(log);
    const program = new SupervisedProgram({
      name,
      log,
      launch: (stopping) => launch(log, stopping),
      say: this.#voice.say,
      launched: () => this.#note(),
      isDiskFull: () => isDiskFull(this.#dataDir),
      diskSpace: (stopping) => spaceIn(this.#dataDir, stopping),
      giveUp: (failure: StartFailure) => this.#stopping.abort(failure),
    });
    this.#stopping.signal.throwIfAborted();
    this.#programs.push(program);
    const slow = setTimeout(() => this.#voice.say(`${name} takes its time (its log is ${log}).`), 15_000);
    const starting = `Starting ${name.replace(/^The/, 'the')}`;
    await this.#voice.step(starting, () => program.start()).finally(() => clearTimeout(slow));
    return program;
  }

  /** Stops all programs, the last one first, each when the one before has ended. */
  async stop(hasten: AbortSignal): Promise<void> {
    for (const program of this.#programs.toReversed()) await program.stop(hasten);
    clearInterval(this.#boundingLogs);
  }

  async #boundLogs(): Promise<void> {
    // A log that can't be bounded now is tried again in a moment.
    for (const log of this.#logs) await boundLog(log).catch(() => undefined);
  }

  #note(): Promise<void> {
    const running = () => this.#programs.map((program) => program.pid).filter((pid) => pid !== undefined);
    // One after the other, so that the file always ends up with the latest. Where it can't be written, since the disk is
    // full, the programs still end with this one: only those that are frozen by then would be left over.
    this.#noting = this.#noting.then(() => noteProcesses(this.#dataDir, running()).catch(() => undefined));
    return this.#noting;
  }
}
