import { openEventLog } from '#event-log/event-log.ts';
import { positionOf } from '#event-log/logged-event.ts';
import { LOW_PRIORITY_TIMEOUTS } from '#event-log/timers.ts';
import { endProgram, stopRequest } from '#platform/end-program.ts';
import { openLogFile } from '#platform/log.ts';
import { letOthersGoFirst } from '#platform/low-priority.ts';
import { keepToOneProcessor } from '#platform/one-processor.ts';
import { openClient } from '#platform/postgres.ts';
import { storeUrls } from '#platform/settings.ts';
import { readReplayLine } from '#tools/command-lines/replay.ts';
import { isLed } from '../lease/lease.ts';
import { migrateTables } from '../tables/migrate-tables.ts';
import type { Comparison } from './compare.ts';
import { Pace, type Progress, progressLine } from './progress-bar.ts';
import { type ReplayListener, replay, StallsAnew } from './replay.ts';

const EXIT_INTERRUPTED = 130;
/** Interval of lines where the output is no terminal. */
const LINE_MS = 2_000;

// `npm run replay`, beside a running Daybook.
const stopping = stopRequest(EXIT_INTERRUPTED);
await endProgram(
  await run().catch((error: unknown) => {
    console.error(`\n${error instanceof Error ? error.message : error}`);
    return error instanceof StallsAnew ? 1 : 2;
  }),
);

async function run(): Promise<number> {
  readReplayLine();
  const { databaseUrl, eventStoreUrl } = storeUrls(process.env);
  const client = await openClient(databaseUrl);
  const log = openEventLog(eventStoreUrl, LOW_PRIORITY_TIMEOUTS);
  try {
    await migrateTables(databaseUrl, openLogFile('replay'));
    const listener = printed((await log.end()) ?? '0/0');
    const gently = await isLed(client);
    if (gently) {
      // Queries of the live read models come first. Where there are none, a restore on a busy machine would starve.
      letOthersGoFirst();
      await keepToOneProcessor(client);
      console.log('Daybook is in use: going in small steps, so that nobody has to wait.');
    }
    const swapped = await replay({ client, log, epoch: null, listener, gently }, stopping);
    console.log(swapped ? 'The new ones are live.' : '\nInterrupted: the live ones are as they were.');
    return swapped ? 0 : EXIT_INTERRUPTED;
  } finally {
    await log.close();
    await client.end();
  }
}

/** Prints the progress; `end` is the end of the log when the replay begins. */
function printed(end: string): ReplayListener {
  const fraction = (position: string) =>
    Number(positionOf(position).commit) / Math.max(1, Number(positionOf(end).commit));
  let pace = new Pace(null, performance.now());
  let last: Progress | null = null;
  let printedAt = Number.NEGATIVE_INFINITY;
  const draw = (isLast: boolean) => {
    if (!last) return;
    const now = performance.now();
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${progressLine(last)}${isLast ? '\n' : ''}`);
    else if (isLast || now - printedAt > LINE_MS) {
      console.log(progressLine(last));
      printedAt = now;
    }
  };
  return {
    began: (position) => {
      console.log(
        position === null ? 'Building the read models anew.' : 'Going on where the last replay was interrupted.',
      );
      pace = new Pace(position === null ? null : fraction(position), performance.now());
    },
    applied: (events, position) => {
      last = pace.advance(events, fraction(position), performance.now());
      draw(false);
    },
    caughtUp: () => {
      draw(true);
      console.log('Building indexes and sums.');
    },
    completed: () => {},
    compared: (comparison) => {
      console.log(sentenceOf(comparison));
    },
    broke: (error) => console.error(`\n${error.message} Trying again.`),
  };
}

function sentenceOf(comparison: Comparison | null): string {
  if (!comparison) return 'There were no read models of this version and this log to compare them with.';
  const { ledgers, differences } = comparison;
  if (differences.length === 0) return `Compared with the live ones: ${ledgers} ledgers, no difference.`;
  const tables = differences.map(({ table, ledgerIds }) => `  ${table}: ${ledgerIds.join(', ')}`);
  return [
    `Compared with the live ones: ${ledgers} ledgers. They differed, and the new ones are right, in`,
    ...tables,
  ].join('\n');
}
