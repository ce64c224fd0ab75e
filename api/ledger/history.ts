import type { HistoryEntry, HistoryResponse } from '#contract/ledger-calls.ts';
import type { EventLog } from '#event-log/event-log.ts';
import type { LoggedEvent } from '#event-log/logged-event.ts';
import type { DecodedEvent } from '#ledger/events.ts';
import { decodeEvent, UnreadableEvent } from '#ledger/log/codec.ts';
import { goalTitles } from '#projections/queries/goal-titles.ts';
import type { LedgerView } from '#projections/queries/ledger-view.ts';
import type { Session } from '../http/session.ts';
import { type CurrentNeeds, knownView } from '../known/moment.ts';
import { describeEvent, UNREADABLE } from '../present/describe-event.ts';
import { balanceChange, balanceSetBy, balancesAfter } from './balances-after-events.ts';

type Needs = CurrentNeeds & { log: EventLog };
type EventOfPage = { logged: LoggedEvent; recorded: Omit<DecodedEvent, 'revision'> | null };

/**
 * The start of a page: before `revision`; `balance` is that after the page's first event, in cents, null when unknown.
 */
type Cursor = { revision: bigint; balance: bigint | null };

/**
 * Gives a page of a ledger's history, newest first. Reads the stream backwards from the cursor `before`, so every page
 * of a long ledger costs the same. Throws LogUnavailable.
 */
export async function historyPage(
  services: Needs,
  session: Session,
  limit: number,
  before: string | undefined,
): Promise<HistoryResponse> {
  const { log, database } = services;
  const { ledgerId, currency } = session;
  // Loaded before the log is read, so that the log has at least the view's events.
  const view = await knownView(services, session, undefined);
  const cursor = before === undefined ? null : parseCursor(before);
  // One extra event tells whether there is a next page.
  const logged = await log.readBefore(ledgerId, cursor?.revision ?? null, limit + 1);
  const events = logged.map((event) => ({ logged: event, recorded: decodeOrNull(event) }));
  const [first] = logged;
  const newest = cursor ? cursor.balance : first ? await balanceAt(log, view, first.revision) : null;
  const page = events.map(({ logged: { revision }, recorded }) => ({ revision, event: recorded?.event ?? null }));
  const balances = balancesAfter(page, newest, view.state.accounts.size === 1);
  const shown = events.slice(0, limit);
  const titles = await goalTitles(database, ledgerId, shown.flatMap(goalNamedBy));
  const entries = shown.map((event, index) => entry(event, balances[index] ?? null, currency, view, titles));
  const last = logged.length > limit ? logged[limit - 1] : undefined;
  return { entries, next: last ? formatCursor(last.revision, balances[limit] ?? null) : null };
}

/** The balance in cents at a revision: the view's, with the later events of the log, or null if it is unknown. */
async function balanceAt(log: Needs['log'], view: LedgerView, revision: bigint): Promise<bigint | null> {
  if (view.revision > revision) return null; // The log was replaced.
  let balance: bigint | null = BigInt(view.state.balance);
  if (view.revision === revision) return balance;
  for await (const logged of log.readAfter(view.ledgerId, view.revision)) {
    if (logged.revision > revision) break;
    const event = decodeOrNull(logged)?.event ?? null;
    const change = balanceChange(event);
    const added: bigint | null = balance === null || change === null ? null : balance + change;
    balance = balanceSetBy({ revision: logged.revision, event }, false) ?? added;
  }
  return balance;
}

function decodeOrNull(logged: LoggedEvent): EventOfPage['recorded'] {
  try {
    return decodeEvent(logged);
  } catch (error) {
    if (error instanceof UnreadableEvent) return null;
    throw error;
  }
}

/** The goal that an event is about. */
function goalNamedBy({ logged: { revision }, recorded }: EventOfPage): { revision: bigint; goalId: string }[] {
  return recorded && 'goalId' in recorded.event.data ? [{ revision, goalId: recorded.event.data.goalId }] : [];
}

function entry(
  { logged, recorded }: EventOfPage,
  balance: bigint | null,
  currency: string,
  view: LedgerView,
  titles: ReadonlyMap<bigint, string>,
): HistoryEntry {
  const { id, revision, type } = logged;
  const data: Record<string, unknown> = recorded?.event.data ?? {};
  const text = (field: string) => (typeof data[field] === 'string' ? data[field] : null);
  return {
    _id: id,
    revision: Number(revision),
    type,
    words: recorded ? describeEvent(recorded.event, currency, view.state, titles.get(revision)) : UNREADABLE,
    change: units(balanceChange(recorded?.event ?? null)),
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

function parseCursor(before: string): Cursor {
  const [revision = '0', balance] = before.split('.');
  return { revision: BigInt(revision), balance: balance === undefined ? null : BigInt(balance) };
}

/** The cursor of the next page: `<revision>.<balance after its first event>`. */
function formatCursor(revision: bigint, balance: bigint | null): string {
  return balance === null ? `${revision}` : `${revision}.${balance}`;
}
