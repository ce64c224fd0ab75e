import { randomNumbers } from '#platform/random-numbers.ts';

/** An entry of the household: `amount` in cents; of a transfer `account` is where it leaves. */
export type HouseholdEntry = {
  type: 'Expense' | 'Income' | 'Transfer';
  title: string;
  amount: number;
  date: string;
  account: string;
  toAccount?: string;
};

/** The household's accounts, and the last days of its months, which the bank confirms. */
export const ACCOUNTS = ['checking', 'savings', 'card'] as const;
export const MONTHS = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`);
export const CONFIRMED_DAYS = MONTHS.map((month) => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
});

/** Makes up a year of a household with three accounts, oldest first; the same for the same seed. */
export function householdOf(seed: number): HouseholdEntry[] {
  const random = randomNumbers(seed);
  const between = (least: number, most: number) => Math.round(least + random() * (most - least));
  const one = <Of>(of: readonly Of[]) => of[Math.floor(random() * of.length)] as Of;
  const entries: HouseholdEntry[] = [];
  for (const [at, month] of MONTHS.entries()) {
    const last = Number(CONFIRMED_DAYS[at]?.slice(8));
    const on = (day: number) => `${month}-${String(Math.min(day, last)).padStart(2, '0')}`;
    const spend = (title: string, amount: number, day: number, account: string) =>
      entries.push({ type: 'Expense', title, amount, date: on(day), account });
    const earn = (title: string, amount: number, day: number, account: string) =>
      entries.push({ type: 'Income', title, amount, date: on(day), account });
    const move = (account: string, toAccount: string, title: string, amount: number, day: number) =>
      entries.push({ type: 'Transfer', title, amount, date: on(day), account, toAccount });
    earn('Salary', 285_412, 25, 'checking');
    spend('Rent', 118_000, 1, 'checking');
    spend('Electricity', between(5_800, 9_600), 5, 'checking');
    spend('Internet', 3_999, 8, 'checking');
    spend('Telephone', 1_500, 12, 'checking');
    if (at % 3 === 1) spend('Insurance', 8_430, 15, 'checking');
    for (let week = 0; week < 4; week += 1) {
      spend('Groceries', between(2_300, 9_800), 2 + week * 7, 'checking');
      spend('Market hall', between(640, 2_890), 6 + week * 7, 'checking');
      spend('Bakery', one([380, 420, 560, 735]), 4 + week * 7, 'checking');
      spend('Coffee', one([280, 320]), 3 + week * 7, 'checking');
      spend('Bus ticket', 290, 7 + week * 7, 'checking');
    }
    for (let count = between(3, 6); count > 0; count -= 1) {
      const title = one(['Pharmacy', 'Restaurant', 'Bookshop', 'Hardware store', 'Clothes', 'Cinema', 'Florist']);
      spend(title, between(790, 13_400), between(1, last), 'checking');
    }
    if (random() < 0.4) earn('Refund', between(900, 6_000), between(1, last), 'checking');
    move('checking', 'savings', 'To savings', one([15_000, 20_000, 25_000]), 26);
    spend('Music streaming', 1_299, 3, 'card');
    spend('Newspaper', 2_450, 9, 'card');
    for (let count = between(6, 10); count > 0; count -= 1) {
      const title = one(['Online shop', 'Train tickets', 'Petrol', 'Hotel', 'Concert', 'Take-away', 'Garden centre']);
      spend(title, between(1_100, 18_900), between(1, last), 'card');
    }
    move('checking', 'card', 'Card bill', between(30_000, 70_000), 20);
    earn('Interest', between(110, 690), last, 'savings');
  }
  return entries.sort((first, second) => (first.date < second.date ? -1 : first.date > second.date ? 1 : 0));
}

/** The amount that an entry adds to an account, in cents. */
export function changeOf({ type, amount, account, toAccount }: HouseholdEntry, of: string): number {
  if (type === 'Transfer') return (toAccount === of ? amount : 0) - (account === of ? amount : 0);
  if (account !== of) return 0;
  return type === 'Expense' ? -amount : amount;
}

/** The amount that an account holds at the end of a day, in cents. */
export function balanceOf(entries: readonly HouseholdEntry[], account: string, day: string): number {
  return entries.filter(({ date }) => date <= day).reduce((sum, entry) => sum + changeOf(entry, account), 0);
}

/** A mistake in the books of an account: what was planted, the entries with it, and the right mending of it. */
export type Mistake = {
  kind: (typeof MISTAKES)[number];
  account: string;
  /**
   * Where the mistaken entry is, and what it is instead: null for one that is missing, of `null` an entry that is too
   * many.
   */
  at: number | null;
  instead: HouseholdEntry | null;
};

/** The kinds of mistakes that are planted. */
export const MISTAKES = [
  'sign turned',
  'digits swapped',
  'decimal point',
  'twice',
  'left out',
  'exact',
  'across the day',
] as const;

/** Plants a mistake of a kind at a random place. */
export function mistakeOf(kind: Mistake['kind'], entries: readonly HouseholdEntry[], random: () => number): Mistake {
  const lastDays = new Set(CONFIRMED_DAYS);
  for (;;) {
    const at = Math.floor(random() * entries.length);
    const entry = entries[at] as HouseholdEntry;
    const { account } = entry;
    switch (kind) {
      case 'sign turned':
        if (entry.type === 'Transfer') {
          return { kind, account, at, instead: { ...entry, account: entry.toAccount ?? '', toAccount: account } };
        }
        return { kind, account, at, instead: { ...entry, type: entry.type === 'Expense' ? 'Income' : 'Expense' } };
      case 'digits swapped': {
        const digits = [...String(entry.amount)];
        const place = Math.floor(random() * (digits.length - 1));
        const [one = '', other = ''] = digits.slice(place);
        const amount = Number(
          digits
            .with(place, other)
            .with(place + 1, one)
            .join(''),
        );
        if (amount === entry.amount || amount < 100) continue;
        return { kind, account, at, instead: { ...entry, amount } };
      }
      case 'decimal point': {
        const amount = random() < 0.5 ? entry.amount * 10 : entry.amount / 10;
        if (!Number.isInteger(amount) || amount < 100) continue;
        return { kind, account, at, instead: { ...entry, amount } };
      }
      case 'twice':
        return { kind, account, at: null, instead: { ...entry, date: later(entry.date, Math.floor(random() * 3)) } };
      case 'left out':
        if (entry.type === 'Transfer') continue;
        return { kind, account, at, instead: null };
      case 'exact': {
        const amount = 100 + Math.floor(random() * 20_000);
        const instead = { ...entry, type: 'Expense' as const, title: 'Somebody else’s', amount };
        if (entry.type === 'Transfer') continue;
        return { kind, account, at: null, instead };
      }
      case 'across the day': {
        const date = later(entry.date, Math.round((random() - 0.5) * 10));
        const crosses = [...lastDays].some((day) => entry.date <= day !== date <= day);
        if (!crosses || !date.startsWith('2025')) continue;
        return { kind, account, at, instead: { ...entry, date } };
      }
    }
  }
}

function later(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
