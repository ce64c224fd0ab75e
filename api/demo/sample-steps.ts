import { utc } from '@date-fns/utc/utc';
// Imported one by one: all of date-fns takes a second to load, and `format` a tenth of one.
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { formatISO } from 'date-fns/formatISO';
import { getDaysInMonth } from 'date-fns/getDaysInMonth';
import { startOfMonth } from 'date-fns/startOfMonth';
import type { Command } from '#ledger/decide/commands.ts';
import type { LedgerState } from '#ledger/history.ts';
import { createdId } from '#ledger/ids.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { type Cents, exactCents } from '#ledger/model/money.ts';
import { accountOf } from '#ledger/model/state.ts';
import { type CardRow, importOfStatement } from './card-statement.ts';
import { RECEIPTS, receiptIdOf } from './receipts.ts';
import { planOf, sampleBudgetPlan, targetsUntil } from './sample-budget.ts';
import { categoriesAndRules, ownCategoryOf } from './sample-categories.ts';
import { LAST_OF_MONTH, type SampleEntry, sampleMonth } from './sample-month.ts';
import { schedulesAfter } from './sample-schedules.ts';

/**
 * A step of the demo's story: when it is recorded (ISO 8601 in UTC), and its command on the state before it, or null
 * for none. `idOf` gives the change-set of an earlier step by its name.
 */
export type SampleStep = {
  name: string | null;
  recordedAt: string;
  commandFor(state: LedgerState, idOf: (name: string) => string): Command | null;
};

/** Months of sample data, including the current one (product 1.4). */
const MONTHS = 14;
/** The months without a plan, before the first of the twelve that have one. */
const MONTHS_UNPLANNED = 2;
const OPENING_BALANCE = 3_180.55;
const SAVINGS_OPENING_BALANCE = 2_400;
const CARD_OPENING_BALANCE = -212.4;
const SAVED_MONTHLY = 250;
/** The day of the month on which the card's last statement is paid. */
const PAYMENT_DAY = 27;
/** In the last month that is over: an expense of every month whose digits were swapped as it was recorded. */
const MISTYPED = { month: MONTHS - 2, title: 'Gym', recorded: exactCents(43), spent: exactCents(34) };
/** A purchase beside groceries, as a part of the first groceries of every second month. */
const SPLIT_OFF = { category: 'Other', amount: exactCents(14.5), note: 'Light bulbs and batteries' } as const;

const GOALS = [
  { name: 'emergency', title: 'Three months put by', finalAmount: 4_000, category: 'Emergency', monthly: 340 },
  {
    name: 'lisbon',
    title: 'Two weeks in Lisbon',
    finalAmount: 3_200,
    category: 'Travel',
    monthly: 150,
    description: 'Spring, with Ines. Trams, tiles and custard tarts.',
  },
  { name: 'wheel', title: 'A wheel of my own', finalAmount: 1_250, category: 'Savings', monthly: 60 },
] as const;

/** The steps up to `now`, in the order of their times. Ids derive from the ledger and the months. */
export function sampleSteps(ledgerId: string, now: Date): SampleStep[] {
  const today = now.toISOString().slice(0, 10);
  const story = new Story(ledgerId, today);
  story.tell(addMonths(startOfMonth(today, { in: utc }), 1 - MONTHS));
  const until = now.toISOString();
  const inOrder = story.steps.toSorted((a, b) =>
    a.recordedAt < b.recordedAt ? -1 : a.recordedAt > b.recordedAt ? 1 : 0,
  );
  // The story's events of later today have happened by now: the newest entries are today's.
  return inOrder
    .filter(({ recordedAt }) => recordedAt.slice(0, 10) <= today)
    .map((step) => (step.recordedAt <= until ? step : { ...step, recordedAt: until }));
}

/** The day in spring of this year, or of the next where that is nearer than two months. */
function nextSpring(today: string): string {
  const year = Number(today.slice(0, 4));
  return `${today < `${year}-02-15` ? year : year + 1}-04-15`;
}

const isoDate = (date: Date) => formatISO(date, { representation: 'date' });

type Edit = Extract<Command, { type: 'ChangeTransaction' }>['edit'];

class Story {
  readonly steps: SampleStep[] = [];
  readonly #ledgerId: string;
  readonly #today: string;
  readonly #savings: string;
  readonly #card: string;
  /** The debt of the credit card by the statements so far, in cents, below 0. */
  #owed = exactCents(CARD_OPENING_BALANCE);

  constructor(ledgerId: string, today: string) {
    this.#ledgerId = ledgerId;
    this.#today = today;
    this.#savings = createdId(ledgerId, 'savings', 'demo account');
    this.#card = createdId(ledgerId, 'card', 'demo account');
  }

  tell(firstMonth: Date): void {
    this.#begin(isoDate(firstMonth));
    for (let index = 0; index < MONTHS; index += 1) this.#month(addMonths(firstMonth, index), index);
    this.#happenings(firstMonth);
    for (const command of schedulesAfter(this.#today, this.#savings, (title) => this.#id('schedule', title))) {
      this.#add(`${this.#today.slice(0, 7)}-01`, '07:30', () => command);
    }
  }

  /** Adds a step at a time of a day, `hh:mm` in UTC. */
  #add(day: string, time: string, commandFor: SampleStep['commandFor'], name: string | null = null): void {
    this.steps.push({ name, recordedAt: `${day}T${time}:00.000Z`, commandFor });
  }

  #id(what: string, name: string): string {
    return createdId(this.#ledgerId, name, `demo ${what}`);
  }

  #begin(day: string): void {
    const amount = exactCents(OPENING_BALANCE);
    this.#add(day, '06:10', () => ({ type: 'MakeInitialDeposit', amount }));
    const accounts = [
      { newAccountId: this.#savings, name: 'Savings', kind: 'Savings', opening: SAVINGS_OPENING_BALANCE },
      { newAccountId: this.#card, name: 'Credit card', kind: 'Credit card', opening: CARD_OPENING_BALANCE },
    ] as const;
    for (const { opening, ...account } of accounts) {
      this.#add(day, '06:12', () => ({ type: 'OpenAccount', ...account, openingBalance: exactCents(opening) }));
    }
    this.#add(day, '06:15', () => figures(4_850, 3_120));
    this.#add(day, '06:20', () => ({ type: 'ConfirmPayment', sessionId: 'demo' }));
    for (const { name, monthly: _, ...goal } of GOALS) {
      const finalAmount = exactCents(goal.finalAmount);
      const wantedBy = name === 'lisbon' ? nextSpring(this.#today) : undefined;
      const fields = { goalId: this.#id('goal', name), ...goal, finalAmount, wantedBy };
      this.#add(day, '06:30', () => ({ type: 'CreateGoal', ...fields }));
    }
  }

  #month(month: Date, index: number): void {
    const days = getDaysInMonth(month);
    const dayOf = (day: number) => isoDate(addDays(month, day - 1));
    const number = month.getFullYear() * 12 + month.getMonth();
    const charges: CardRow[] = [];
    let isSplit = index % 2 === 1;
    for (const [place, sample] of sampleMonth(number, days).entries()) {
      const date = dayOf(sample.day);
      if (date > this.#today) break;
      const transactionId = this.#id('transaction', `${number} ${place}`);
      const { entry } = sample;
      if (entry.type === 'RecordExpense' && entry.wallet === 'Credit card' && entry.category) {
        const { title, amount } = entry;
        charges.push({
          transactionId,
          date,
          title,
          amount,
          category: this.#ownCategory(title, index) ?? entry.category,
        });
        continue;
      }
      const splits = !isSplit && entry.title === 'Weekly groceries';
      isSplit ||= splits;
      this.#entry(splits ? splitOf(entry) : entry, date, transactionId, index);
      if (entry.title === LAST_OF_MONTH) this.#putAside(date);
    }
    for (const receipt of RECEIPTS) {
      const date = dayOf(receipt.day);
      if (index !== MONTHS - 2 || date > this.#today) continue;
      const { entry, name, hash } = receipt;
      const transactionId = this.#id('transaction', name);
      const receiptFields = { receiptId: receiptIdOf(this.#ledgerId, name), receiptHash: hash };
      this.#add(date, '17:40', () => ({ ...entry, transactionId, date, ...receiptFields }));
    }
    this.#payCard(dayOf(PAYMENT_DAY), number);
    this.#save(dayOf(14), `savings ${number}`);
    this.#confirmMonth(month, index, charges);
    if (index >= MONTHS_UNPLANNED) {
      const isFirst = index === MONTHS_UNPLANNED;
      this.#add(dayOf(1), '06:40', () => planOf(dayOf(1).slice(0, 7), isFirst, this.#idOfOwn));
    }
  }

  /** Records an entry of a month on its day, and the edits that go with it. */
  #entry(entry: SampleEntry['entry'], date: string, transactionId: string, month: number): void {
    const { first, edits } = recordedFirst(entry, month);
    const category = this.#ownCategory(entry.title, month);
    this.#add(date, timeOf(transactionId), () => ({ ...first, ...(category && { category }), transactionId, date }));
    for (const { after, time, edit } of edits) {
      const day = isoDate(addDays(date, after, { in: utc }));
      this.#add(day, time, () => ({ type: 'ChangeTransaction', transactionId, edit }));
    }
  }

  readonly #idOfOwn = (name: string) => this.#id('category', name);

  /** The id of the own category of an expense; null before there are any, and where it is in a given one. */
  #ownCategory(title: string, month: number): string | null {
    const own = month >= MONTHS_UNPLANNED ? ownCategoryOf(title) : null;
    return own && this.#idOfOwn(own);
  }

  /** Puts money aside for each goal that is not reached. */
  #putAside(date: string): void {
    for (const { name, monthly } of GOALS) {
      const goalId = this.#id('goal', name);
      this.#add(date, '21:10', ({ goals }) => {
        const goal = goals.get(goalId);
        const left = goal ? goal.finalAmount - goal.currentAmount : 0;
        const amount = Math.min(exactCents(monthly), left) as Cents;
        return amount > 0 ? { type: 'AddMoneyToGoal', goalId, amount, today: date } : null;
      });
    }
  }

  /** Pays what the last statement of the card says. */
  #payCard(date: string, number: number): void {
    const amount = -this.#owed as Cents;
    if (amount <= 0) return;
    const transfer = { from: EVERYDAY, to: this.#card, amount, date, title: 'Credit card paid' };
    this.#add(date, '07:30', () => ({ type: 'MakeTransfer', transferId: this.#payment(number), ...transfer }));
  }

  #payment(number: number): string {
    return this.#id('transfer', `card ${number}`);
  }

  #save(date: string, name: string, time = '08:05'): void {
    const transfer = {
      from: EVERYDAY,
      to: this.#savings,
      amount: exactCents(SAVED_MONTHLY),
      date,
      title: 'To savings',
    };
    const transferId = this.#id('transfer', name);
    this.#add(date, time, () => ({ type: 'MakeTransfer', transferId, ...transfer }), name);
  }

  /** Adds the comparison with the bank, on the first of the next month, and the card's statement, on the second. */
  #confirmMonth(month: Date, index: number, charges: readonly CardRow[]): void {
    const lastDay = isoDate(addDays(month, getDaysInMonth(month) - 1));
    const next = addMonths(month, 1);
    // In the last month that is over an expense is mistyped, which the bank's balance tells.
    const mistyped = index === MISTYPED.month ? MISTYPED.recorded - MISTYPED.spent : 0;
    for (const [accountId, off] of [
      [EVERYDAY, mistyped],
      [this.#savings, 0],
    ] as const) {
      if (accountId === this.#savings && index % 3 !== 2) continue;
      this.#add(isoDate(next), '05:50', (state) => ({
        type: 'AssertBalance',
        date: lastDay,
        balance: (accountOf(state, accountId).balance + off) as Cents,
        source: 'hand',
        ...(accountId === EVERYDAY ? {} : { accountId }),
      }));
    }
    const number = month.getFullYear() * 12 + month.getMonth();
    const importDay = isoDate(addDays(next, 1));
    const payment = -this.#owed as Cents;
    this.#owed = charges.reduce((sum, { amount }) => sum - amount, 0) as Cents;
    const statement = importOfStatement(this.#card, {
      importId: this.#id('import', `${number}`),
      fileName: `card-${lastDay.slice(0, 7)}.csv`,
      charges,
      payment:
        payment > 0
          ? { transferId: this.#payment(number), date: isoDate(addDays(month, PAYMENT_DAY - 1)), amount: payment }
          : null,
      closing: { date: lastDay, balance: this.#owed },
      today: importDay,
    });
    this.#add(importDay, '18:20', () => statement);
  }

  /** Events that happen once: changes of mind, mistakes, and their undo. */
  #happenings(firstMonth: Date): void {
    const dayOf = (month: number, day: number) => isoDate(addDays(addMonths(firstMonth, month), day - 1));

    const bicycle = this.#id('goal', 'bicycle');
    const title = 'A second-hand bicycle';
    const finalAmount = exactCents(480);
    this.#add(dayOf(2, 3), '19:15', () => ({ type: 'CreateGoal', goalId: bicycle, title, finalAmount }));
    // Within a month: no bank's balance is confirmed while money is put aside for a goal that is deleted.
    for (const dayOfMonth of [9, 16]) {
      const day = dayOf(2, dayOfMonth);
      const amount = exactCents(45);
      this.#add(day, '19:20', () => ({ type: 'AddMoneyToGoal', goalId: bicycle, amount, today: day }));
    }
    this.#add(dayOf(2, 24), '20:00', () => ({ type: 'DeleteGoal', goalId: bicycle }));

    // Deleted by mistake, and back four minutes later.
    this.#add(dayOf(3, 23), '10:00', (state) => deletionOf(state, 'Gym', dayOf(3, 22)), 'gym deleted');
    this.#undo(dayOf(3, 23), '10:04', 'gym deleted');

    this.#add(dayOf(6, 5), '20:30', () => figures(5_850, 3_120), 'wrong figures');
    this.#undo(dayOf(6, 5), '20:32', 'wrong figures');
    this.#add(dayOf(8, 1), '20:30', () => figures(4_850, 3_250));

    this.#save(dayOf(9, 14), 'savings twice', '08:06');
    this.#undo(dayOf(9, 15), '07:55', 'savings twice');

    // Filed elsewhere, taken back, and filed there after all.
    const library = 'Library fines and copies';
    const other = { category: 'Other' } as const;
    this.#add(dayOf(11, 13), '09:00', (state) => editOf(state, library, dayOf(11, 12), other), 'library filed');
    this.#undo(dayOf(11, 13), '09:05', 'library filed', 'library back');
    this.#undo(dayOf(11, 14), '18:45', 'library back');

    for (const command of categoriesAndRules(this.#idOfOwn))
      this.#add(dayOf(MONTHS_UNPLANNED, 1), '06:30', () => command);

    // A part of a purchase that was paid back: it is spent no more.
    const returned = { title: 'Paperbacks, returned', amount: exactCents(17.9), category: 'Shopping' } as const;
    const date = dayOf(MONTHS - 2, 26);
    const transactionId = this.#id('transaction', 'refund');
    this.#add(date, '16:20', () => ({ type: 'RecordIncome', isRefund: true, ...returned, transactionId, date }));
    this.#budgeting(firstMonth);
  }

  /** The history of plans: a setting and targets, two changes, and a digit too many that was undone. */
  #budgeting(firstMonth: Date): void {
    const dayOf = (month: number, day: number) => isoDate(addDays(addMonths(firstMonth, month), day - 1));
    const monthOf = (month: number) => dayOf(month, 1).slice(0, 7);
    const since = monthOf(MONTHS_UNPLANNED);
    const carry: Command = { type: 'SetCarry', category: 'Groceries', month: since, carry: 'all' };
    this.#add(dayOf(MONTHS_UNPLANNED, 1), '06:42', () => carry);
    for (const command of targetsUntil(monthOf(MONTHS + 5))) this.#add(dayOf(4, 2), '20:15', () => command);

    this.#add(dayOf(7, 19), '18:10', () => sampleBudgetPlan(monthOf(7), [['Groceries', 520]]));
    const sides = { leaves: 'Travel', enters: 'Shopping', amount: exactCents(60), there: null } as const;
    this.#add(dayOf(10, 17), '20:40', () => ({ type: 'MoveBudget', month: monthOf(10), ...sides }));

    this.#add(dayOf(12, 8), '19:02', () => sampleBudgetPlan(monthOf(12), [['Movie', 300]]), 'movies planned');
    this.#undo(dayOf(12, 8), '19:05', 'movies planned');
  }

  #undo(day: string, time: string, undone: string, name: string | null = null): void {
    this.#add(
      day,
      time,
      (_state, idOf) => ({ type: 'UndoChangeSet', changeSetId: idOf(undone), resolve: {}, today: day }),
      name,
    );
  }
}

const figures = (income: number, expense: number): Command => ({
  type: 'SetMonthlyFigures',
  income: exactCents(income),
  expense: exactCents(expense),
});

/** The transaction with a title and a date; throws where there is none. */
function find({ transactions }: LedgerState, title: string, date: string): string {
  for (const [id, transaction] of transactions) {
    if (transaction.title === title && transaction.date === date) return id;
  }
  throw new Error(`The samples lack '${title}' on ${date}.`);
}

const deletionOf = (state: LedgerState, title: string, date: string): Command => ({
  type: 'DeleteTransaction',
  transactionId: find(state, title, date),
});

const editOf = (state: LedgerState, title: string, date: string, edit: Edit): Command => ({
  type: 'ChangeTransaction',
  transactionId: find(state, title, date),
  edit,
});

/** A time from 07:00 to 20:59, always the same for an entry. */
function timeOf(transactionId: string): string {
  const number = Number.parseInt(transactionId.slice(0, 6), 16);
  const digits = (part: number) => String(part).padStart(2, '0');
  return `${digits(7 + (number % 14))}:${digits(number % 60)}`;
}

type Entry = SampleEntry['entry'];

/** An expense with a part that is split off. */
function splitOf(entry: Entry): Entry {
  if (entry.type !== 'RecordExpense' || !entry.category) return entry;
  const { category, ...fields } = entry;
  const rest = { category, amount: (entry.amount - SPLIT_OFF.amount) as Cents };
  return { ...fields, parts: [rest, SPLIT_OFF] };
}

/** An edit, some days after the entry was recorded, at a time, `hh:mm` in UTC. */
type LaterEdit = { after: number; time: string; edit: Edit };

/** How an entry is recorded first, and the later edits that make it what `entry` says; what is mistyped has none. */
function recordedFirst(entry: Entry, month: number): { first: Entry; edits: LaterEdit[] } {
  const { title, amount } = entry;
  if (entry.type !== 'RecordExpense') return { first: entry, edits: [] };
  if (month === MISTYPED.month && title === MISTYPED.title) {
    return { first: { ...entry, amount: MISTYPED.recorded }, edits: [] };
  }
  if (title === 'Electricity') {
    // Estimated to tens, and put right by the bill.
    const estimate = exactCents(Math.round(amount / 1_000) * 10);
    return { first: { ...entry, amount: estimate }, edits: [{ after: 1, time: '06:40', edit: { amount } }] };
  }
  if (title === 'Student loan') {
    return { first: { ...entry, title: 'Loan' }, edits: [{ after: 0, time: '21:30', edit: { title } }] };
  }
  if (title === 'Haircut' && month === MONTHS - 3) {
    return {
      first: { ...entry, amount: exactCents(30), category: 'Shopping' },
      edits: [
        { after: 0, time: '21:35', edit: { category: entry.category } },
        { after: 2, time: '06:45', edit: { amount } },
      ],
    };
  }
  return { first: entry, edits: [] };
}
