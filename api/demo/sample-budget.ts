import type { Command } from '#ledger/decide/commands.ts';
import type { Target } from '#ledger/model/budget.ts';
import { isGiven } from '#ledger/model/categories.ts';
import type { ExpenseCategory } from '#ledger/model/constants.ts';
import { exactCents } from '#ledger/model/money.ts';
import type { OwnCategory } from './sample-categories.ts';

/** A given category, or an own one by its name, and the amount that is planned for it. */
type Planned = readonly [category: ExpenseCategory | OwnCategory, amount: number];

/** The amount that is planned for every month, with what winter, December and summer take beside. */
const PLANNED: readonly Planned[] = [
  ['Bills & Fees', 1_890],
  ['Electricity', 75],
  ['Groceries', 485],
  ['Food & Drinks', 115],
  ['Education', 288],
  ['Healthcare', 76],
  ['Other', 545],
  ['Shopping', 28],
  ['Travel', 190],
  ['Movie', 18],
  ['Entertainment', 20],
  ['Office', 16],
  ['Pottery', 22],
  ['Evening classes', 38],
  ['Rainy days', 130],
];
const OF_MONTH: Readonly<Record<string, readonly Planned[]>> = {
  '01': [['Electricity', 95]],
  '02': [['Electricity', 95]],
  '07': [['Travel', 340]],
  '08': [['Travel', 340]],
  '12': [
    ['Electricity', 95],
    ['Shopping', 180],
  ],
};

/** The share that the first plan sets by of the money from before. */
const RESERVE = ['Rainy days', 6_000] as const;

/** The plan of a month, `2026-11`; the first one has a reserve, too. `idOf` gives the id of an own category. */
export function planOf(month: string, isFirst: boolean, idOf: (name: string) => string): Command {
  const amounts = new Map([...PLANNED, ...(OF_MONTH[month.slice(5)] ?? [])]);
  const [reserved, reserve] = RESERVE;
  if (isFirst) amounts.set(reserved, (amounts.get(reserved) ?? 0) + reserve);
  const named = [...amounts].map(([name, amount]) => [isGiven(name) ? name : idOf(name), amount] as const);
  return sampleBudgetPlan(month, named);
}

/** The change of some plans of a month, each to an amount. */
export function sampleBudgetPlan(
  month: string,
  amounts: readonly (readonly [category: string, amount: number])[],
): Command {
  const plans = amounts.map(([category, amount]) => ({ category, month, amount: exactCents(amount) }));
  return { type: 'PlanBudget', plans };
}

/** The targets: savings for Travel until a month of the next year, `2027-05`, and amounts for other categories. */
export function targetsUntil(month: string): Command[] {
  const targets: [ExpenseCategory, Target][] = [
    ['Travel', { kind: 'by', amount: exactCents(2_400), date: `${month}-01`, repeat: 'yearly' }],
    ['Healthcare', { kind: 'refill', amount: exactCents(200) }],
    ['Groceries', { kind: 'monthly', amount: exactCents(485) }],
    ['Other', { kind: 'share', percent: 12, of: 'last-income' }],
  ];
  return targets.map(([category, target]) => ({ type: 'SetTarget', category, target }));
}
