import { appendFile, type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { StripeSession } from './session.ts';

/** A stored answer to a request with an `Idempotency-Key`: repeated for 24 hours, as by Stripe. */
export type IdempotentAnswer = { key: string; request: string; sessionId: string; created: number };

/** A webhook event to deliver. `body` has the same bytes at every attempt. */
export type DueEvent = { id: string; created: number; body: string };

/** One change of the state. */
export type CheckoutChange =
  | { kind: 'session'; session: StripeSession }
  | { kind: 'answer'; answer: IdempotentAnswer }
  | { kind: 'event'; event: DueEvent }
  | { kind: 'done'; eventId: string };

/**
 * A log of all changes, in a file of JSON lines. Each line is an array of changes that belong together, so that a line
 * torn by a crash loses all of them or none.
 */
export class CheckoutJournal {
  readonly #file: FileHandle;
  #writing: Promise<void> = Promise.resolve();
  /** The last write failed and may have left an incomplete line. */
  #isTorn = false;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Opens the journal of a folder and gives its changes, in order. Lines that can't be parsed are moved to
   * `journal.jsonl.damaged`, and `log` gets their number.
   */
  static async open(
    folder: string,
    log: (line: string) => void = () => undefined,
  ): Promise<{ journal: CheckoutJournal; changes: CheckoutChange[] }> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'journal.jsonl');
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    // Text after the last line end is an incomplete write of a killed program, whose request was never answered.
    const lines = text.split('\n').slice(0, -1);
    const read = lines.map((line) => ({ line, changes: changesIn(line) }));
    const damaged = read.filter(({ changes }) => !changes).map(({ line }) => `${line}\n`);
    if (damaged.length > 0) {
      await appendFile(`${path}.damaged`, damaged.join(''), { mode: 0o600 });
      log(`${damaged.length} lines of ${path} can't be read and were moved to ${path}.damaged.`);
    }
    const whole = read.filter(({ changes }) => changes);
    await replace(path, whole.map(({ line }) => `${line}\n`).join(''));
    return {
      journal: new CheckoutJournal(await open(path, 'a', 0o600)),
      changes: whole.flatMap(({ changes }) => changes ?? []),
    };
  }

  /** Writes changes as one line; resolves when they are on disk, rejects where they can't be written. */
  append(changes: readonly CheckoutChange[]): Promise<void> {
    const written = this.#writing.then(async () => {
      const line = `${this.#isTorn ? '\n' : ''}${JSON.stringify(changes)}\n`;
      this.#isTorn = true;
      await this.#file.writeFile(line);
      await this.#file.datasync();
      this.#isTorn = false;
    });
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Closes the file after all pending writes. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
  }
}

/** The field with the content of each kind of change, and the text fields that the content must have. */
const SHAPES: Record<CheckoutChange['kind'], { field: string; texts: readonly string[] }> = {
  session: { field: 'session', texts: ['id', 'status', 'successUrl'] },
  answer: { field: 'answer', texts: ['key', 'request', 'sessionId'] },
  event: { field: 'event', texts: ['id', 'body'] },
  done: { field: 'eventId', texts: [] },
};

function changesIn(line: string): CheckoutChange[] | undefined {
  try {
    const changes: unknown = JSON.parse(line);
    return Array.isArray(changes) && changes.every(isChange) ? changes : undefined;
  } catch {
    return line === '' ? [] : undefined;
  }
}

function isChange(change: unknown): change is CheckoutChange {
  if (typeof change !== 'object' || change === null || !('kind' in change)) return false;
  if (typeof change.kind !== 'string' || !Object.hasOwn(SHAPES, change.kind)) return false;
  const { field, texts } = SHAPES[change.kind as CheckoutChange['kind']];
  const about = (change as Record<string, unknown>)[field];
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
