import { dayText, digitsText, moneyText } from '#contract/texts.ts';
import type { Target } from '#ledger/model/budget.ts';
import type { Carry } from '#ledger/model/constants.ts';

const CARRY: Readonly<Record<Carry, string>> = {
  surplus: 'what is left carries over',
  all: 'what is left and what is overspent carry over',
  none: 'nothing carries over',
};

/** The words for an amount that carries over. */
export function carryText(carry: Carry): string {
  return CARRY[carry];
}

/** A target in words; amounts without a currency where none is named. */
export function targetText(target: Target, currency?: string): string {
  const money = (cents: number) => (currency === undefined ? digitsText(cents / 100, '') : moneyText(cents, currency));
  switch (target.kind) {
    case 'monthly':
      return `${money(target.amount)} each month`;
    case 'refill':
      return `up to ${money(target.amount)}`;
    case 'by':
      return `${money(target.amount)} by ${dayText(target.date)}${target.repeat ? ', each year' : ''}`;
    case 'share':
      return `${target.percent} % of the last month's income`;
    default:
      return target satisfies never;
  }
}
