import { writeFileSync } from 'node:fs';
import { randomNumbers } from '#platform/random-numbers.ts';

/** The seed of `household.csv`. */
export const SEED = 20_210_101;

const FIRST_DAY = Date.UTC(2021, 0, 1);
const DAYS = 4 * 365 + 1;
const DAY_MS = 86_400_000;

type Day = { day: number; month: number; year: number };
/** A random amount in cents from `min` to `max`, in steps of `step`. */
type Amount = { min: number; max: number; step: number };
type Kind = {
  type: 'Income' | 'Expense' | 'Transfer-Out';
  category: string;
  subcategory: string;
  modes: readonly string[];
  notes: readonly string[];
  amount: (date: Day) => Amount;
};

const exactly = (cents: number): Amount => ({ min: cents, max: cents, step: 1 });
const between = (min: number, max: number, step: number) => () => ({ min, max, step });

const ACCOUNT = ['Current account'];
const SHOP = ['debit card', 'debit card', 'Cash', 'Credit Card'];
const CARDS = ['Credit Card', 'Debit Card'];

/** Rows on fixed days, without a time of day. */
const FIXED: readonly (Kind & { on: (date: Day) => boolean })[] = [
  {
    ...{
      type: 'Income',
      category: 'Salary',
      subcategory: '',
      modes: ACCOUNT,
      notes: ['Salary', 'Gehalt, inkl. Zulage'],
    },
    on: ({ day }) => day === 28,
    amount: ({ year }) => exactly(294_017 + (year - 2021) * 8_350),
  },
  {
    ...{ type: 'Income', category: 'Bonus', subcategory: '', modes: ACCOUNT, notes: ['Christmas bonus 🎄'] },
    on: ({ day, month }) => day === 28 && month === 11,
    amount: ({ year }) => exactly(147_000 + (year - 2021) * 4_000),
  },
  {
    ...{ type: 'Income', category: 'Interest', subcategory: '', modes: ['Savings account'], notes: [''] },
    on: ({ day, month }) => day === 31 && (month === 3 || month === 12),
    amount: between(101, 390, 1),
  },
  {
    ...{
      type: 'Income',
      category: 'Tax refund',
      subcategory: '',
      modes: ACCOUNT,
      notes: ['Tax office, "final" notice'],
    },
    on: ({ day, month }) => day === 17 && month === 6,
    amount: between(21_000, 61_000, 1),
  },
  {
    ...{ type: 'Expense', category: 'Rent', subcategory: '', modes: ACCOUNT, notes: ['Rent, Müllerstraße 12'] },
    on: ({ day }) => day === 1,
    amount: ({ year }) => exactly(year < 2023 ? 98_000 : 103_550),
  },
  {
    ...{ type: 'Expense', category: 'Household', subcategory: 'Electricity', modes: ACCOUNT, notes: [''] },
    on: ({ day }) => day === 3,
    amount: ({ year }) => exactly(6_100 + (year - 2021) * 790),
  },
  {
    ...{ type: 'Expense', category: 'subscription', subcategory: 'Internet', modes: ACCOUNT, notes: ['', 'Internet'] },
    on: ({ day }) => day === 5,
    amount: () => exactly(3_999),
  },
  {
    ...{ type: 'Expense', category: 'subscription', subcategory: 'Music', modes: ['credit card'], notes: ['Music 🎧'] },
    on: ({ day }) => day === 9,
    amount: () => exactly(1_099),
  },
  {
    ...{ type: 'Expense', category: 'Transportation', subcategory: 'Month ticket', modes: ACCOUNT, notes: [''] },
    on: ({ day }) => day === 2,
    amount: ({ year }) => exactly(year < 2023 ? 8_610 : 4_900),
  },
  {
    ...{ type: 'Expense', category: 'maid', subcategory: '', modes: ['Cash'], notes: ['Frau Öztürk, 3 hours', ''] },
    on: ({ day }) => day === 14 || day === 27,
    amount: between(4_500, 5_400, 450),
  },
  {
    ...{ type: 'Expense', category: 'Life Insurance', subcategory: '', modes: ACCOUNT, notes: ['Insurance (year)'] },
    on: ({ day, month }) => day === 20 && month === 1,
    amount: () => exactly(31_240),
  },
  {
    ...{ type: 'Transfer-Out', category: 'Savings account', subcategory: '', modes: ACCOUNT, notes: ['Put by'] },
    on: ({ day }) => day === 29,
    amount: between(10_000, 30_000, 5_000),
  },
  {
    ...{
      type: 'Transfer-Out',
      category: 'Money transfer',
      subcategory: '',
      modes: ACCOUNT,
      notes: ['Cash, "Automat"'],
    },
    on: ({ day }) => day === 11,
    amount: between(5_000, 20_000, 5_000),
  },
];

/** Rows on random days; `chance` is the probability for each day. */
const RANDOM: readonly (Kind & { chance: number })[] = [
  {
    ...{ type: 'Expense', category: 'Food', subcategory: 'Groceries', modes: SHOP },
    notes: [
      '',
      'Weekly shop',
      'Brot, Käse, Äpfel',
      'Bakery "Zum Löwen"',
      'Market: eggs, honey',
      'Milk',
      'Groceries 🛒 ',
    ],
    chance: 0.42,
    amount: between(240, 6_900, 1),
  },
  {
    ...{ type: 'Expense', category: 'Food', subcategory: 'Lunch', modes: ['Cash', 'debit card'] },
    notes: ['Canteen', 'Döner', 'Soup and roll', ''],
    chance: 0.25,
    amount: between(480, 1_250, 10),
  },
  {
    ...{ type: 'Expense', category: 'Food', subcategory: 'Restaurant', modes: CARDS },
    notes: ['Pizza 🍕 with Jörg', 'Dinner, "Bella Vista", with tip and a bottle of wine', 'Ramen', 'Crêpes'],
    chance: 0.08,
    amount: between(1_900, 7_400, 50),
  },
  {
    ...{ type: 'Expense', category: 'Food', subcategory: 'snacks', modes: ['Cash'] },
    notes: ['Coffee ☕', 'Ice cream, two scoops', 'Pretzel', ''],
    chance: 0.19,
    amount: between(120, 620, 10),
  },
  {
    ...{ type: 'Expense', category: 'Transportation', subcategory: 'Train', modes: ['Credit Card', 'Cash'] },
    notes: ['München → Köln, return', 'Train to the lake', ''],
    chance: 0.07,
    amount: between(890, 8_900, 10),
  },
  {
    ...{ type: 'Expense', category: 'Transportation', subcategory: 'Taxi', modes: ['Cash'], notes: ['Taxi home', ''] },
    chance: 0.03,
    amount: between(900, 3_200, 100),
  },
  {
    ...{ type: 'Expense', category: 'Household', subcategory: 'Supplies', modes: SHOP },
    notes: ['Washing powder', 'Bulbs (4×)', '2" brush, paint', 'Blumenerde', ''],
    chance: 0.07,
    amount: between(199, 4_999, 1),
  },
  {
    ...{ type: 'Expense', category: 'Health', subcategory: 'Pharmacy', modes: SHOP },
    notes: ['Pharmacy', 'Plasters, ointment', 'Zahnbürsten'],
    chance: 0.045,
    amount: between(350, 4_200, 5),
  },
  {
    ...{
      type: 'Expense',
      category: 'Apparel',
      subcategory: '',
      modes: CARDS,
      notes: ['Shoes 👟', 'Jacket', 'Socks, 5 pairs'],
    },
    chance: 0.025,
    amount: between(990, 12_900, 10),
  },
  {
    ...{ type: 'Expense', category: 'Beauty', subcategory: 'Hairdresser', modes: ['Cash'], notes: ['', 'Haircut ✂️'] },
    chance: 0.018,
    amount: between(2_600, 4_800, 100),
  },
  {
    ...{ type: 'Expense', category: 'Education', subcategory: 'Books', modes: CARDS },
    notes: ['"Der Zauberberg"', 'Spanish course, materials and exam fee included', 'Paperbacks'],
    chance: 0.025,
    amount: between(899, 8_900, 1),
  },
  {
    ...{ type: 'Expense', category: 'Gift', subcategory: '', modes: CARDS },
    notes: ['Birthday: Zoë 🎂', 'Flowers 💐, card', 'Wedding of J. & K.', 'Geschenk für Oma'],
    chance: 0.022,
    amount: between(1_000, 9_000, 500),
  },
  {
    ...{ type: 'Expense', category: 'Tourism', subcategory: 'Holiday', modes: ['Credit Card'] },
    notes: ['Hostel, 2 nights', 'Ferry', 'Museum “Kunst & Zeit”', 'Holiday 🏖️'],
    chance: 0.017,
    amount: between(1_400, 21_000, 10),
  },
  {
    ...{ type: 'Income', category: 'Freelance', subcategory: 'Translation', modes: ACCOUNT },
    notes: ['Invoice 2, "rush"', 'Translation', ''],
    chance: 0.022,
    amount: between(8_000, 42_000, 250),
  },
  {
    ...{
      type: 'Income',
      category: 'Gift',
      subcategory: '',
      modes: ['Cash'],
      notes: ['From Großmutter 💶', 'Birthday money'],
    },
    chance: 0.008,
    amount: between(2_000, 10_000, 1_000),
  },
  {
    ...{ type: 'Income', category: 'scrap', subcategory: 'Flea market', modes: ['Cash'], notes: ['Lamp, sold', ''] },
    chance: 0.008,
    amount: between(300, 2_500, 10),
  },
];

/**
 * Generates four years of a household's transactions from 2021 on, as a CSV file, newest first; deterministic for a
 * seed. It resembles real exports: some rows have times, notes may be empty, card names vary in case, and there are
 * transfers between the household's accounts, which are neither income nor expense.
 *
 * With SEED: 2,392 rows, of which 118 are income (163,019.24), 2,181 expenses (114,992.78) and 93 transfers. After a
 * first deposit of 5,000 the balance never goes below zero, and ends at 53,026.46.
 */
export function generateHousehold(seed: number): string {
  const random = randomNumbers(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  const drawn = <T>(from: readonly T[]) => from[upTo(from.length)] as T;

  const line = (kind: Kind, date: Day, when: string): string => {
    const { min, max, step } = kind.amount(date);
    const cents = min + upTo(Math.floor((max - min) / step) + 1) * step;
    const { category, subcategory, type } = kind;
    const fields = [
      when,
      drawn(kind.modes),
      category,
      subcategory,
      drawn(kind.notes),
      String(cents / 100),
      type,
      'EUR',
    ];
    return fields.map((text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',');
  };

  const lines: string[] = [];
  for (let number = 0; number < DAYS; number += 1) {
    const at = new Date(FIRST_DAY + number * DAY_MS);
    const date = { day: at.getUTCDate(), month: at.getUTCMonth() + 1, year: at.getUTCFullYear() };
    const written = `${two(date.day)}-${two(date.month)}-${date.year}`;
    for (const kind of FIXED) if (kind.on(date)) lines.push(line(kind, date, written));
    let minute = 7 * 60;
    for (const kind of RANDOM) {
      if (random() >= kind.chance) continue;
      minute += 1 + upTo(60);
      const time = random() < 0.7 ? ` ${two(Math.floor(minute / 60))}:${two(minute % 60)}` : '';
      lines.push(line(kind, date, written + time));
    }
  }
  const header = 'Date,Mode,Category,Subcategory,Note,Amount,Income/Expense,Currency';
  return `${[header, ...lines.reverse()].join('\n')}\n`;
}

const two = (number: number) => String(number).padStart(2, '0');

// `node tests/household/generate.ts` writes the file.
if (import.meta.main) writeFileSync(new URL('household.csv', import.meta.url), generateHousehold(SEED));
