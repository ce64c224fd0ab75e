import type { LedgerEvent } from '../events.ts';
import { LARGEST_AMOUNT } from '../model/money.ts';

/**
 * Whether an event would record an amount beyond the largest one (product 2.1). Amounts that somebody types are checked
 * before; those that a command works out, such as a difference, can be twice as large. An initial deposit that a bank's
 * balance leads to is such a difference and no amount of the user's.
 */
export function isBeyond({ type, data }: LedgerEvent): boolean {
  if (type === 'InitialDepositMade' && data.bank) return false;
  // A deletion is possible whatever the amount of its entry is.
  return !type.endsWith('Deleted') && holdsBeyond(data);
}

function holdsBeyond(value: object): boolean {
  return Object.entries(value).some(([name, nested]) => {
    if (typeof nested === 'number') return name === 'amount' && Math.abs(nested) > LARGEST_AMOUNT;
    return typeof nested === 'object' && nested !== null && name !== 'before' && holdsBeyond(nested);
  });
}
