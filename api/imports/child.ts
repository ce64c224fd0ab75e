import { Worker } from 'node:worker_threads';
import { UnreadableFile } from '#imports/parsed.ts';
import { ImpossibleChoice } from '#imports/plan/steps.ts';
import { openLogFile } from '#platform/log.ts';
import { openPool } from '#platform/postgres.ts';
import { giveBack } from './memory.ts';
import { planImport } from './plan.ts';
import { presentPage, presentPreview } from './present-reading.ts';
import { READY, type ReaderAnswer, type ReaderJob, type ReaderOutcome } from './reader-process.ts';
import { type Reading, read, resolvedOptions } from './reading.ts';
import type { ReadingRequest } from './reading-request.ts';
import { loadBytes } from './stored-imports.ts';
import type { WatchdogData } from './watchdog.ts';

// A process in which files are read: one that takes long, or more memory than it may, stops no request. It serves one
// job after the other, and has the latest files as it read them, so that their next pages cost little.

const MEMORY_BYTES_MAX = 500 * 1024 * 1024;
/** Memory that is no longer used is given back before a file is read that could take the process above this. */
const FULL_BYTES_MAX = 450 * 1024 * 1024;
/** Below this, none is given back: it takes a third of a second. */
const CLEAN_BYTES_MAX = 200 * 1024 * 1024;
/** The memory that each byte of a text takes while it is read, and each byte of a zip, a gzip or a workbook. */
const TEXT_BYTES = 60;
const PACKED_BYTES = 600;
const PACKED_BEGINNINGS: readonly (readonly number[])[] = [
  [0x50, 0x4b],
  [0x1f, 0x8b],
  [0xd0, 0xcf],
];
/** Rows that are held of files beside the file that is read. */
const HELD_ROWS_MAX = 20_000;

const database = openPool(process.env.DATABASE_URL ?? '', openLogFile('import'), 2);
const held = new Map<string, Reading>();

const isBusy = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
const workerData: WatchdogData = { isBusy, bytesMax: MEMORY_BYTES_MAX, parent: process.ppid };
new Worker(new URL('./watchdog.ts', import.meta.url), { workerData });

/** About the bytes of memory that a file takes while it is read. */
function memoryOf(bytes: Uint8Array): number {
  const isPacked = PACKED_BEGINNINGS.some((beginning) => beginning.every((byte, at) => bytes[at] === byte));
  return bytes.length * (isPacked ? PACKED_BYTES : TEXT_BYTES);
}

async function reading(request: ReadingRequest, given: Uint8Array | null): Promise<Reading | null> {
  held.delete(request.importId);
  let rows = 0;
  for (const [importId, { rows: own }] of [...held].toReversed()) {
    rows += own.length;
    if (rows > HELD_ROWS_MAX) held.delete(importId);
  }
  // How large a stored file is shows once it is loaded.
  const needed = given === null ? FULL_BYTES_MAX : memoryOf(given);
  if (process.memoryUsage.rss() > Math.max(CLEAN_BYTES_MAX, FULL_BYTES_MAX - needed)) giveBack();
  const bytes = given ?? (await loadBytes(database, request.importId));
  if (bytes === null) return null;
  const made = await read(database, request, bytes);
  held.set(request.importId, made);
  return made;
}

async function run(job: ReaderJob): Promise<unknown> {
  const { request } = job;
  switch (job.kind) {
    case 'preview': {
      const made = await reading(request, job.bytes);
      return made && { preview: await presentPreview(database, made), options: resolvedOptions(made) };
    }
    case 'page': {
      const made = held.get(request.importId) ?? (await reading(request, null));
      return made && (await presentPage(database, made, job.after, job.limit));
    }
    case 'plan': {
      const made = await reading(request, null);
      return made && (await planImport(database, made, job.chosen));
    }
    default:
      return job satisfies never;
  }
}

async function outcomeOf(job: ReaderJob): Promise<ReaderOutcome> {
  try {
    return { value: await run(job) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message };
    if (error instanceof ImpossibleChoice) return { impossible: { line: error.line, message: error.message } };
    return { error, code: (error as { code?: unknown }).code };
  }
}

function setBusy(value: 0 | 1): void {
  Atomics.store(isBusy, 0, value);
  Atomics.notify(isBusy, 0);
}

process.on('message', async (job: ReaderJob) => {
  setBusy(1);
  const outcome = await outcomeOf(job);
  const answer: ReaderAnswer = { outcome, held: [...held.keys()] };
  process.send?.(answer, () => setBusy(0));
});
process.on('disconnect', () => process.exit());
process.send?.(READY);
