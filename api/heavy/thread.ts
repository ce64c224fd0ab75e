import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openEventLog } from '#event-log/event-log.ts';
import { LOW_PRIORITY_TIMEOUTS } from '#event-log/timers.ts';
import { openLogFile } from '#platform/log.ts';
import { openPool } from '#platform/postgres.ts';
import { continuingTrace } from '#platform/telemetry/traces.ts';
import { diskSpaceOf } from '../disk/disk-space.ts';
import { problemOf } from '../http/failures.ts';
import type { Ask, StoreAddresses, WorkAnswer } from './heavy-work.ts';
import type { JobServices } from './job.ts';

// Runs one job after the other, with connections of its own.

const CONNECTIONS_MAX = 2;

const { databaseUrl, eventStoreUrl, dataFolder } = workerData as StoreAddresses;
const services: JobServices = {
  database: openPool(databaseUrl, openLogFile('heavy'), CONNECTIONS_MAX),
  log: openEventLog(eventStoreUrl, LOW_PRIORITY_TIMEOUTS),
  disk: diskSpaceOf(dataFolder),
};
letOtherThreadsGoFirst();

parentPort?.on('message', async ({ module, name, input, trace }: Ask) => {
  parentPort?.postMessage(await continuingTrace(trace, () => answer(module, name, input)));
});

async function answer(module: string, name: string, input: unknown): Promise<WorkAnswer> {
  try {
    const { [name]: work } = await import(module);
    return { value: await work(services, input) };
  } catch (error) {
    const { code, errors, details } = problemOf(error);
    return { problem: { code, errors, details }, cause: error };
  }
}

/** On Linux each thread has a priority of its own; elsewhere all threads keep theirs. */
function letOtherThreadsGoFirst(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // There is no such file, or a sandbox hides it.
  }
}
