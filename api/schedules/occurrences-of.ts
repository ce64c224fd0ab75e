import { OCCURRENCES_MAX } from '#contract/limits.ts';
import type { Occurrence } from '#contract/schedule-calls.ts';
import { decide } from '#ledger/decide/decide.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountIdOf } from '#ledger/ids.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { amountOf } from '#ledger/model/money.ts';
import { isOpen, type ListedOccurrence } from '#ledger/schedules/listed.ts';
import { apartOf, type Candidate, compareApart, limitsOf, whyLike } from '#ledger/schedules/matching.ts';
import type { Database } from '#platform/postgres.ts';
import { unmatchedEntries } from '#projections/queries/schedules.ts';
import { reasonOf } from '../commands/rejection.ts';

/**
 * Converts occurrences to the contract's, 1,000 at most, with the entries of today that open ones may be, and why those
 * which should be posted by themselves can't be on these books.
 */
export async function presentOccurrences(
  database: Database,
  ledgerId: string,
  occurrences: readonly ListedOccurrence[],
  { state, today, asOf }: { state: LedgerState; today: string; asOf: bigint | null },
): Promise<Occurrence[]> {
  const shown = occurrences.slice(0, OCCURRENCES_MAX);
  const open = shown.filter(isOpen);
  const found = asOf === null ? await unmatchedEntries(database, ledgerId, open.map(wantedOf)) : [];
  const candidates = new Map(open.map((occurrence, index) => [occurrence, found[index] ?? []]));
  const account = (id: string) => accountIdOf(ledgerId, id === EVERYDAY ? undefined : id);
  return shown.map((occurrence) => {
    const { scheduleId, nominal, day, title, schedule, low, expected, high, status, entry } = occurrence;
    const { type, accountId = EVERYDAY, toAccountId = EVERYDAY } = schedule;
    return {
      scheduleId,
      nominal,
      day,
      title,
      type,
      account: account(accountId),
      toAccount: type === 'Transfer' ? account(toAccountId) : null,
      low: amountOf(low),
      expected: amountOf(expected),
      high: amountOf(high),
      status,
      entry,
      problem: isAwaited(status) && schedule.post === 'by-itself' ? problemOf(occurrence, state, today) : null,
      candidates: candidatesAmong(candidates.get(occurrence) ?? [], occurrence),
    };
  });
}

/** The entries that may be an occurrence, with the reasons, the best first. */
function candidatesAmong(entries: readonly (Candidate & { entryId: string })[], occurrence: ListedOccurrence) {
  const like = entries.flatMap((entry) => {
    const reason = whyLike(occurrence, entry);
    return reason === null ? [] : [{ entry: entry.entryId, reason, apart: apartOf(occurrence, entry) }];
  });
  return like.sort((a, b) => compareApart(a.apart, b.apart)).map(({ entry, reason }) => ({ entry, reason }));
}

function wantedOf(occurrence: ListedOccurrence) {
  const { schedule, day, expected } = occurrence;
  const { type, accountId = EVERYDAY, toAccountId = EVERYDAY } = schedule;
  const toAccount = type === 'Transfer' ? toAccountId : null;
  return { type, account: accountId, toAccount, day, expected, ...limitsOf(occurrence) };
}

const isAwaited = (status: ListedOccurrence['status']) => status === 'missed' || status === 'due';

/** Why an occurrence can't be posted by itself, in the user's words, or null if it can. */
function problemOf({ scheduleId, nominal, schedule }: ListedOccurrence, state: LedgerState, today: string) {
  const books = { ...state, schedules: new Map([[scheduleId, schedule]]) };
  const decision = decide(
    { type: 'PostOccurrence', scheduleId, nominal, entryId: scheduleId, today, byItself: true },
    books,
  );
  return decision.outcome === 'rejected' ? reasonOf(decision.reason) : null;
}
