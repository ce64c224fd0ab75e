import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const PACKAGE = '@actual-app/api';
const PROGRAM = fileURLToPath(new URL('./actual.mjs', import.meta.url));
const INSTALL_MS_MAX = 900_000;

/** A row of a file for the peer: a day (ISO date), an amount in cents, texts, and a category by its number, or null. */
export type PeerRow = {
  date: string;
  amount: number;
  payee_name: string;
  notes: string;
  imported_id: string;
  category: number | null;
};

/** The requests that `actual.mjs` takes. */
export type PeerRequest =
  | { does: 'prepare'; names: readonly string[]; months: readonly string[]; planned: number }
  | { does: 'import'; rows: readonly PeerRow[] }
  | { does: 'month'; month: string; times: number }
  | { does: 'search'; word: string; times: number }
  | { does: 'byCategory'; from: string; times: number }
  | { does: 'expense'; date: string; times: number }
  | { does: 'bytes' }
  | { does: 'open'; month: string };

/** Actual's server library, in a process of its own, with its books in a folder. */
export type Peer = {
  version: string;
  /** Gives the milliseconds, or the bytes, of a request. Throws an Error with the peer's words. */
  ask(request: PeerRequest): Promise<number>;
  /** Ends the process, and starts another one on the same books. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Installs the newest version of Actual's server library into a folder beside the temporary ones, and starts it on a
 * new folder of books. Throws an Error if it can't be installed.
 */
export async function startPeer(): Promise<Peer> {
  const home = join(tmpdir(), 'daybook-bench-peers');
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const options = { cwd: home, env: machineEnvironment(), timeout: INSTALL_MS_MAX };
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', `${PACKAGE}@latest`], options);
  const folderOfPackage = join(home, 'node_modules', ...PACKAGE.split('/'));
  const { default: about } = await import(pathToFileURL(join(folderOfPackage, 'package.json')).href, {
    with: { type: 'json' },
  });
  const books = await mkdtemp(join(tmpdir(), 'daybook-bench-peer-books-'));
  const entry = pathToFileURL(join(folderOfPackage, about.main)).href;
  let running = await startProgram(entry, books);
  return {
    version: about.version,
    ask: (request) => running.ask(request),
    restart: async () => {
      await running.end();
      running = await startProgram(entry, books);
    },
    close: async () => {
      await running.end();
      await rm(books, { recursive: true, force: true });
    },
  };
}

async function startProgram(entry: string, books: string) {
  const child = spawn('node', [PROGRAM, entry, books], {
    env: machineEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = once(child, 'exit');
  const answer = async (): Promise<number> => {
    const [message] = (await Promise.race([once(child, 'message'), exited])) as [{ answer?: number; error?: string }];
    if (message?.error !== undefined || typeof message !== 'object') throw new Error(message?.error ?? 'It ended.');
    return message.answer ?? Number.NaN;
  };
  const ask = async (request: PeerRequest | { does: 'end' }) => {
    const answered = answer();
    child.send(request);
    return await answered;
  };
  await answer();
  return {
    ask,
    end: async () => {
      await ask({ does: 'end' });
      await exited;
    },
  };
}

/** The environment without the project's own programs: the package is built for, and runs with, the machine's Node. */
function machineEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, NODE_COMPILE_CACHE: __, PATH = '', ...environment } = process.env;
  const folders = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...environment, PATH: folders.join(delimiter) };
}
