import type { ExpenseCategory, IncomeCategory, Wallet } from '#ledger/model/constants.ts';
import { type Cents, exactCents } from '#ledger/model/money.ts';
import { randomNumbers } from '#platform/random-numbers.ts';

/** A sample transaction: the day of the month, and its command without id and date. */
export type SampleEntry = {
  day: number;
  entry: { title: string; amount: Cents } & (
    | {
        type: 'RecordExpense';
        category?: ExpenseCategory;
        wallet: Wallet;
        parts?: { category: ExpenseCategory; amount: Cents; note?: string }[];
      }
    | { type: 'RecordIncome'; category: IncomeCategory }
  );
};

type Choice = readonly [title: string, category: ExpenseCategory, wallet: Wallet, min: number, max: number];

/** The income after which the month's savings go to the goals. */
export const LAST_OF_MONTH = 'Salary, second half';

/** Expenses of every month, on a fixed day. */
const MONTHLY: readonly (readonly [day: number, ...Choice])[] = [
  [1, 'Rent', 'Bills & Fees', 'Bank', 1_780, 1_780],
  [2, 'Student loan', 'Education', 'Bank', 280, 280],
  [3, 'Renter’s insurance', 'Bills & Fees', 'Bank', 21.6, 21.6],
  [5, 'Retirement plan', 'Other', 'Bank', 500, 500],
  [9, 'Phone plan', 'Bills & Fees', 'Credit card', 38, 38],
  [12, 'Library fines and copies', 'Education', 'Cash', 2, 9],
  [16, 'Electricity', 'Electricity', 'Bank', 52, 96],
  [18, 'Internet', 'Bills & Fees', 'Bank', 49, 49],
  [22, 'Gym', 'Healthcare', 'Debit card', 34, 34],
  [24, 'Haircut', 'Other', 'Cash', 28, 45],
];

/** Expenses of most weeks, on a random day. */
const WEEKLY: readonly Choice[] = [
  ['Weekly groceries', 'Groceries', 'Debit card', 62, 118],
  ['Farmers market', 'Groceries', 'Cash', 12, 34],
  ['Coffee with Jonah', 'Food & Drinks', 'Cash', 6, 12],
  ['Bus pass top-up', 'Travel', 'Debit card', 15, 20],
  ['Lunch at the canteen', 'Food & Drinks', 'Debit card', 8, 14],
];

/** Occasional expenses, six a month. */
const OCCASIONAL: readonly Choice[] = [
  ['Dinner at Marisol’s', 'Food & Drinks', 'Credit card', 34, 78],
  ['Matinee, two tickets', 'Movie', 'Debit card', 21, 29],
  ['Paperbacks', 'Shopping', 'Credit card', 14, 42],
  ['Pharmacy', 'Healthcare', 'Debit card', 7, 31],
  ['Glaze and clay', 'Shopping', 'Credit card', 24, 66],
  ['Concert in the park', 'Entertainment', 'Cash', 12, 30],
  ['Birthday present for Ines', 'Shopping', 'Credit card', 25, 60],
  ['Train to the coast, return', 'Travel', 'Credit card', 38, 84],
  ['Printer paper and ink', 'Office', 'Debit card', 18, 47],
  ['Dentist, co-pay', 'Healthcare', 'Bank', 35, 60],
  ['Evening class, ceramics', 'Education', 'Bank', 75, 75],
  ['Board game night', 'Entertainment', 'Cash', 9, 18],
];

/**
 * Gives a month's sample transactions, ordered by day; deterministic. `month` is year × 12 + month of the year from 0,
 * `days` the length of the month.
 */
export function sampleMonth(month: number, days: number): SampleEntry[] {
  const random = randomNumbers(month);
  const between = (min: number, max: number) => exactCents(Math.round((min + random() * (max - min)) * 100) / 100);
  const spend = (day: number, [title, category, wallet, min, max]: Choice): SampleEntry => ({
    day,
    entry: { type: 'RecordExpense', title, amount: between(min, max), category, wallet },
  });
  const earn = (day: number, title: string, amount: Cents, category: IncomeCategory): SampleEntry => ({
    day,
    entry: { type: 'RecordIncome', title, amount, category },
  });
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item;
  const someDay = (from: number, to: number) => from + Math.floor(random() * (Math.min(to, days) - from + 1));

  const entries: SampleEntry[] = [
    earn(13, 'Salary, first half', exactCents(2_425), 'Salary'),
    earn(28, LAST_OF_MONTH, exactCents(2_425), 'Salary'),
    ...MONTHLY.map(([day, ...choice]) => spend(day, choice)),
  ];
  for (let monday = 1; monday <= days; monday += 7) {
    for (const choice of WEEKLY) if (random() < 0.85) entries.push(spend(someDay(monday, monday + 6), choice));
  }
  for (let times = 0; times < 6; times += 1) entries.push(spend(someDay(1, days), pick(OCCASIONAL)));
  if (random() < 0.6) {
    const title = pick(['Two stoneware bowls, sold', 'Teapot, sold', 'Pottery lesson, given']);
    entries.push(earn(someDay(4, 26), title, between(45, 140), 'Extra Income'));
  }
  return entries.sort((a, b) => a.day - b.day);
}
