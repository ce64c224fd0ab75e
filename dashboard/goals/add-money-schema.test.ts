import { expect, test } from 'vitest';
import { addMoneySchema } from './add-money-schema.ts';

const errorMessage = (input: object) =>
  addMoneySchema({ finalAmount: 100 }, 50).safeParse(input).error?.issues[0]?.message;

test('accepts amounts up to the balance', () => {
  expect(errorMessage({ currentAmount: 50 })).toBeUndefined();
  expect(errorMessage({ currentAmount: 1 })).toBeUndefined();
});

test('refuses a missing amount, one below 1, one above the balance and one above the final amount', () => {
  expect(errorMessage({})).toBe('Amount is required');
  expect(errorMessage({ currentAmount: 0.99 })).toBe("Amount can't be less than 1");
  expect(errorMessage({ currentAmount: 50.01 })).toBe("You don't have enough balance to make this transaction");
  expect(errorMessage({ currentAmount: 100.01 })).toBe("Amount to add can't be more than the final amount of the goal");
});
