import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LedgerEvent, postingsOf } from './events.ts';
import { evolve } from './evolve.ts';
import { EMPTY, type LedgerState } from './history.ts';
import { type BookAccount, type BookTotals, balanceIn, posted, total, UNUSED } from './model/double-entry.ts';
import type { Cents } from './model/money.ts';
import { anyCommands } from './testing/any-commands.ts';
import { carriedOut, deposited, earned, idNumber, planned, saved, spent, units } from './testing/scenario.ts';

/** The totals by the state alone; Opening is the rest. */
function totalsOf({ accounts, goals, transactions }: LedgerState): BookTotals {
  const sumOf = (amounts: Cents[]) => amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
  const all = [...transactions.values()];
  const totals: Partial<Record<BookAccount, bigint>> = {
    Goals: sumOf([...goals.values()].map(({ currentAmount }) => currentAmount)),
    Income: -sumOf(all.filter(({ type }) => type === 'Income').map(({ amount }) => amount)),
    Expenses: sumOf(all.filter(({ type }) => type === 'Expense').map(({ amount }) => amount)),
  };
  for (const [accountId, { balance }] of accounts) totals[balanceIn(accountId)] = BigInt(balance);
  totals.Opening = -Object.values(totals).reduce<bigint>((sum, amount = 0n) => sum + amount, 0n);
  return totals;
}

/** Totals other than 0. */
const used = (totals: BookTotals) => Object.fromEntries(Object.entries(totals).filter(([, amount]) => amount !== 0n));

test('for any commands, the postings of each event add up to zero, and the totals match the state', () => {
  let entries = 0;
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      let state = EMPTY;
      let totals = UNUSED;
      for (const recorded of carriedOut(commands).events) {
        const postings = postingsOf(recorded.event, totals);
        expect(total(postings)).toBe(0n);
        totals = posted(totals, postings);
        state = evolve(state, recorded);
        expect(used(totals)).toEqual(used(totalsOf(state)));
        entries += postings.length;
      }
    }),
    { numRuns: 300 },
  );
  expect(entries).toBeGreaterThan(300);
});

describe('the postings', () => {
  const before: BookTotals = { 'Balance everyday': 700n, Goals: 100n, Income: -500n, Expenses: 200n, Opening: -500n };
  const deleted: LedgerEvent = {
    type: 'TransactionDeleted',
    data: { transactionId: idNumber(1), type: 'Expense', amount: units(2), date: '2026-11-20' },
  };
  const cases: [string, LedgerEvent, Partial<Record<string, bigint>>][] = [
    ['an initial deposit comes from before the book', deposited(5), { Opening: -500n, 'Balance everyday': 500n }],
    ['an expense', spent(5), { 'Balance everyday': -500n, Expenses: 500n }],
    ['an income', earned(5), { Income: -500n, 'Balance everyday': 500n }],
    ['money for a goal', saved(5), { 'Balance everyday': -500n, Goals: 500n }],
    ['a deleted expense', deleted, { Expenses: -200n, 'Balance everyday': 200n }],
    [
      'a deleted goal gives its money back',
      { type: 'GoalDeleted', data: { goalId: idNumber(5), returnedAmount: units(1) } },
      { Goals: -100n, 'Balance everyday': 100n },
    ],
    [
      'a balance set by hand, from below zero to as much as can be counted',
      {
        type: 'BalanceAdjusted',
        data: { from: Number.MIN_SAFE_INTEGER as Cents, to: Number.MAX_SAFE_INTEGER as Cents },
      },
      { Opening: -18014398509481982n, 'Balance everyday': 18014398509481982n },
    ],
    [
      'a reset takes everything back',
      { type: 'LedgerReset', data: {} },
      { 'Balance everyday': -700n, Goals: -100n, Income: 500n, Expenses: -200n, Opening: 500n },
    ],
    ['a goal that is planned moves nothing', planned(300), {}],
  ];

  test.each(cases)('%s', (_, event, amounts) => {
    const postings = postingsOf(event, before);
    expect(Object.fromEntries(postings.map(({ account, amount }) => [account, amount]))).toEqual(amounts);
    expect(total(postings)).toBe(0n);
  });

  test('a reset at the beginning of a truncated stream has nothing to take back', () => {
    expect(postingsOf({ type: 'LedgerReset', data: {} }, UNUSED)).toEqual([]);
  });
});
