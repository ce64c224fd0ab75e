import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LedgerEvent } from '#ledger/events.ts';
import { fold } from '#ledger/evolve.ts';
import { EMPTY } from '#ledger/history.ts';
import { anyCommands } from '#ledger/testing/any-commands.ts';
import { carriedOut, deposited, earned, planned, saved, spent, units } from '#ledger/testing/scenario.ts';
import { balanceChange, balancesAfter } from './balances-after-events.ts';

const reset: LedgerEvent = { type: 'LedgerReset', data: {} };
const adjusted = (from: number, to: number): LedgerEvent => ({
  type: 'BalanceAdjusted',
  data: { from: units(from), to: units(to) },
});

/**
 * Given a page of events, oldest first, whose first has this revision, when the newest balance is known or not, then
 * these.
 */
function givenPage(first: number, ...events: (LedgerEvent | null)[]) {
  const page = events.map((event, index) => ({ revision: BigInt(first + index), event })).reverse();
  return {
    whenNewestIs: (newest: number | null) => ({
      thenBalancesAre: (...expected: (number | null)[]) =>
        expect(balancesAfter(page, newest === null ? null : BigInt(units(newest)), true).reverse()).toEqual(
          expected.map((amount) => (amount === null ? null : BigInt(units(amount)))),
        ),
    }),
  };
}

test('balances are counted down from the newest', () => {
  givenPage(7, spent(5), earned(20), saved(10)).whenNewestIs(105).thenBalancesAre(95, 115, 105);
});

test('without the newest they are counted up from the first event of the ledger', () => {
  givenPage(0, earned(20), spent(5)).whenNewestIs(null).thenBalancesAre(20, 15);
});

test('without either they are counted both ways from an event that says the balance', () => {
  givenPage(7, spent(5), adjusted(40, 60), earned(2)).whenNewestIs(null).thenBalancesAre(40, 60, 62);
  givenPage(7, spent(5), reset, earned(2)).whenNewestIs(null).thenBalancesAre(null, 0, 2);
});

test('an event that can not be read leaves what is below it unknown, down to the next that says the balance', () => {
  givenPage(7, adjusted(1, 60), spent(5), null, earned(2)).whenNewestIs(100).thenBalancesAre(60, 55, 98, 100);
  givenPage(7, spent(5), null, earned(2)).whenNewestIs(100).thenBalancesAre(null, 98, 100);
});

test('where nothing says it every balance is unknown', () => {
  givenPage(7, spent(5), planned(10)).whenNewestIs(null).thenBalancesAre(null, null);
});

test('what an event adds is unknown of a reset and of one that can not be read', () => {
  expect([deposited(3), spent(5), planned(10), adjusted(4, 1), reset, null].map(balanceChange)).toEqual([
    300n,
    -500n,
    0n,
    -300n,
    null,
    null,
  ]);
});

test('for any commands, the balances are those of the fold after each event', () => {
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      let state = EMPTY;
      const balances: bigint[] = [];
      const { events } = carriedOut(commands);
      for (const recorded of events) {
        state = fold(state, [recorded]);
        balances.push(BigInt(state.balance));
      }
      const page = events.map(({ event, revision }) => ({ revision, event })).reverse();
      expect(balancesAfter(page, balances.at(-1) ?? null, false).reverse()).toEqual(balances);
      expect(balancesAfter(page, null, false).reverse()).toEqual(balances);
    }),
    { numRuns: 200 },
  );
});
