import type { Command } from '#ledger/decide/commands.ts';
import type { Target } from '#ledger/model/budget.ts';
import type { ExpenseCategory } from '#ledger/model/constants.ts';
import { exactCents } from '#ledger/model/money.ts';

/** The amount that is planned for every month, with what winter, December and summer take beside. */
const PLANNED: readonly (readonly [ExpenseCategory, number])[] = [
  ['Bills & Fees', 1_890],
  ['Electricity', 75],
  ['Groceries', 470],
  ['Food & Drinks', 115],
  ['Education', 320],
  ['Healthcare', 90],
  ['Other', 560],
  ['Shopping', 80],
  ['Travel', 220],
  ['Movie', 30],
  ['Entertainment', 25],
  ['Office', 20],
];
const OF_MONTH: Readonly<Record<string, readonly (readonly [ExpenseCategory, number])[]>> = {
  '01': [['Electricity', 95]],
  '02': [['Electricity', 95]],
  '07': [['Travel', 340]],
  '08': [['Travel', 340]],
  '12': [
    ['Electricity', 95],
    ['Shopping', 240],
  ],
};

/** The share that the first plan sets by of the money from before. */
const RESERVE = ['Bills & Fees', 6_000] as const;

/** The plan of a month, `2026-11`; the first one has a reserve, too. */
export function planOf(month: string, isFirst: boolean): Command {
  const amounts = new Map([...PLANNED, ...(OF_MONTH[month.slice(5)] ?? [])]);
  const [reserved, reserve] = RESERVE;
  if (isFirst) amounts.set(reserved, (amounts.get(reserved) ?? 0) + reserve);
  return sampleBudgetPlan(month, [...amounts]);
}

/** The change of some plans of a month, each to an amount. */
export function sampleBudgetPlan(month: string, amounts: readonly (readonly [ExpenseCategory, number])[]): Command {
  const plans = amounts.map(([category, amount]) => ({ category, month, amount: exactCents(amount) }));
  return { type: 'PlanBudget', plans };
}

/** The targets: savings for Travel until a month of the next year, `2027-05`, and amounts for other categories. */
export function targetsUntil(month: string): Command[] {
  const targets: [ExpenseCategory, Target][] = [
    ['Travel', { kind: 'by', amount: exactCents(2_400), date: `${month}-01`, repeat: 'yearly' }],
    ['Healthcare', { kind: 'refill', amount: exactCents(200) }],
    ['Groceries', { kind: 'monthly', amount: exactCents(470) }],
    ['Other', { kind: 'share', percent: 12, of: 'last-income' }],
  ];
  return targets.map(([category, target]) => ({ type: 'SetTarget', category, target }));
}
