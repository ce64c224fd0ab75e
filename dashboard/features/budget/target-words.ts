import type { BudgetCategory } from '#contract/budget-calls.ts';
import { formatDay } from '../../ui/day.ts';
import { formatMoney } from '../../ui/money.ts';

/** A target in words, such as `$300.00 each month`. */
export function targetWords(target: BudgetCategory['target'], currency: string): string {
  if (target === null) return 'No target.';
  if (target.kind === 'share') return `${target.percent} % of the income of the month before.`;
  const amount = formatMoney(target.amount, currency);
  if (target.kind === 'by') return `${amount} by ${formatDay(target.date).long}${target.repeat ? ', each year' : ''}.`;
  return target.kind === 'monthly' ? `${amount} each month.` : `Up to ${amount}.`;
}
