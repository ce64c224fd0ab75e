import { expect, test } from 'vitest';
import { addMoneySchema } from './add-money-schema.ts';

const errorMessage = (input: object) =>
  addMoneySchema({ finalAmount: 100 }, 50).safeParse(input).error?.issues[0]?.message;

test('takes what the goal and the balance have room for', () => {
  expect(errorMessage({ currentAmount: 50 })).toBeUndefined();
  expect(errorMessage({ currentAmount: 1 })).toBeUndefined();
});

test('says what is wrong with the rest', () => {
  expect(errorMessage({})).toBe('Amount is required');
  expect(errorMessage({ currentAmount: 0.99 })).toBe("Amount can't be less than 1");
  expect(errorMessage({ currentAmount: 50.01 })).toBe("You don't have enough balance to make this transaction");
  expect(errorMessage({ currentAmount: 100.01 })).toBe("Amount to add can't be more than the final amount of the goal");
});
