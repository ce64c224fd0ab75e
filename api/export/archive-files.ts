import { createReadStream } from 'node:fs';
import type { RawEvent } from '#event-log/raw-event.ts';
import type { PlannedBooks } from '#ledger/budget/month.ts';
import { definitionOf, type EventType, type RecordedEvent, typesAbout } from '#ledger/events.ts';
import type { LedgerState } from '#ledger/history.ts';
import { extendedSeal, sealChain, sealOf } from '#ledger/log/seal.ts';
import { MOVING_EVENTS, movementsOf } from '#ledger/movements.ts';
import { beancount } from './beancount.ts';
import { chartOf, entriesOf, type GoneAccount, mergedBooks } from './books.ts';
import { eventLine } from './event-line.ts';
import { type Coming, forecastJournal, journalAccounts } from './forecast-journal.ts';
import { journal, plansByMonth } from './journal.ts';
import { accountsTable, budgetTable, type EntryWithReceipt, goalsTable, transactionsTable } from './tables.ts';
import type { ArchivedFile } from './zip.ts';

const VERIFY = new URL('verify.mjs', import.meta.url);

/** The events that `filesOf` needs of a ledger beside its state. */
export const EXPORTED_EVENTS: readonly EventType[] = [...new Set([...MOVING_EVENTS, ...typesAbout(['account'])])];

/** A ledger at a revision, as its export needs it. */
export type ExportedLedger = {
  ledgerId: string;
  revision: bigint;
  state: Pick<LedgerState, 'accounts' | 'goals' | 'categories' | 'merged'>;
  /** The plans, and the sums of expenses and incomes. */
  budget: Pick<PlannedBooks, 'plans' | 'carries' | 'sums'>;
  coming: Coming;
  /** Its events of `EXPORTED_EVENTS` since its last reset, oldest first. */
  moving: readonly RecordedEvent[];
  /** All events that the log has, oldest first; those after the revision are left out. */
  events: AsyncIterable<RawEvent>;
  /** All transactions and transfers, oldest first. */
  pages(): AsyncIterable<readonly EntryWithReceipt[]>;
  /** The bytes of a receipt, or null if they are gone. */
  receipt(receiptId: string): Promise<Uint8Array | null>;
};

/**
 * The files of an export, each of which is read when its turn comes (product 10.5). `currency` is a code. Reading them
 * throws Error where the log lacks an event.
 */
export async function* filesOf(ledger: ExportedLedger, currency: string): AsyncGenerator<ArchivedFile> {
  const { ledgerId, state, budget, moving, pages } = ledger;
  let chain = sealChain(ledgerId);
  const extend = (event: RawEvent) => {
    chain = extendedSeal(chain, event);
  };
  yield { path: 'events.jsonl', contents: eventLines(ledger, extend) };
  yield { path: 'seal.txt', contents: [`${sealOf(chain.entries, chain.head)}\n`] };
  yield { path: 'transactions.csv', contents: transactionsTable(state, pages()) };
  yield { path: 'goals.csv', contents: [goalsTable(state)] };
  yield { path: 'accounts.csv', contents: [accountsTable(state)] };
  yield { path: 'budget.csv', contents: budgetTable({ ...budget, categories: state.categories }) };

  const movements = movementsOf(moving);
  const chart = chartOf(state, goneAccounts(moving, state, new Set(movements.map(({ account }) => account))));
  const movementEntries = entriesOf(movements);
  const entries = () => mergedBooks(pages(), movementEntries, state.categories);
  yield { path: 'daybook.journal', contents: journal(chart, currency, plansByMonth(budget.plans), entries()) };
  const named = chartOf(state, goneAccounts(moving, state, new Set(journalAccounts(ledger.coming.scheduled))));
  yield { path: 'forecast.journal', contents: forecastJournal(named, currency, ledger.coming, state) };
  yield { path: 'daybook.beancount', contents: beancount(chart, currency, entries()) };
  yield { path: 'verify.mjs', contents: createReadStream(VERIFY) };
  for await (const page of pages()) {
    for (const { receiptId, receipt } of page) {
      const bytes = receipt && receiptId && (await ledger.receipt(receiptId));
      if (bytes) yield { path: receipt, contents: [bytes], isCompressed: false };
    }
  }
}

async function* eventLines(
  { events, revision }: ExportedLedger,
  extend: (event: RawEvent) => void,
): AsyncGenerator<string> {
  let last = -1n;
  if (revision === last) return;
  for await (const event of events) {
    const isNext = event.revision === last + 1n || (last === -1n && event.type === 'LedgerReset');
    if (!isNext) throw new Error(`The log lacks the event after revision ${last}.`);
    extend(event);
    yield eventLine(event);
    last = event.revision;
    if (last === revision) return;
  }
  throw new Error(`The log ends at revision ${last}, before the read model's ${revision}.`);
}

/** The accounts that are gone, and stand in movements, by their last name, in the order of their first opening. */
function goneAccounts(
  events: readonly RecordedEvent[],
  { accounts }: Pick<LedgerState, 'accounts'>,
  moved: ReadonlySet<string>,
): GoneAccount[] {
  const opened = new Map<string, GoneAccount>();
  for (const { event, metadata, revision } of events) {
    const { effect } = definitionOf(event.type);
    if (!effect || !('state' in effect) || effect.kind !== 'account') continue;
    const accountId = effect.id(event.data);
    const { name, kind } = { ...opened.get(accountId), ...effect.state(event.data, { ...metadata, revision }) };
    if (name !== undefined && kind !== undefined) opened.set(accountId, { accountId, name, kind });
  }
  return [...opened.values()].filter(({ accountId }) => !accounts.has(accountId) && moved.has(accountId));
}
