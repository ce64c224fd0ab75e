import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { EXPORTED_EVENTS, type ExportedLedger, filesOf } from '#api/export/archive-files.ts';
import type { EntryWithReceipt } from '#api/export/tables.ts';
import type { RawEvent } from '#event-log/raw-event.ts';
import type { CategoryMonthSum } from '#ledger/budget/month.ts';
import type { DecodedEvent } from '#ledger/events.ts';
import { fold } from '#ledger/evolve.ts';
import { EMPTY } from '#ledger/history.ts';
import { eventId } from '#ledger/ids.ts';
import { encode } from '#ledger/log/codec.ts';
import { NO_CATEGORY } from '#ledger/model/categories.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { occurrenceIn } from '#ledger/model/entity-ids.ts';
import type { Placed } from '#ledger/model/entity-states.ts';
import type { Mark } from '#ledger/model/schedule.ts';
import { type Books, isInBudget, type TransactionState, type TransferState } from '#ledger/model/state.ts';
import { markNow } from '#ledger/schedules/commands.ts';
import type { Scheduled } from '#ledger/schedules/listed.ts';
import { entitiesOf } from '#ledger/undo/entity-history.ts';

export const LEDGER_ID = '00000000-0000-4000-8000-00000000aaaa';

/** A day in the middle of what random ledgers have. */
const TODAY = '2025-03-01';

/** A ledger with these events, as an export reads it. */
export function exportedLedger(recorded: readonly DecodedEvent[], today = TODAY): ExportedLedger {
  const state = fold(EMPTY, recorded);
  const rows: EntryWithReceipt[] = [];
  for (const { kind, id, steps } of entitiesOf(state.history.events).values()) {
    const image = steps.at(-1)?.after;
    if (image && (kind === 'transaction' || kind === 'transfer')) rows.push(rowOf(id, image as DatedEntry));
  }
  rows.sort((one, other) =>
    one.date === other.date ? Number(one.revision - other.revision) : one.date < other.date ? -1 : 1,
  );
  return {
    ledgerId: LEDGER_ID,
    revision: recorded.at(-1)?.revision ?? -1n,
    state,
    budget: { plans: state.plans, carries: state.carries, sums: rows.flatMap((row) => sumsOf(row, state)) },
    coming: { scheduled: scheduledIn(state, rows), today },
    moving: state.history.events.filter(({ event }) => EXPORTED_EVENTS.includes(event.type)),
    events: rawEvents(recorded),
    pages: async function* () {
      for (let at = 0; at < rows.length; at += 7) yield rows.slice(at, at + 7);
    },
    receipt: async (receiptId) => Buffer.from(receiptId),
  };
}

/** The schedules of a ledger in their order, and what became of their occurrences. */
function scheduledIn({ schedules, occurrences }: Books, rows: readonly EntryWithReceipt[]): Scheduled {
  const there = new Set(rows.map(({ entryId }) => entryId));
  const marks = new Map<string, Map<string, Mark | 'skipped'>>();
  for (const [id, mark] of occurrences) {
    const { scheduleId, nominal } = occurrenceIn(id);
    const ofSchedule = marks.get(scheduleId) ?? new Map<string, Mark | 'skipped'>();
    marks.set(
      scheduleId,
      ofSchedule.set(
        nominal,
        markNow(mark, (entry) => there.has(entry)),
      ),
    );
  }
  return { schedules, marks };
}

/** The amounts that a row adds to the sums of the categories of a budget. */
function sumsOf(row: EntryWithReceipt, { accounts }: Books): CategoryMonthSum[] {
  const { date, amount, category, parts, accountId, toAccount } = row;
  const isIn = (id: string) => isInBudget(accounts.get(id) ?? {});
  const isTransfer = row.type === 'Transfer';
  if (isTransfer ? isIn(accountId) === isIn(toAccount ?? '') : !isIn(accountId)) return [];
  const type = row.type !== 'Transfer' ? row.type : isIn(accountId) ? 'Expense' : 'Income';
  const own: readonly { amount: number; category?: string | null | undefined }[] = parts ?? [{ amount, category }];
  return own.map((part) => ({
    ...{ month: date.slice(0, 7), type, category: part.category ?? NO_CATEGORY, amount: part.amount },
  }));
}

type DatedEntry = (TransactionState | (TransferState & { type?: undefined })) & Placed;

function rowOf(entryId: string, entry: DatedEntry): EntryWithReceipt {
  const { place, recordedAt, changedAt = null, title = null, amount, date, note = null, tags = null } = entry;
  const shared = {
    ledgerId: LEDGER_ID,
    entryId,
    knownFrom: BigInt(place),
    revision: BigInt(place),
    recordedAt,
    changedAt,
    title,
    amount,
    date,
    texts: '',
    tagKeys: null,
    origins: null,
    note,
    tags,
  };
  if (entry.type === undefined) {
    const { from: accountId, to: toAccount } = entry;
    return {
      ...shared,
      type: 'Transfer',
      accountId,
      toAccount,
      category: entry.category ?? null,
      parts: null,
      wallet: null,
      receiptId: null,
      receipt: null,
    };
  }
  const { type, accountId = EVERYDAY, category = null, parts = null, wallet = null, receiptId = null } = entry;
  const receipt = receiptId && `receipts/${entryId}.png`;
  return { ...shared, type, accountId, toAccount: null, category, parts, wallet, receiptId, receipt };
}

async function* rawEvents(recorded: readonly DecodedEvent[]): AsyncGenerator<RawEvent> {
  const places = new Map<string, number>();
  for (const { event, metadata, revision } of recorded) {
    const { type, data, metadata: stored } = encode(event, metadata);
    const { commandId, inputHash } = metadata;
    const place = places.get(commandId) ?? 0;
    places.set(commandId, place + 1);
    yield {
      stream: `ledger-${LEDGER_ID}`,
      revision,
      id: eventId(LEDGER_ID, commandId, inputHash, place),
      type,
      isJson: true,
      data: Buffer.from(JSON.stringify(data)),
      metadata: Buffer.from(JSON.stringify(stored)),
    };
  }
}

/** Writes the files of an export into a new folder, which `use` gets, and deletes it afterwards. */
export async function withExport<Value>(
  ledger: ExportedLedger,
  currency: string,
  use: (folder: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-export-'));
  try {
    for await (const { path, contents } of filesOf(ledger, currency)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      const pieces: Buffer[] = [];
      for await (const piece of contents) pieces.push(Buffer.from(piece));
      await writeFile(join(folder, path), Buffer.concat(pieces));
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The output of a program, and its exit code. */
export type Said = { code: number; stdout: string; stderr: string };

/** Runs a program in a folder. */
export async function run(program: string, args: readonly string[], cwd: string): Promise<Said> {
  return await new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, LC_ALL: 'C.UTF-8' }, maxBuffer: 2 ** 28 };
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) || 1 : 0, stdout, stderr }),
    );
  });
}

/** Runs the `verify.mjs` of an export from another folder. */
export async function verified(folder: string): Promise<Said> {
  return await run(process.execPath, [join(folder, 'verify.mjs')], tmpdir());
}
