import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from './session.ts';

/** The answer to a request with an `Idempotency-Key`: given again for as long as Stripe would, 24 hours. */
export type KeptAnswer = { key: string; request: string; sessionId: string; created: number };

/** A webhook event that is to be delivered: `body` is sent byte for byte as it is, whenever it is sent. */
export type DueEvent = { id: string; created: number; body: string };

/** One thing that is so from now on. */
export type Entry =
  | { kind: 'session'; session: Session }
  | { kind: 'answer'; answer: KeptAnswer }
  | { kind: 'event'; event: DueEvent }
  | { kind: 'done'; eventId: string };

/**
 * What was done, in a file of JSON lines. Each line is an array of entries that belong together, so that a line torn by
 * a crash takes nothing with it that stands elsewhere.
 */
export class Journal {
  readonly #file: FileHandle;
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Opens the journal in a folder and gives what stands in it, in order. */
  static async open(folder: string): Promise<{ journal: Journal; entries: Entry[] }> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'journal.jsonl');
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    // What follows the last line end was being written when the program was killed, and was never answered.
    const lines = text.split('\n').slice(0, -1);
    await replace(path, lines.map((line) => `${line}\n`).join(''));
    const entries = lines.flatMap((line) => JSON.parse(line) as Entry[]);
    return { journal: new Journal(await open(path, 'a', 0o600)), entries };
  }

  /** Writes entries that belong together; they are on the disk when it resolves. */
  append(entries: readonly Entry[]): Promise<void> {
    const written = this.#writing.then(async () => {
      await this.#file.write(`${JSON.stringify(entries)}\n`);
      await this.#file.datasync();
    });
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Closes the file when all is written. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
  }
}

async function replace(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  await file.writeFile(text);
  await file.datasync();
  await file.close();
  await rename(`${path}.new`, path);
}
