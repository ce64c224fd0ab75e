import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { keepingOutput } from '../../support/leaks.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const RESTART_DELAY_MS = 300;

/** A program of the project that is restarted whenever it exits. */
export class RestartingProgram {
  readonly #script: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;
  #isOver = false;
  #running: Promise<void> = Promise.resolve();

  constructor(script: string, env: NodeJS.ProcessEnv) {
    this.#script = script;
    this.#env = env;
  }

  start(): void {
    this.#running = this.#runUntilOver();
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** Freezes the program for `ms` milliseconds. */
  async freeze(ms: number): Promise<void> {
    const child = this.#child;
    child?.kill('SIGSTOP');
    await pause(ms);
    child?.kill('SIGCONT');
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.kill();
    await this.#running;
  }

  async #runUntilOver(): Promise<void> {
    while (!this.#isOver) {
      const child = keepingOutput('respawned', (output) =>
        spawn(process.execPath, [this.#script], { cwd: root, env: this.#env, stdio: ['ignore', output, output] }),
      );
      this.#child = child;
      await once(child, 'exit');
      await pause(RESTART_DELAY_MS);
    }
  }
}
