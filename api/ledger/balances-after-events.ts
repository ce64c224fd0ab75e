import { definitionOf, type LedgerEvent, postingsOf } from '#ledger/events.ts';
import { posted, summary, UNUSED } from '#ledger/model/double-entry.ts';

/** An event of a ledger with its revision; `event` is null when it can't be decoded. */
export type EventAt = { revision: bigint; event: LedgerEvent | null };

/** The change of the balance by an event, in cents; null when it depends on earlier events. */
export function balanceChange(event: LedgerEvent | null): bigint | null {
  if (!event || event.type === 'LedgerReset') return null;
  return summary(posted(UNUSED, postingsOf(event, UNUSED))).Balance;
}

/**
 * Gives the balance in cents after each event of `page`, which is newest first. `newest` is the balance after its first
 * event, null when unknown. Derives unknown balances from the nearest known one, older or newer; null when there is
 * none.
 */
export function balancesAfter(
  page: readonly EventAt[],
  newest: bigint | null,
  hasOneAccount: boolean,
): (bigint | null)[] {
  const changes = page.map(({ event }) => balanceChange(event));
  const balances = page.map((entry, index) =>
    index === 0 && newest !== null ? newest : balanceSetBy(entry, hasOneAccount),
  );
  for (let index = 0; index + 1 < page.length; index += 1) {
    balances[index + 1] ??= minus(balances[index], changes[index]);
  }
  for (let index = page.length - 1; index > 0; index -= 1) {
    balances[index - 1] ??= plus(balances[index], changes[index - 1]);
  }
  return balances;
}

/** The balance after an event that sets it by itself, in cents; null for others. */
export function balanceSetBy({ revision, event }: EventAt, hasOneAccount: boolean): bigint | null {
  if (!hasOneAccount && event?.type !== 'LedgerReset' && revision !== 0n) return null;
  if (event?.type === 'LedgerReset') return 0n;
  if (!event || revision === 0n) return balanceChange(event);
  const { effect, moves } = definitionOf(event.type);
  const moving = effect ? null : moves?.(event.data);
  return moving && 'sets' in moving && moving.sets ? BigInt(moving.sets.after) : null;
}

function minus(balance: bigint | null | undefined, change: bigint | null | undefined): bigint | null {
  return balance == null || change == null ? null : balance - change;
}

function plus(balance: bigint | null | undefined, change: bigint | null | undefined): bigint | null {
  return balance == null || change == null ? null : balance + change;
}
