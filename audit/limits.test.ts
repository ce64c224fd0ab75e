import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from '#ledger/decide/commands.ts';
import { type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { carriedOut } from '#ledger/testing/scenario.ts';
import { applyToAudit } from './apply.ts';
import { emptyLedger } from './model/audit-ledger.ts';

const DATE = '2026-11-20';
const numbered = (kind: string, number: number) => `00000000-0000-4000-${kind}-${String(number).padStart(12, '0')}`;
const accountId = fc.constantFrom(undefined, numbered('c000', 1));
const cents = (...amounts: number[]) => fc.constantFrom(...amounts) as fc.Arbitrary<number> as fc.Arbitrary<Cents>;
const largest = cents(LARGEST_AMOUNT, LARGEST_AMOUNT - 1, 1, 100);
const balance = cents(LARGEST_AMOUNT, -LARGEST_AMOUNT, 0);
/** Differences of two balances, each as large as it may be. */
const difference = cents(2 * LARGEST_AMOUNT, -2 * LARGEST_AMOUNT, LARGEST_AMOUNT + 1, LARGEST_AMOUNT, -1);
const transactionId = fc.constant('');
const entry = { transactionId, title: fc.constant('At the limit'), date: fc.constant(DATE), accountId };

/** Commands whose amounts are at the limits, also where they are worked out. */
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ type: fc.constant('MakeInitialDeposit' as const), amount: largest, accountId }),
  fc.record({ type: fc.constant('RecordIncome' as const), ...entry, category: fc.constant('Salary'), amount: largest }),
  fc.record({
    type: fc.constant('RecordExpense' as const),
    ...entry,
    wallet: fc.constant('Bank' as const),
    amount: largest,
  }),
  fc.record({ type: fc.constant('AdjustBalance' as const), to: balance, accountId }),
  fc.record({
    type: fc.constant('AdjustBooks' as const),
    transactionId,
    date: fc.constant(DATE),
    difference,
    accountId,
  }),
  fc.record({
    ...{ type: fc.constant('BeginWith' as const), amount: difference, accountId },
    bank: fc.record({ date: fc.constant(DATE), balance }),
  }),
  fc.record({
    ...{ type: fc.constant('MakeTransfer' as const), transferId: fc.constant(''), date: fc.constant(DATE) },
    ...{ from: fc.constant('everyday'), to: fc.constant(numbered('c000', 1)), amount: largest },
  }) as fc.Arbitrary<Command>,
);

const opening = (openingBalance: number): Command => ({
  type: 'OpenAccount',
  newAccountId: numbered('c000', 1),
  name: 'Other',
  kind: 'Savings',
  openingBalance: openingBalance as Cents,
});

test('whatever is done at the limits of amounts, the audit takes every event', () => {
  let adjusted = 0;
  fc.assert(
    fc.property(balance, fc.array(command, { maxLength: 12 }), (openingBalance, commands) => {
      const named = commands.map((each, place): Command => {
        if ('transactionId' in each) return { ...each, transactionId: numbered('9000', place) } as Command;
        return 'transferId' in each ? ({ ...each, transferId: numbered('b000', place) } as Command) : each;
      });
      const ledger = emptyLedger(0n);
      const { events } = carriedOut([opening(openingBalance), ...named]);
      for (const { event, metadata, revision } of events)
        expect(applyToAudit(ledger, event, metadata, revision)).toEqual([]);
      adjusted += events.filter(({ event: { data } }) => 'title' in data && data.title === 'Adjusting entry').length;
    }),
    { numRuns: 500 },
  );
  expect(adjusted).toBeGreaterThan(20);
});
