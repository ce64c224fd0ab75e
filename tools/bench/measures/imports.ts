import { randomUUID } from 'node:crypto';
import Papa from 'papaparse';
import type { ImportPreview } from '#contract/import-calls.ts';
import type { NewEvent } from '#event-log/append.ts';
import { type EventLog, openEventLog } from '#event-log/event-log.ts';
import { type Caller, expectOk } from '#tests/support/caller.ts';
import { settled } from '#tests/support/settled.ts';
import type { BenchServer } from '../harness/bench-server.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';

const IMPORTED_ROWS = 10_000;
const PREVIEWED_ROWS = 100_000;
const BATCH_EVENTS = 500;
const SETTLE_MS = 120_000;
const DAY_MS = 86_400_000;

/**
 * Measures the import of a file against appending the same events, and its preview against splitting the file into
 * cells.
 */
export async function importFile(server: BenchServer): Promise<Measure[]> {
  const log = openEventLog(server.eventStoreUrl);
  const imported = file(IMPORTED_ROWS);
  const previewed = file(PREVIEWED_ROWS);
  const reader = await server.newUser();
  const perSecond = async (count: number, action: () => Promise<unknown>) => {
    const begin = performance.now();
    await action();
    return count / ((performance.now() - begin) / 1_000);
  };
  let events: NewEvent[] = [];
  const bytesOfEntries: number[] = [];
  return [
    {
      name: 'preview of 100,000 rows ÷ splitting them into cells',
      unit: '/s',
      // 50,000 rows/s where a core splits two million.
      goal: { least: 0.025 },
      pair: {
        ours: () => perSecond(PREVIEWED_ROWS, () => previewedInBench(reader, previewed)),
        reference: () =>
          perSecond(PREVIEWED_ROWS, async () => {
            if (Papa.parse(previewed).data.length !== PREVIEWED_ROWS + 1) throw new Error('A row is missing.');
          }),
      },
    },
    {
      name: 'import of 10,000 rows until visible ÷ appending the same events',
      unit: '/s',
      goal: { least: 0.5 },
      pair: {
        ours: async () => {
          const user = await server.newUser();
          const { importId } = await previewedInBench(user, imported);
          const before = await storedBytes(server);
          const rate = await perSecond(IMPORTED_ROWS, async () => {
            await expectOk(user.post('/import/commit', { importId }));
            await untilRowsAreVisible(user, IMPORTED_ROWS);
          });
          bytesOfEntries.push(((await storedBytes(server)) - before) / IMPORTED_ROWS);
          events = await eventsOf(log, user.userId);
          return rate;
        },
        reference: async () => {
          if (events.length === 0) throw new Error('The first round imports before it appends.');
          const user = await server.newUser();
          return await perSecond(IMPORTED_ROWS, async () => {
            for (let from = 0; from < events.length; from += BATCH_EVENTS) {
              await log.append(user.userId, BigInt(from) - 1n, events.slice(from, from + BATCH_EVENTS));
            }
            await untilRowsAreVisible(user, IMPORTED_ROWS);
          });
        },
      },
      note: () =>
        `an imported entry takes ${Math.round(quantile(bytesOfEntries))} bytes on disk, write-ahead log not included`,
      close: () => log.close(),
    },
  ];
}

/** The bytes of all databases. */
export async function storedBytes({ pool }: BenchServer): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>('SELECT sum(pg_database_size(oid)) AS bytes FROM pg_database');
  return Number(rows[0]?.bytes);
}

/** A bank's export of `rows` rows over four years, with a running balance. */
function file(rows: number): string {
  const lines = ['Date;Payee;Description;Amount;Balance'];
  let balance = 0;
  for (let row = 0; row < rows; row += 1) {
    const cents = row % 30 === 0 ? 250_000 : -(((row * 7) % 15_000) + 100);
    balance += cents;
    const [year, month, day] = new Date(Date.UTC(2022, 0, 1) + Math.floor((row * 1_461) / rows) * DAY_MS)
      .toISOString()
      .slice(0, 10)
      .split('-');
    const units = (amount: number) => (amount / 100).toFixed(2).replace('.', ',');
    lines.push(
      `${day}.${month}.${year};Shop ${row % 997};Card payment ${row} in the High Street;` +
        `${units(cents)};${units(balance)}`,
    );
  }
  return lines.join('\n');
}

/** Uploads a file and gives its preview. */
export async function previewedInBench(user: Caller, text: string): Promise<ImportPreview> {
  const form = new FormData();
  form.set('file', new File([text], 'bank.csv'));
  return (await expectOk(user.postForm<ImportPreview>('/import/preview', form))).data;
}

/** The events of a ledger, to be appended to another. */
async function eventsOf(log: EventLog, ledgerId: string): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for await (const { type, data, metadata } of log.readAfter(ledgerId, -1n)) {
    events.push({ id: randomUUID(), type, data, metadata } as NewEvent);
  }
  return events;
}

/** Waits until the read model has all rows of an import. */
export async function untilRowsAreVisible(user: Caller, rows: number): Promise<void> {
  await settled(
    () => user.user(),
    ({ transactionCount }) => transactionCount === rows,
    SETTLE_MS,
  );
}
