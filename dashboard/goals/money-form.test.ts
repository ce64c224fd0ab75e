import { expect, test } from 'vitest';
import { moneyForm } from './money-form.ts';

const complaint = (input: object) => moneyForm({ finalAmount: 100 }, 50).safeParse(input).error?.issues[0]?.message;

test('takes what the goal and the balance have room for', () => {
  expect(complaint({ currentAmount: 50 })).toBeUndefined();
  expect(complaint({ currentAmount: 1 })).toBeUndefined();
});

test('says what is wrong with the rest', () => {
  expect(complaint({})).toBe('Amount is required');
  expect(complaint({ currentAmount: 0.99 })).toBe("Amount can't be less than 1");
  expect(complaint({ currentAmount: 50.01 })).toBe("You don't have enough balance to make this transaction");
  expect(complaint({ currentAmount: 100.01 })).toBe("Amount to add can't be more than the final amount of the goal");
});
