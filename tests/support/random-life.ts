import { randomUUID } from 'node:crypto';
import type { Category } from '#contract/category-calls.ts';
import type { ChangeSet } from '#contract/ledger-calls.ts';
import type { Occurrence, Schedule } from '#contract/schedule-calls.ts';
import type { User } from '#contract/user.ts';
import { CARRIES, COPIED, EXPENSE_CATEGORIES, GOAL_CATEGORIES, INCOME_CATEGORIES } from '#ledger/model/constants.ts';
import { monthAfter } from '#ledger/model/months.ts';
import { randomNumbers } from '#platform/random-numbers.ts';
import type { Caller } from './caller.ts';
import { previewed, registerFile } from './register-file.ts';
import { rulesFile } from './rules-file.ts';

/** Draws from what a seed gives. */
export type Draw = {
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number;
  /** One of these; undefined of none. */
  one<Of>(of: readonly Of[]): Of | undefined;
  chance(share: number): boolean;
};

/** Random draws of a seed. */
export function drawsOf(seed: number): Draw {
  const random = randomNumbers(seed);
  const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  return { int, one: (of) => of[int(0, of.length - 1)], chance: (share) => random() < share };
}

const DAY_MS = 86_400_000;
const dayAt = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Sends one random command of a user's: money earned, spent, moved, put aside, set by hand, entries changed, split and
 * deleted, accounts opened, renamed and closed, balances confirmed, files imported, categories added, changed, merged
 * and given to entries, rules kept and run, budgets planned, moved and filled, schedules kept and their occurrences
 * posted, matched and skipped, and any of these undone. Refused ones are tried again with another, until one is carried
 * out. `now` is the time by which days are chosen.
 */
export async function randomCommand(user: Caller, draw: Draw, now: Date): Promise<void> {
  for (;;) {
    const command = await anyCommand(user, draw, now);
    if (!command) continue;
    const [path, input] = command;
    const { status } = await user.post(path, input, { 'Idempotency-Key': randomUUID() });
    if (status === 200) return;
    if (status >= 500) throw new Error(`${path} failed with ${status}.`);
  }
}

/** The acceptance of a proposal that records an entry, changes one, runs rules and may merge categories, as fits. */
async function anyProposal(
  user: Caller,
  draw: Draw,
  title: string,
  transactionId: string | undefined,
  date: string,
): Promise<[path: string, input: object] | null> {
  const commands = [
    {
      call: '/transaction/create-expense',
      input: { title, amount: 12.5, wallet: 'Bank', date, category: 'Groceries' },
    },
    ...(transactionId ? [{ call: '/transaction/update-transaction', input: { transactionId, title } }] : []),
    { call: '/ledger/run-rules', input: {} },
    ...(await anyMerge(user, draw)),
  ];
  const { status, data } = await user.post<{ proposalId: string }>('/proposals/create', { commands, reason: title });
  return status === 200 ? ['/proposals/accept', { proposalId: data.proposalId, unfit: 'leave-out' }] : null;
}

/** The merge of an own category into another one, at times; nothing else. */
async function anyMerge(user: Caller, draw: Draw): Promise<{ call: string; input: object }[]> {
  const { data } = await user.get<{ categories: { _id: string; kind: string }[] }>('/ledger/categories');
  const own = data.categories.filter(({ _id, kind }) => kind === 'Expense' && _id.length === UUID_LENGTH);
  const from = draw.one(own)?._id;
  if (from === undefined || draw.chance(0.5)) return [];
  const into = data.categories.find(({ _id, kind }) => kind === 'Expense' && _id !== from)?._id;
  return [{ call: '/ledger/merge-categories', input: { from, into } }];
}

const UUID_LENGTH = 36;

async function anyCommand(user: Caller, draw: Draw, now: Date): Promise<[path: string, input: object] | null> {
  const { accounts, goals, transactionHistory } = await user.user();
  const amount = (most = 90_000) => draw.int(100, most) / 100;
  const accountId = () => (draw.chance(0.5) ? undefined : draw.one(accounts)?._id);
  const date = draw.chance(0.7) ? dayAt(now, -draw.int(0, 9)) : dayAt(now, draw.int(-500, 40));
  const title = `Entry ${draw.int(1, 999)}`;
  const kind = draw.int(1, 160);
  if (kind <= 26) {
    const whole = amount();
    const parts = draw.chance(0.25) ? split(draw, 'Expense', whole) : undefined;
    const category = parts || draw.chance(0.2) ? undefined : draw.one(EXPENSE_CATEGORIES);
    const tags = draw.chance(0.3) ? ['holiday', `Tag-${draw.int(1, 5)}`] : [];
    const expense = { title, amount: whole, wallet: 'Bank', date, accountId: accountId(), category, parts, tags };
    return ['/transaction/create-expense', expense];
  }
  if (kind <= 40) {
    const whole = amount(300_000);
    const parts = draw.chance(0.15) ? split(draw, 'Income', whole) : undefined;
    const category = parts ? undefined : draw.one(INCOME_CATEGORIES);
    return ['/transaction/create-income', { title, amount: whole, date, accountId: accountId(), category, parts }];
  }
  const transaction = draw.one(transactionHistory);
  if (kind <= 52) {
    if (!transaction) return null;
    const change = draw.one([
      { title },
      { note: draw.one([null, 'line one\n=line two']), tags: draw.one([[], ['Été', 'b_2']]) },
      { amount: amount(), parts: null },
      { date },
      { accountId: draw.one(accounts)?._id },
      { category: draw.one(transaction.type === 'Expense' ? EXPENSE_CATEGORIES : INCOME_CATEGORIES), parts: null },
    ]);
    return ['/transaction/update-transaction', { transactionId: transaction._id, ...change }];
  }
  if (kind <= 57) return transaction ? ['/transaction/delete-transaction', { transactionId: transaction._id }] : null;
  if (kind <= 61) {
    const opening = { name: `Account ${draw.int(1, 999)}`, kind: draw.one(['Savings', 'Loan', 'Credit card']) };
    return ['/accounts/open-account', { ...opening, openingBalance: draw.int(-50_000, 50_000) / 100 }];
  }
  if (kind === 62 && draw.chance(0.6)) return await anyProposal(user, draw, title, transaction?._id, date);
  if (kind === 63)
    return ['/accounts/set-budgeted', { accountId: draw.one(accounts)?._id, isBudgeted: draw.chance(0.4) }];
  if (kind <= 63) return ['/accounts/rename-account', { accountId: draw.one(accounts)?._id, name: `New ${title}` }];
  if (kind <= 72) {
    const [from, to] = [draw.one(accounts)?._id, draw.one(accounts)?._id];
    const isBudgeted = (id?: string) => accounts.find(({ _id }) => _id === id)?.isBudgeted;
    const isAcross = isBudgeted(from) !== isBudgeted(to);
    const category = isAcross && draw.chance(0.6) ? { category: draw.one(['Shopping', 'Travel']) } : {};
    const note = draw.chance(0.3) ? { note: 'between accounts', tags: ['moved'] } : {};
    return ['/transfer/create-transfer', { from, to, amount: amount(), date, ...category, ...note }];
  }
  if (kind <= 75) return ['/users/update-account-balance', { newAmount: amount(500_000), accountId: accountId() }];
  if (kind <= 77) return ['/users/initial-deposit', { depositAmount: amount(), accountId: accountId() }];
  if (kind <= 80) {
    const [income, expense] = [draw.int(1_000, 5_000), draw.int(0, 999)];
    return ['/users/add-income-and-expense', { income, expense }];
  }
  const goalId = draw.one(goals)?._id;
  if (kind <= 83) {
    const said = {
      ...{ title: `Goal ${draw.int(1, 99)}`, finalAmount: draw.int(100, 3_000) },
      ...{ category: draw.one([null, ...GOAL_CATEGORIES]), description: draw.one([null, 'For a long time']) },
      wantedBy: draw.chance(0.5) ? date : null,
    };
    return goalId && draw.chance(0.3) ? ['/goals/update-goal', { goalId, ...said }] : ['/goals/create-goal', said];
  }
  if (kind <= 87) return ['/goals/take-back', { goalId, amount: amount(500), accountId: accountId() }];
  if (kind <= 89) return ['/goals/add-money-to-goal', { goalId, currentAmount: amount(9_000), accountId: accountId() }];
  if (kind <= 91) return ['/goals/delete-goal', { goalId, accountId: accountId() }];
  if (kind > 150) return await anyOfSchedules(user, draw, now);
  if (kind > 135) return await anyOfBudget(user, draw, now);
  if (kind > 127) return await anyOfRules(user, draw);
  if (kind > 118) return await anyOfCategories(user, draw, transactionHistory);
  // A line leaves the category to the newest entry of its title.
  if (kind > 114) return transaction ? ['/ledger/enter', { text: `${transaction.title} ${amount()} @Bank` }] : null;
  if (kind > 110) return ['/ledger/bulk', anyBulk(draw, transactionHistory, accountId() ?? accounts[0]?._id, date)];
  if (kind > 106) return await anyImport(user, draw, now);
  if (kind > 101) {
    const balance = draw.chance(0.2) ? null : draw.int(-90_000, 90_000) / 100;
    return ['/accounts/assert-balance', { accountId: accountId(), date: dayAt(now, -draw.int(0, 3)), balance }];
  }
  const { data } = await user.get<{ changeSets: ChangeSet[] }>('/ledger/change-sets?limit=40');
  const changeSetId = draw.one(data.changeSets)?._id;
  if (!changeSetId) return null;
  const { data: preview } = await user.post<{ conflicts: { _id: string }[] }>('/ledger/preview-undo', { changeSetId });
  const resolve = Object.fromEntries(
    (preview?.conflicts ?? []).map(({ _id }) => [_id, draw.chance(0.5) ? 'now' : 'then']),
  );
  return ['/ledger/undo', { changeSetId, ...(Object.keys(resolve).length > 0 && { resolve }) }];
}

/** A change or a deletion of what a query finds, or of some of the newest transactions. */
function anyBulk(draw: Draw, newest: User['transactionHistory'], accountId: string | undefined, date: string): object {
  const ids = newest.map(({ _id }) => _id).filter(() => draw.chance(0.2));
  const q = draw.one(['', `title:${draw.int(1, 9)}`, 'type:transfer', '#holiday', 'category:Groceries', 'is:split']);
  const select = draw.chance(0.5) ? { ids } : { q, except: ids };
  if (draw.chance(0.1)) return { select: { ids: ids.slice(0, 2) }, delete: true };
  const change = draw.one([
    { title: `Same ${draw.int(1, 9)}` },
    { date, note: draw.one([null, 'of many']) },
    { accountId },
    { category: draw.one(EXPENSE_CATEGORIES) },
    { wallet: draw.one(['Cash', 'Debit card']), title: 'Paid' },
    { addTags: ['holiday', `Tag-${draw.int(1, 9)}`], removeTags: ['ete', 'tag-1'] },
  ]);
  return { select, change };
}

/** A change of the rules that file entries, or a run of them. */
async function anyOfRules(user: Caller, draw: Draw): Promise<[path: string, input: object] | null> {
  const { data } = await user.get<{ rules: { _id: string }[] }>('/ledger/rules');
  const ids = data.rules.map(({ _id }) => _id);
  const ruleId = draw.one(ids);
  const then = draw.one([
    { category: draw.one(EXPENSE_CATEGORIES), addTags: ['ruled'] },
    { title: 'Ruled', note: 'by a rule' },
    {
      split: [
        { percent: 12.34, category: 'Other' },
        { rest: true, category: 'Groceries', note: 'rest' },
      ],
    },
  ]);
  const when = draw.one(['title:1', 'type:expense amount>100', 'account:Everyday #holiday', 'category:Groceries']);
  const [path, input] = draw.one<[string, object]>([
    ['add-rule', { when, then, stop: draw.chance(0.2), position: draw.one([1, undefined]) }],
    ['add-rule', { when, then }],
    ['change-rule', { ruleId, when, isOn: draw.chance(0.8) }],
    ['remove-rule', { ruleId, takeBack: draw.chance(0.5) }],
    ['order-rules', { ruleIds: ids.toReversed() }],
    ['run-rules', { overwrite: draw.chance(0.3) }],
    ['run-rules', { q: 'amount>50' }],
  ]) as [string, object];
  return [`/ledger/${path}`, input];
}

/** A month near a day; most are the day's, the month before it or the month after it. */
export function monthNear(draw: Draw, day: string): string {
  return monthAfter(day.slice(0, 7), draw.chance(0.8) ? draw.int(-1, 1) : draw.int(-16, 4));
}

/** A change of what is planned, of what carries over, or of a target. */
async function anyOfBudget(user: Caller, draw: Draw, now: Date): Promise<[path: string, input: object]> {
  const { data } = await user.get<{ categories: Category[] }>('/ledger/categories');
  const ofExpenses = data.categories.filter(({ kind }) => kind === 'Expense');
  // Few of the given ones, so that a cell is planned several times.
  const few = [
    ...ofExpenses.filter(({ isOwn }) => isOwn).map(({ _id }) => _id),
    'Groceries',
    'Travel',
    'Shopping',
    '-',
  ];
  const category = () => draw.one(few) ?? '-';
  const amount = () => draw.int(0, 60_000) / 100;
  const month = monthNear(draw, dayAt(now, 0));
  const plans = [...new Set([category(), category(), category()])].map((each) => ({
    ...{ category: each, amount: amount() },
    ...(draw.chance(0.2) && { month: monthAfter(month, draw.int(1, 3)) }),
  }));
  const sides = draw.chance(0.3) ? ['to-budget', category()] : [category(), category()];
  const [from, to] = draw.chance(0.5) ? sides : sides.toReversed();
  const target = draw.one([
    null,
    { kind: 'monthly', amount: amount() },
    { kind: 'refill', amount: amount() },
    { kind: 'by', amount: amount(), date: dayAt(now, draw.int(0, 400)), repeat: draw.one(['yearly', undefined]) },
    { kind: 'share', percent: draw.int(1, 10_000) / 100, of: 'last-income' },
  ]);
  const [path, input] = draw.one<[string, object]>([
    ['plan', { month, plans }],
    ['plan', { month, plans: plans.slice(0, 1) }],
    ['move', { month, from, to, amount: amount(), force: draw.chance(0.7) }],
    ['move', { month, from, to, amount: draw.int(1, 900) / 100 }],
    ['cover', { month, category: category(), from: draw.chance(0.5) ? 'to-budget' : category() }],
    ['carry', { category: category(), carry: draw.one(CARRIES), from: month }],
    ['copy', { from: monthAfter(month, -1), to: month, what: draw.one(COPIED) }],
    ['target', { category: category(), target }],
    ['fill', { month }],
  ]) as [string, object];
  return [`/budget/${path}`, input];
}

/** The parts into which an amount is split. */
function split(draw: Draw, type: 'Expense' | 'Income', whole: number) {
  const first = draw.int(1, Math.round(whole * 100) - 1) / 100;
  const categories: readonly string[] = type === 'Expense' ? EXPENSE_CATEGORIES : INCOME_CATEGORIES;
  const rest = Math.round((whole - first) * 100) / 100;
  // Some have a part that lessens the others.
  const amounts = draw.chance(0.3) ? [first, Math.round((rest + 12.5) * 100) / 100, -12.5] : [first, rest];
  return amounts.map((part) => ({ amount: part, category: draw.one(categories) }));
}

/** A schedule that is added, changed or removed, or what becomes of an occurrence. */
async function anyOfSchedules(user: Caller, draw: Draw, now: Date): Promise<[path: string, input: object] | null> {
  const amount = () => draw.int(100, 90_000) / 100;
  const { accounts, transactionHistory } = await user.user();
  const { schedules } = (await user.get<{ schedules: Schedule[] }>('/schedules')).data;
  const scheduleId = draw.one(schedules)?._id;
  const rule = draw.one([
    { every: 1, unit: 'month', start: dayAt(now, -draw.int(0, 90)), days: [-1], weekend: 'before' },
    { every: 2, unit: 'week', start: dayAt(now, -draw.int(0, 40)), end: { times: 6 } },
    { every: 1, unit: 'month', start: dayAt(now, -20), days: [{ nth: 1, weekday: 5 }] },
  ]);
  if (scheduleId === undefined || (schedules.length < 6 && draw.chance(0.25))) {
    const whole = amount();
    const said = draw.one<object>([
      { type: 'Expense', wallet: 'Bank', category: draw.one(EXPENSE_CATEGORIES), tags: ['regular'] },
      { type: 'Income', category: 'Salary', account: draw.one(accounts)?._id, note: 'each time' },
      { type: 'Expense', wallet: 'Bank', amount: { exact: whole }, parts: split(draw, 'Expense', whole) },
      { type: 'Transfer', account: draw.one(accounts)?._id, toAccount: draw.one(accounts)?._id },
    ]);
    const span = draw.one([{ exact: amount() }, { about: amount() }, { from: 1, to: amount() }]);
    const post = draw.one(['ask', 'by-itself']);
    return ['/schedules/add', { title: `Entry ${draw.int(1, 9)}`, amount: span, ...said, rule, post }];
  }
  const [from, to] = [dayAt(now, -60), dayAt(now, 30)];
  const { occurrences } = (await user.get<{ occurrences: Occurrence[] }>(`/schedules/upcoming?from=${from}&to=${to}`))
    .data;
  const { scheduleId: its, nominal, candidates = [] } = draw.one(occurrences) ?? {};
  const occurrence = { scheduleId: its, nominal };
  const entry = draw.one(candidates)?.entry ?? draw.one(transactionHistory)?._id;
  const matched = draw.one(occurrences.filter(({ status }) => status === 'matched'));
  const [path, input] = draw.one<[string, object]>([
    ['post', { ...occurrence, ...(draw.chance(0.4) && { amount: amount() }) }],
    ['post', { ...occurrence, date: dayAt(now, -1) }],
    ['match', { ...occurrence, entry }],
    ['skip', occurrence],
    ['unmatch', { scheduleId: matched?.scheduleId, nominal: matched?.nominal }],
    ['change', { scheduleId, title: `Entry ${draw.int(1, 9)}`, amount: { exact: amount() } }],
    ['change', { scheduleId, rule }],
    ['change', { scheduleId, from: dayAt(now, draw.int(-20, 20)), amount: { exact: amount() } }],
    ...(draw.chance(0.3) ? [['remove', { scheduleId }] as [string, object]] : []),
  ]) as [string, object];
  return [`/schedules/${path}`, input];
}

/** A change of the categories, or of the category of one of the newest transactions, which may become a refund. */
async function anyOfCategories(
  user: Caller,
  draw: Draw,
  newest: User['transactionHistory'],
): Promise<[path: string, input: object] | null> {
  const { data } = await user.get<{ categories: Category[] }>('/ledger/categories');
  const own = data.categories.filter(({ isOwn }) => isOwn);
  const categoryId = draw.one(own)?._id;
  const kind = draw.one(['Expense', 'Expense', 'Income']);
  const other = draw.one(data.categories)?._id;
  const top = draw.chance(0.4)
    ? draw.one(data.categories.filter((category) => category.kind === kind))?._id
    : undefined;
  const beside = draw.one(draw.chance(0.7) && own.length > 0 ? own : data.categories);
  const placed = data.categories.filter(
    (each) => each.kind === beside?.kind && each.parent === beside.parent && (each === beside || draw.chance(0.3)),
  );
  const transactionId = draw.one(newest)?._id;
  const calls: [path: string, input: object][] = [
    ['add-category', { name: `Own ${draw.int(1, 30)}`, kind, parent: top }],
    ['add-category', { name: `Own ${draw.int(1, 30)}`, kind, parent: top }],
    ['rename-category', { categoryId, name: `Own ${draw.int(1, 30)}` }],
    ['move-category', { categoryId, parent: draw.chance(0.5) ? null : other }],
    ['order-categories', { categoryIds: placed.map(({ _id }) => _id).reverse() }],
    ['archive-category', { categoryId: other }],
    ['restore-category', { categoryId: draw.one(data.categories.filter(({ isArchived }) => isArchived))?._id }],
    ['merge-categories', { from: categoryId, into: other }],
  ];
  if (transactionId !== undefined && draw.chance(0.5)) {
    const id = categoryId !== undefined && draw.chance(0.7) ? categoryId : other;
    return ['/transaction/update-transaction', { transactionId, categoryId: id, parts: null }];
  }
  const [path, input] = draw.one(calls) as [string, object];
  return [`/ledger/${path}`, input];
}

/** The import of a small file about accounts that are there and another; some of its rows come again in a later one. */
async function anyImport(user: Caller, draw: Draw, now: Date): Promise<[path: string, input: object] | null> {
  if (draw.chance(0.25)) return await anyImportOfRules(user, draw);
  const { accounts } = await user.user();
  const names = [...accounts.map(({ name }) => name), `Bank ${draw.int(1, 3)}`];
  const rows = Array.from({ length: draw.int(1, 6) }, () => ({
    account: draw.one(names) ?? '',
    date: dayAt(now, -draw.int(0, 4)),
    payee: `Entry ${draw.int(1, 5)}`,
    amount: draw.one([-12.5, 12.5, -7, 100]) ?? 1,
    category: draw.one(['Groceries', 'Travel']) ?? '',
  }));
  const { status, data } = await previewed(user, registerFile(rows));
  if (status !== 200) return null;
  const choices = data.rows
    .filter((row) => row.status !== 'invalid' && row.status !== 'known' && draw.chance(0.5))
    .map(({ line }) => [line, draw.one(['take', 'apart', 'leave'])]);
  return ['/import/commit', { importId: data.importId, choices: Object.fromEntries(choices) }];
}

/** The import of an export with rules, some of which are there, or were before. */
async function anyImportOfRules(user: Caller, draw: Draw): Promise<[path: string, input: object] | null> {
  const numbers = [1, 2, 3, 4].filter(() => draw.chance(0.5));
  const rules = numbers.map((number) => ({
    ruleId: `00000000-0000-4000-8000-00000000000${number}`,
    when: `entry ${number}`,
    then: { categories: ['Travel'], addTags: ['imported'] },
    isOn: draw.chance(0.8),
  }));
  const { status, data } = await previewed(user, rulesFile(rules));
  return status === 200 ? ['/import/commit', { importId: data.importId }] : null;
}

/** The names of all figures that a user can ask for, with periods around a day. */
export function figuresOf({ accounts, goals }: Pick<User, 'accounts' | 'goals'>, day: string): string[] {
  const month = day.slice(0, 7);
  const year = day.slice(0, 4);
  const monday = new Date(Date.parse(day) - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
  const spans = [`month:${month}`, `week:${monday}`, `year:${year}`, `range:${Number(year) - 1}-03-07:${day}`];
  return [
    'balance',
    ...accounts.map(({ _id }) => `account:${_id}`),
    ...goals.flatMap(({ _id }) => [`goal:${_id}`, `percentage:goal:${_id}`]),
    'percentage:monthly',
    'monthly:income',
    'monthly:expense',
    ...spans.flatMap((span) => [`income:${span}`, `expense:${span}`]),
    ...EXPENSE_CATEGORIES.map((name) => `category:${encodeURIComponent(name)}:year:${year}`),
    ...INCOME_CATEGORIES.map((name) => `income-category:${encodeURIComponent(name)}:month:${month}`),
    `category:-:${spans[3]}`,
  ];
}
