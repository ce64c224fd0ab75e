import type { HistoryEntry, HistoryResponse } from '../../contract/ledger-calls.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import type { LoggedEvent } from '../../event-log/logged-event.ts';
import { decode, UnreadableEvent } from '../../ledger/codec.ts';
import type { RecordedEvent } from '../../ledger/events.ts';
import type { Database } from '../../platform/postgres.ts';
import { type AccountView, loadAccountView } from '../../projections/queries/account-view.ts';
import type { Session } from '../http/session.ts';
import { balancesAfter, changeOf } from './balances.ts';
import { describeEvent, UNREADABLE } from './describe-event.ts';

type Needs = { database: Database; log: EventLog };
type Read = { logged: LoggedEvent; recorded: Omit<RecordedEvent, 'revision'> | null };

/** Where a page begins: before a revision, and with which balance, in cents, where that is known. */
type Place = { revision: bigint; balance: bigint | null };

/**
 * Gives a page of what was written down in one's ledger, newest first, read backwards from its place: the last page of a
 * long ledger costs what the first does. Throws LogUnavailable.
 */
export async function historyPage(
  { database, log }: Needs,
  { ledgerId, currency }: Session,
  limit: number,
  before: string | undefined,
): Promise<HistoryResponse> {
  // Before the log, so that the log is never behind it.
  const view = await loadAccountView(database, ledgerId);
  const place = before === undefined ? null : placeOf(before);
  // One more than asked for tells whether there is a next page.
  const logged = await log.readBefore(ledgerId, place?.revision ?? null, limit + 1);
  const events = logged.map((one) => ({ logged: one, recorded: read(one) }));
  const [first] = logged;
  const newest = place ? place.balance : first ? await balanceAt(log, view, first.revision) : null;
  const happened = events.map(({ logged: { revision }, recorded }) => ({ revision, event: recorded?.event ?? null }));
  const balances = balancesAfter(happened, newest);
  const entries = events.slice(0, limit).map((one, at) => entry(one, balances[at] ?? null, currency, view));
  const last = logged.length > limit ? logged[limit - 1] : undefined;
  return { entries, next: last ? nextOf(last.revision, balances[limit] ?? null) : null };
}

/** The balance at a revision the account's row may not have reached yet: what is missing is added from the log. */
async function balanceAt(log: Needs['log'], view: AccountView, revision: bigint): Promise<bigint | null> {
  if (view.revision > revision) return null; // Only where the log is another one.
  let balance: bigint | null = BigInt(view.state.balance);
  if (view.revision === revision) return balance;
  for await (const logged of log.readAfter(view.ledgerId, view.revision)) {
    if (logged.revision > revision) break;
    const [after] = balancesAfter([{ revision: logged.revision, event: read(logged)?.event ?? null }], null);
    const change = changeOf(read(logged)?.event ?? null);
    balance = after ?? (balance === null || change === null ? null : balance + change);
  }
  return balance;
}

function read(logged: LoggedEvent): Read['recorded'] {
  try {
    return decode(logged);
  } catch (error) {
    if (error instanceof UnreadableEvent) return null;
    throw error;
  }
}

function entry({ logged, recorded }: Read, balance: bigint | null, currency: string, view: AccountView): HistoryEntry {
  const { id, revision, type } = logged;
  const data: Record<string, unknown> = recorded?.event.data ?? {};
  const text = (field: string) => (typeof data[field] === 'string' ? data[field] : null);
  return {
    _id: id,
    revision: Number(revision),
    type,
    words: recorded ? describeEvent(recorded.event, currency, view.state.goals) : UNREADABLE,
    change: units(changeOf(recorded?.event ?? null)),
    balance: units(balance),
    recordedAt: recorded?.metadata.recordedAt ?? null,
    transactionId: text('transactionId'),
    goalId: text('goalId'),
    checkoutId: text('sessionId'),
  };
}

function units(cents: bigint | null): number | null {
  return cents === null ? null : Number(cents) / 100;
}

function placeOf(before: string): Place {
  const [revision = '0', balance] = before.split('.');
  return { revision: BigInt(revision), balance: balance === undefined ? null : BigInt(balance) };
}

/** The page that goes on before a revision begins with the balance that the entry below it left. */
function nextOf(revision: bigint, balance: bigint | null): string {
  return balance === null ? `${revision}` : `${revision}.${balance}`;
}
