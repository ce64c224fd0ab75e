import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { anyFreePort } from '#tools/embedded/postgres/port.ts';
import { newDataFolder } from './data-folder.ts';
import { keepLog, keepLogsOf } from './leaks.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Daybook started as by `npm start`: its processes, on a new data folder. */
export class Daybook {
  readonly address: string;
  readonly #port: number;
  /** Its data folder. */
  readonly folder: string;
  #start: ChildProcess | null = null;
  #said: string[] = [];
  readonly #settings: Record<string, string>;

  private constructor(folder: string, port: number, settings: Record<string, string>) {
    this.folder = folder;
    this.#port = port;
    this.#settings = settings;
    this.address = `http://localhost:${port}`;
  }

  /** Makes a new data folder and picks a free port; starts nothing. `settings` are more settings of its environment. */
  static async prepare(settings: Record<string, string> = {}): Promise<Daybook> {
    return await Daybook.on(await newDataFolder('run Meine Bücher & Geld+1%'), settings);
  }

  /** Like `prepare`, on a folder that exists. */
  static async on(folder: string, settings: Record<string, string> = {}): Promise<Daybook> {
    return new Daybook(folder, await anyFreePort(), settings);
  }

  /** Starts it and waits until it prints that it is ready. Throws with its output where it ends before. */
  async start(): Promise<void> {
    const { DATABASE_URL: _, EVENTSTORE_URL: __, ...environment } = process.env;
    const child = spawn(process.execPath, ['--import', './platform/require-node.mjs', 'tools/start/main.ts'], {
      cwd: root,
      env: { ...environment, ...this.#settings, PORT: String(this.#port), DAYBOOK_DATA: this.folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#start = child;
    this.#said = [];
    const ready = Promise.withResolvers<void>();
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        this.#said.push(line);
        if (line === `Daybook is ready at ${this.address}`) ready.resolve();
      });
    }
    child.on('exit', (code) => ready.reject(new Error(`npm start ended with ${code}:\n${this.told()}`)));
    await ready.promise;
  }

  /** The ids of the started process and of its children, by name. */
  pids(): Record<'start' | 'postgres' | 'event store' | 'worker' | 'api', number | undefined> {
    const start = this.#start?.pid;
    const named = (part: string) => childrenOf(start).find(({ args }) => args.includes(part))?.pid;
    return {
      start,
      postgres: named('/bin/postgres'),
      'event store': named('tools/embedded/eventstore/main.ts'),
      worker: named('projections/main.ts'),
      api: named('api/main.ts'),
    };
  }

  /** Its output since the last start. */
  told(): string {
    return this.#said.join('\n');
  }

  /** Every process with the data folder in its command line or its environment. */
  leftovers(): string[] {
    return processes()
      .filter(({ pid, args, environment }) => pid !== process.pid && (args + environment).includes(this.folder))
      .map(({ pid, args }) => `${pid} ${args}`);
  }

  /** Stops it as Ctrl-C does, and gives its exit code. */
  async stop(): Promise<number | null> {
    const child = this.#start;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    const [code] = await exited;
    return code;
  }

  /** Waits until the started process has ended. */
  async gone(): Promise<void> {
    if (this.#start && this.#start.exitCode === null && this.#start.signalCode === null)
      await once(this.#start, 'exit');
  }

  async remove(): Promise<void> {
    await this.stop();
    keepLogsOf(this.folder);
    keepLog('npm-start', this.told());
    await rm(this.folder, { recursive: true, force: true });
  }
}

type Process = { pid: number; parent: number; args: string; environment: string };

/** The processes of this machine, from /proc. */
function processes(): Process[] {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8').replaceAll('\0', ' ');
    } catch {
      return ''; // It ended meanwhile, or is somebody else's.
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const [, parent = ''] = /^PPid:\s*(\d+)$/m.exec(read(`/proc/${name}/status`)) ?? [];
      const args = read(`/proc/${name}/cmdline`);
      return { pid: Number(name), parent: Number(parent), args, environment: read(`/proc/${name}/environ`) };
    });
}

function childrenOf(pid: number | undefined): Process[] {
  return processes().filter(({ parent }) => parent === pid);
}
