import { parentPort, workerData } from 'node:worker_threads';
import { UnreadableFile } from '../../imports/parsed.ts';
import { openLog } from '../../platform/log.ts';
import { openPool } from '../../platform/postgres.ts';
import type { Job, Outcome } from './reader.ts';
import {
  plan,
  presentPage,
  presentPreview,
  type Reading,
  type ReadingRequest,
  read,
  resolvedOptions,
} from './reading.ts';
import { ImpossibleChoice } from './steps.ts';

// The thread in which files are read: one that takes long, or more memory than it may, stops no request. It serves one job after
// the other, and has the latest files as it read them, so that their next pages cost little.

/** Rows of files that are held; the file that was read last always is. */
const HELD_ROWS_MAX = 250_000;

const { databaseUrl } = workerData as { databaseUrl: string };
const database = openPool(databaseUrl, openLog('import'), 2);
const held = new Map<string, Reading>();

async function reading(request: ReadingRequest): Promise<Reading> {
  const made = await read(database, request);
  held.delete(request.importId);
  held.set(request.importId, made);
  let rows = 0;
  for (const [importId, { rows: own }] of [...held].toReversed()) {
    rows += own.length;
    if (rows > HELD_ROWS_MAX && importId !== request.importId) held.delete(importId);
  }
  return made;
}

async function run(job: Job): Promise<unknown> {
  switch (job.kind) {
    case 'preview': {
      const made = await reading(job.request);
      return { preview: await presentPreview(database, made), options: resolvedOptions(made) };
    }
    case 'page': {
      const found = held.get(job.importId);
      return found ? await presentPage(database, found, job.after, job.limit) : null;
    }
    case 'plan':
      return await plan(database, await reading(job.request), job.choices);
    default:
      return job satisfies never;
  }
}

parentPort?.on('message', async ({ id, job }: { id: number; job: Job }) => {
  const outcome: Outcome = await run(job).then(
    (value) => ({ id, value }),
    (error: unknown) => {
      if (error instanceof UnreadableFile) return { id, unreadable: error.message };
      if (error instanceof ImpossibleChoice) return { id, impossible: { line: error.line, message: error.message } };
      return { id, error, code: (error as { code?: unknown }).code };
    },
  );
  parentPort?.postMessage(outcome);
});
