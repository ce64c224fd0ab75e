import type { CallData } from '#contract/calls.ts';
import { VIEWS_MAX } from '#contract/limits.ts';
import { OWN_CATEGORIES_MAX } from '#ledger/model/categories.ts';
import {
  PLANS_AT_ONCE_MAX,
  PLANS_OF_USER_MAX,
  RULES_MAX,
  SCHEDULES_MAX,
  TRANSACTION_TITLE_MAX,
} from '#ledger/model/constants.ts';
import { daysIn, shifted } from '#ledger/model/days.ts';
import { monthAfter } from '#ledger/model/months.ts';
import { type Caller, expectOk } from '../support/caller.ts';

/** The ids that the calls of a worst ledger name. */
export type Worst = {
  user: Caller;
  categoryIds: string[];
  ruleIds: string[];
  scheduleIds: string[];
  transactionIds: string[];
  viewIds: string[];
  transferId: string;
  everydayId: string;
  accountId: string;
  emptyAccountId: string;
  goalId: string;
  changeSetId: string;
  seal: string;
  /** The day of the run (ISO date). */
  today: string;
};

/** One character that is compared as eighteen. */
const WIDE = '\ufdfa';
/** How the views are called, each with its number. */
export const WORST_VIEW = WIDE.repeat(8);
const QUERY_CHARACTERS_MAX = 500;
const CONFIRMED_DAYS = 3_650;
const ACCOUNTS = 20;
const TRANSACTIONS = 600;
/** A schedule can't begin earlier than this before today. */
const SCHEDULE_DAYS_MAX = 366;
const AT_ONCE = 20;

/** Sends requests, some at once, and gives what they answer. Throws where one is refused. */
async function sendAll<Data>(user: Caller, path: string, bodies: readonly object[]): Promise<Data[]> {
  const answers: Data[] = [];
  for (let at = 0; at < bodies.length; at += AT_ONCE) {
    const group = bodies.slice(at, at + AT_ONCE).map((body) => expectOk(user.post<Data>(path, body)));
    answers.push(...(await Promise.all(group)).map(({ data }) => data));
  }
  return answers;
}

const times = <Value>(count: number, value: (number: number) => Value) =>
  Array.from({ length: count }, (_, at) => value(at));

/** A query of 500 characters that asks for the category of each word. */
function longQuery(number: number): string {
  const words = [`${WIDE.repeat(6)}${number}`];
  while ([...words.join(' ')].length < QUERY_CHARACTERS_MAX - 12) words.push('category:Work');
  return words.slice(0, 41).join(' ');
}

/** Makes a ledger that is at every limit of product 2.1 at once. `say` is told what it makes. */
export async function buildWorst(user: Caller, say: (text: string) => void): Promise<Worst> {
  const today = new Date().toISOString().slice(0, 10);
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 1_000_000 }));
  say(`${OWN_CATEGORIES_MAX} categories`);
  const categories = await sendAll<CallData<'addCategory'>>(
    user,
    '/ledger/add-category',
    times(OWN_CATEGORIES_MAX, (number) => ({ name: `${WIDE.repeat(6)}${number}`, kind: 'Expense' })),
  );
  const categoryIds = categories.map(({ category }) => category._id);
  const named = categories.map(({ category }) => category.name);
  say(`${ACCOUNTS} accounts`);
  for (const number of times(ACCOUNTS - 1, (at) => at))
    await expectOk(user.post('/accounts/open-account', { name: `${WIDE.repeat(6)} ${number}`, kind: 'Credit card' }));
  say(`${TRANSACTIONS} transactions with wide titles`);
  const title = (number: number) => `${WIDE.repeat(TRANSACTION_TITLE_MAX - 5)} ${number}`;
  await sendAll(
    user,
    '/transaction/create-expense',
    times(TRANSACTIONS, (number) => ({
      ...{ title: title(number), amount: 1 + (number % 7), date: shifted(today, -(number % 300)) },
      category: named[number % named.length],
      tags: times(10, (at) => `tag-${at}-${number}`),
    })),
  );
  say(`${VIEWS_MAX} views`);
  const views = await sendAll<CallData<'saveView'>>(
    user,
    '/ledger/save-view',
    times(VIEWS_MAX, (number) => ({ name: `${WORST_VIEW} ${number}`, q: longQuery(number) })),
  );
  say(`${RULES_MAX} rules`);
  const rules = await sendAll<CallData<'addRule'>>(
    user,
    '/ledger/add-rule',
    times(RULES_MAX, (number) => ({ when: longQuery(number), then: { category: named[number % named.length] } })),
  );
  say(`${PLANS_OF_USER_MAX} plans from 1900 on`);
  await sendAll(
    user,
    '/budget/plan',
    times(PLANS_OF_USER_MAX / PLANS_AT_ONCE_MAX, (number) => {
      const first = monthAfter('1900-01', (number % 7) * PLANS_AT_ONCE_MAX);
      const category = categoryIds[Math.floor(number / 7)];
      return {
        month: first,
        plans: times(PLANS_AT_ONCE_MAX, (at) => ({ category, month: monthAfter(first, at), amount: 1 })),
      };
    }),
  );
  const { changeSets } = (await expectOk(user.get<CallData<'getChangeSets'>>('/ledger/change-sets?limit=1'))).data;
  say(`${CONFIRMED_DAYS} confirmed days`);
  const days = daysIn(shifted(today, -CONFIRMED_DAYS), shifted(today, -1), CONFIRMED_DAYS);
  await sendAll(
    user,
    '/accounts/assert-balance',
    days.map((date) => ({ date, balance: 5 })),
  );
  say(`${SCHEDULES_MAX} daily schedules`);
  const schedules = await sendAll<CallData<'addSchedule'>>(
    user,
    '/schedules/add',
    times(SCHEDULES_MAX, (number) => ({
      ...{ title: title(number), type: 'Expense', amount: { exact: 1 }, post: 'ask' },
      rule: { every: 1, unit: 'day', start: shifted(today, -(SCHEDULE_DAYS_MAX - 1)) },
    })),
  );
  await expectOk(user.post('/goals/create-goal', { title: 'Kiln', finalAmount: 500 }));
  const { accounts } = await user.user();
  const [everydayId = '', accountId = '', emptyAccountId = ''] = accounts.map(({ _id }) => _id);
  await expectOk(user.post('/transfer/create-transfer', { from: everydayId, to: accountId, amount: 7 }));
  const { goals, transactionHistory } = await user.user();
  const { entries } = (await expectOk(user.get<CallData<'getEntries'>>('/ledger/entries?limit=50'))).data;
  const { seal } = (await expectOk(user.get<CallData<'seal'>>('/ledger/seal'))).data;
  return {
    ...{ user, categoryIds, today, everydayId, accountId, emptyAccountId, seal },
    ruleIds: rules.map(({ rule }) => rule._id),
    scheduleIds: schedules.flatMap(({ schedule }) => schedule?._id ?? []),
    transactionIds: transactionHistory.map(({ _id }) => _id),
    viewIds: views.map(({ view }) => view._id),
    transferId: entries.find(({ type }) => type === 'Transfer')?._id ?? '',
    goalId: goals[0]?._id ?? '',
    changeSetId: changeSets[0]?._id ?? '',
  };
}
