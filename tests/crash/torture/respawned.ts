import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { keepingOutput } from '../../support/leaks.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Before a program that ended is started again, in milliseconds. */
const AGAIN_AFTER = 300;

/** A program of the project that is started again whenever it ends. */
export class Respawned {
  readonly #script: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;
  #isOver = false;
  #living: Promise<void> = Promise.resolve();

  constructor(script: string, env: NodeJS.ProcessEnv) {
    this.#script = script;
    this.#env = env;
  }

  start(): void {
    this.#living = this.#live();
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** Freezes it, and lets it go on after so many milliseconds. */
  async freeze(ms: number): Promise<void> {
    const child = this.#child;
    child?.kill('SIGSTOP');
    await pause(ms);
    child?.kill('SIGCONT');
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.kill();
    await this.#living;
  }

  async #live(): Promise<void> {
    while (!this.#isOver) {
      const child = keepingOutput('respawned', (output) =>
        spawn(process.execPath, [this.#script], { cwd: root, env: this.#env, stdio: ['ignore', output, output] }),
      );
      this.#child = child;
      await once(child, 'exit');
      await pause(AGAIN_AFTER);
    }
  }
}
