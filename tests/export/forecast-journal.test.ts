import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExportedLedger } from '#api/export/archive-files.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { daysIn, shifted } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import { forecastOf } from '#ledger/schedules/forecast.ts';
import { aheadOf, openOccurrences } from '#ledger/schedules/open.ts';
import { anyScheduleRule } from '#ledger/testing/any-schedule-rule.ts';
import { recordedAll, units } from '#ledger/testing/scenario.ts';
import { budgeted } from '../support/accounting.ts';
import { hasAccountingPrograms } from '../support/accounting-programs.ts';
import { exportedLedger, run, verified, withExport } from '../support/exported.ts';

const TODAY = '2026-11-20';
const UNTIL = '2028-11-20';
const idOf = (number: number) => `00000000-0000-4000-8000-0000000000${number + 10}`;
const [SAVINGS, RENT, WAGE, PUT_BY, BACK] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)];

const monthly = (start: string) => ({ every: 1, unit: 'month', start }) as const;
const HOUSEHOLD: LedgerEvent[] = [
  { type: 'InitialDepositMade', data: { amount: units(1_000) } },
  {
    type: 'AccountOpened',
    data: { accountId: SAVINGS, name: 'Nest: egg', kind: 'Savings', openingBalance: units(50) },
  },
  { type: 'BudgetPlanned', data: { categoryId: 'Bills & Fees', month: '2026-12', from: units(0), to: units(40) } },
  {
    ...{ type: 'ExpenseRecorded' },
    data: {
      ...{ transactionId: idOf(31), title: 'Ahead', amount: units(10), date: '2026-12-24', wallet: 'Bank' },
      category: 'Bills & Fees',
    },
  },
  {
    ...{ type: 'ScheduleAdded' },
    data: {
      ...{ scheduleId: RENT, title: 'Rent; flat | 3', type: 'Expense', amount: { exact: units(900) }, wallet: 'Bank' },
      ...{ category: 'Bills & Fees', rule: monthly('2026-10-31'), post: 'ask' },
    },
  },
  {
    ...{ type: 'ScheduleAdded' },
    data: {
      ...{ scheduleId: WAGE, title: 'Wage', type: 'Income', amount: { from: units(2_000), to: units(2_400) } },
      ...{ rule: { ...monthly('2026-11-28'), weekend: 'before' }, post: 'ask' },
    },
  },
  {
    ...{ type: 'ScheduleAdded' },
    data: {
      ...{ scheduleId: PUT_BY, title: 'Put by', type: 'Transfer', amount: { about: units(300) }, toAccountId: SAVINGS },
      ...{ rule: monthly('2026-12-02'), post: 'by-itself' },
    },
  },
  {
    ...{ type: 'ScheduleAdded' },
    data: {
      ...{ scheduleId: BACK, title: 'Bottles', type: 'Income', amount: { exact: units(5) }, category: 'Bills & Fees' },
      ...{ rule: { every: 1, unit: 'year', start: '2026-12-31' }, post: 'ask' },
    },
  },
  { type: 'OccurrenceSkipped', data: { scheduleId: RENT, nominal: '2026-11-30', title: 'Rent; flat | 3' } },
];
const household = () => exportedLedger(recordedAll(HOUSEHOLD), TODAY);

/**
 * The balances of the user's accounts that hledger expects at the end of days, in cents, by the names of the journal.
 */
async function foreseen(folder: string, days: readonly string[]): Promise<Record<string, number>[]> {
  const last = shifted(days.at(-1) ?? '', 1);
  const args = ['-f', 'forecast.journal', 'bal', '--forecast', '-H', '-D', '-b', TODAY, '-e', last];
  const { code, stdout, stderr } = await run('hledger', [...args, ':accounts:', '-N', '-O', 'csv'], folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [head = [], ...rows] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(1, -1).replaceAll('""', '"').split('","'));
  return days.map((day) => {
    const at = head.indexOf(day);
    return Object.fromEntries(
      rows.map((cells) => [cells[0] ?? '', Math.round(Number.parseFloat(cells[at] ?? '') * 100)]),
    );
  });
}

/** The same by the forecast, of one account. */
function foreseenBy({ state, coming }: ExportedLedger, account: string, days: readonly string[]): number[] {
  const forecast = forecastOf({
    ...{
      balance: state.accounts.get(account)?.balance ?? 0,
      account,
      days: daysIn(TODAY, days.at(-1) ?? '', 10_000),
      perDay: 0,
    },
    occurrences: openOccurrences(coming.scheduled, UNTIL, TODAY).map(aheadOf),
  });
  return days.map((day) => forecast.days.find(({ date }) => date === day)?.expected ?? 0);
}

describe('forecast.journal', () => {
  test('has what accounts hold, and a periodic transaction for each open occurrence of 24 months', async () => {
    const { journal, books } = await withExport(household(), 'EUR', async (folder) => ({
      journal: await readFile(join(folder, 'forecast.journal'), 'utf8'),
      books: await readFile(join(folder, 'daybook.journal'), 'utf8'),
    }));
    expect(journal).toMatch(
      /^; What comes again from 2026-11-20 to 2028-11-20, on top of what accounts hold\.\ncommodity EUR\n/,
    );
    const [, balances = '', ...rules] = journal.split(/\n(?=2026-11-19 \*|~ )/);
    expect(balances.trimEnd().split('\n')).toEqual([
      '2026-11-19 * Balances',
      '    assets:accounts:Everyday    990.00 EUR',
      '    assets:accounts:Nest- egg    50.00 EUR',
      '    equity:opening    -1040.00 EUR',
    ]);
    expect(rules.slice(0, 4).map((rule) => rule.trimEnd())).toEqual([
      '~ 2026-11-20  Rent, flat / 3\n    expenses:Bills & Fees    900.00 EUR\n    assets:accounts:Everyday    -900.00 EUR',
      '~ 2026-11-27  Wage\n    income:no category    -2200.00 EUR\n    assets:accounts:Everyday    2200.00 EUR',
      '~ 2026-12-02  Put by\n    assets:accounts:Nest- egg    300.00 EUR\n    assets:accounts:Everyday    -300.00 EUR',
      '~ 2026-12-28  Wage\n    income:no category    -2200.00 EUR\n    assets:accounts:Everyday    2200.00 EUR',
    ]);
    expect(rules.find((rule) => rule.includes('Bottles'))).toContain('    expenses:Bills & Fees    -5.00 EUR\n');
    // Rent 24 times from October, but for November; the wage and the transfer each month; bottles twice.
    expect(rules).toHaveLength(24 + 24 + 24 + 2);
    expect(books).not.toContain('Wage');
  });

  test.skipIf(!hasAccountingPrograms())('makes hledger expect what the forecast does, to the cent', async () => {
    const ledger = household();
    const days = daysIn(TODAY, UNTIL, 10_000).filter((_, index) => index % 17 === 0);
    const { found, strict } = await withExport(ledger, 'EUR', async (folder) => ({
      found: await foreseen(folder, days),
      strict: await run('hledger', ['-f', 'forecast.journal', 'check', '--strict'], folder),
    }));
    expect(strict).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(found.map((held) => held['assets:accounts:Everyday'])).toEqual(foreseenBy(ledger, EVERYDAY, days));
    expect(found.map((held) => held['assets:accounts:Nest- egg'])).toEqual(foreseenBy(ledger, SAVINGS, days));
    expect(found[1]?.['assets:accounts:Everyday']).toBe(99_000 - 90_000 + 220_000 - 30_000);
  });

  test.skipIf(!hasAccountingPrograms())("is in no budget of hledger's", async () => {
    const reported = await withExport(household(), 'EUR', budgeted);
    expect(reported['expenses:Bills & Fees']).toEqual({ '2026-11': [0, 0], '2026-12': [1_000, 4_000] });
  });

  test('is worked out by verify.mjs from the events and its day, whatever the rules', async () => {
    const schedule = fc.record({
      rule: anyScheduleRule,
      start: fc.integer({ min: -366, max: 300 }),
      end: fc.integer({ min: 0, max: 900 }),
      type: fc.constantFrom('Expense' as const, 'Income' as const),
      from: fc.integer({ min: 1, max: 999 }),
      more: fc.integer({ min: 0, max: 99 }),
    });
    const today = fc.constantFrom('2026-11-20', '2024-02-28', '2027-12-31', '2099-01-15', '2198-06-30');
    const counts: number[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(schedule, { minLength: 8, maxLength: 12 }), today, async (schedules, today) => {
        const events = schedules.map(({ rule, type, from, more, ...days }, index): LedgerEvent => {
          const start = shifted(today, days.start);
          const end = rule.end && 'on' in rule.end ? { on: shifted(start, days.end) } : rule.end;
          const amount = { from: from as Cents, to: (from + more) as Cents };
          const data = { scheduleId: idOf(index), title: `Of ${index}`, type, amount, rule: { ...rule, start, end } };
          return { type: 'ScheduleAdded', data: { ...data, post: 'ask' } };
        });
        const { coming } = exportedLedger(recordedAll(events), today);
        const skipped = openOccurrences(coming.scheduled, shifted(today, 400), today).filter((_, at) => at % 3 === 0);
        for (const { scheduleId, nominal, title } of skipped) {
          events.push({ type: 'OccurrenceSkipped', data: { scheduleId, nominal, title } });
        }
        const ledger = exportedLedger(recordedAll(events), today);
        counts.push([...openOccurrences(ledger.coming.scheduled, shifted(today, 700), today)].length);
        expect(await withExport(ledger, 'EUR', verified)).toMatchObject({ code: 0, stderr: '' });
      }),
      { numRuns: 12, endOnFailure: true },
    );
    expect(counts.filter((count) => count > 50).length).toBeGreaterThan(3);
  });

  test.each<[string, LedgerEvent[]]>([
    ['a schedule that is added twice', [...HOUSEHOLD.slice(4, 5), ...HOUSEHOLD.slice(4, 5)]],
    ['the removal of one that is not there', [{ type: 'ScheduleRemoved', data: { scheduleId: RENT, title: 'Rent' } }]],
    [
      'an occurrence that is opened while it is open',
      [
        ...HOUSEHOLD.slice(4, 5),
        { type: 'OccurrenceOpened', data: { scheduleId: RENT, nominal: '2026-11-30', title: 'R' } },
      ],
    ],
  ])('verify.mjs finds %s', async (_, events) => {
    const { code, stdout } = await withExport(exportedLedger(recordedAll(events)), 'EUR', verified);
    expect([code, stdout.split('\n')[0]]).toEqual([
      1,
      `events.jsonl differs: entry ${events.length - 1} contradicts those before it.`,
    ]);
  });
});
