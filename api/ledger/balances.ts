import type { LedgerEvent } from '../../ledger/events.ts';
import { UNUSED } from '../../ledger/model/accounts.ts';
import { postingsOf } from '../../ledger/postings.ts';

/** Something that happened, at its place in the ledger; null for an event that can't be read. */
export type Happened = { revision: bigint; event: LedgerEvent | null };

/** What an event adds to the balance, in cents; null where the event alone doesn't tell. */
export function changeOf(event: LedgerEvent | null): bigint | null {
  if (!event || event.type === 'LedgerReset') return null;
  const onBalance = postingsOf(event, UNUSED).filter(({ account }) => account === 'Balance');
  return onBalance.reduce((sum, { amount }) => sum + amount, 0n);
}

/**
 * Gives the balance, in cents, after each of these events of a ledger, which are given newest first. `newest` is the
 * balance after the first of them, where it is known. From every place at which it is known the others are counted, down
 * and up; null stays where there is none.
 */
export function balancesAfter(page: readonly Happened[], newest: bigint | null): (bigint | null)[] {
  const changes = page.map(({ event }) => changeOf(event));
  const balances = page.map((one, at) => (at === 0 && newest !== null ? newest : saidBy(one)));
  for (let at = 0; at + 1 < page.length; at += 1) {
    balances[at + 1] ??= minus(balances[at], changes[at]);
  }
  for (let at = page.length - 1; at > 0; at -= 1) {
    balances[at - 1] ??= plus(balances[at], changes[at - 1]);
  }
  return balances;
}

/** The balance after an event, where the event itself says it. */
function saidBy({ revision, event }: Happened): bigint | null {
  switch (event?.type) {
    case 'LedgerReset':
      return 0n;
    case 'InitialDepositMade':
      return BigInt(event.data.amount);
    case 'BalanceAdjusted':
      return BigInt(event.data.to);
    default:
      return revision === 0n ? changeOf(event) : null;
  }
}

function minus(balance: bigint | null | undefined, change: bigint | null | undefined): bigint | null {
  return balance == null || change == null ? null : balance - change;
}

function plus(balance: bigint | null | undefined, change: bigint | null | undefined): bigint | null {
  return balance == null || change == null ? null : balance + change;
}
