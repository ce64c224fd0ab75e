import { appendFile, type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
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
  /** The last write failed and may have left half a line. */
  #isTorn = false;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Opens the journal in a folder and gives what stands in it, in order. Lines that can't be read are moved to
   * `journal.jsonl.damaged`, and `log` is told.
   */
  static async open(
    folder: string,
    log: (line: string) => void = () => undefined,
  ): Promise<{ journal: Journal; entries: Entry[] }> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'journal.jsonl');
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    // What follows the last line end was being written when the program was killed, and was never answered.
    const lines = text.split('\n').slice(0, -1);
    const read = lines.map((line) => ({ line, entries: entriesIn(line) }));
    const damaged = read.filter(({ entries }) => !entries).map(({ line }) => `${line}\n`);
    if (damaged.length > 0) {
      await appendFile(`${path}.damaged`, damaged.join(''), { mode: 0o600 });
      log(`${damaged.length} lines of ${path} can't be read and were moved to ${path}.damaged.`);
    }
    const whole = read.filter(({ entries }) => entries);
    await replace(path, whole.map(({ line }) => `${line}\n`).join(''));
    return {
      journal: new Journal(await open(path, 'a', 0o600)),
      entries: whole.flatMap(({ entries }) => entries ?? []),
    };
  }

  /** Writes entries that belong together; they are on the disk when it resolves. Rejects where they can't be written. */
  append(entries: readonly Entry[]): Promise<void> {
    const written = this.#writing.then(async () => {
      const line = `${this.#isTorn ? '\n' : ''}${JSON.stringify(entries)}\n`;
      this.#isTorn = true;
      await this.#file.writeFile(line);
      await this.#file.datasync();
      this.#isTorn = false;
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

/** The field of an entry of each kind that holds what it is about, and the texts that has to have. */
const SHAPES: Record<Entry['kind'], { field: string; texts: readonly string[] }> = {
  session: { field: 'session', texts: ['id', 'status', 'successUrl'] },
  answer: { field: 'answer', texts: ['key', 'request', 'sessionId'] },
  event: { field: 'event', texts: ['id', 'body'] },
  done: { field: 'eventId', texts: [] },
};

function entriesIn(line: string): Entry[] | undefined {
  try {
    const entries: unknown = JSON.parse(line);
    return Array.isArray(entries) && entries.every(isEntry) ? entries : undefined;
  } catch {
    return line === '' ? [] : undefined;
  }
}

function isEntry(entry: unknown): entry is Entry {
  if (typeof entry !== 'object' || entry === null || !('kind' in entry)) return false;
  if (typeof entry.kind !== 'string' || !Object.hasOwn(SHAPES, entry.kind)) return false;
  const { field, texts } = SHAPES[entry.kind as Entry['kind']];
  const about = (entry as Record<string, unknown>)[field];
  if (texts.length === 0) return typeof about === 'string';
  return (
    typeof about === 'object' &&
    about !== null &&
    texts.every((name) => typeof (about as Record<string, unknown>)[name] === 'string')
  );
}

async function replace(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  await file.writeFile(text);
  await file.datasync();
  await file.close();
  await rename(`${path}.new`, path);
}
