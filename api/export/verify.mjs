// Works out the books and the seal from events.jsonl alone, and says which of the files beside it agree with them. It
// needs Node 20 or newer and nothing else: node verify.mjs. It ends with 0 where all files agree, else with 1. It
// shares no code with the program that wrote the files, so that an error can't hide in both.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const FILES = [
  'events.jsonl',
  'seal.txt',
  'transactions.csv',
  'goals.csv',
  'accounts.csv',
  'budget.csv',
  'daybook.journal',
  'forecast.journal',
  'daybook.beancount',
];
const RECEIPTS = 'receipts';
const RECEIPT_ENDS = ['.jpg', '.png', '.webp'];
const CURRENCIES = ['USD', 'EUR', 'JPY', 'INR', 'AUD', 'CAD'];
const EXPENSE_CATEGORIES = [
  'Electricity',
  'Food & Drinks',
  'Shopping',
  'Movie',
  'Office',
  'Entertainment',
  'Healthcare',
  'Bills & Fees',
  'Education',
  'Travel',
  'Groceries',
  'Work',
  'Other',
];
const INCOME_CATEGORIES = ['Salary', 'Business', 'Extra Income', 'Loan', 'Gifts', 'Other'];
/** The specification's category whose id isn't its name. */
const OTHER_INCOME = 'Other income';
const EVERYDAY = 'everyday';
const DAY_MS = 24 * 60 * 60 * 1_000;
/** How far ahead the forecast goes. */
const FORECAST_MONTHS = 24;

/** The events that say nothing of the books that the files hold. */
const BESIDE_THE_BOOKS = [
  'BudgetTargetSet',
  'MonthlyFiguresSet',
  'MonthlyFiguresCleared',
  'BulkBegun',
  'BulkCutShort',
  'ProposalAccepted',
  'FileImported',
  'ImportCutShort',
  'CheckoutStarted',
  'CheckoutExpired',
  'PaymentConfirmed',
  'LedgerReset',
];

/** A file that isn't what the events say. */
class Differs extends Error {}

// The events, as they are stored.

const TEXT = '"(?:[^"\\\\]|\\\\.)*"';
const HEAD = new RegExp(`^\\{"stream":(${TEXT}),"revision":(0|[1-9]\\d*),"id":(${TEXT}),"type":(${TEXT}),`);

/** The stored events, oldest first. Throws Differs where a line is no event, or doesn't follow the event before it. */
function readEvents() {
  const bytes = readFileSync(join(folder, 'events.jsonl'));
  const lines = bytes.toString().split('\n');
  if (!Buffer.from(lines.join('\n')).equals(bytes)) throw new Differs('it is no UTF-8');
  if (lines.pop() !== '') throw new Differs('its last line has no end');
  const places = new Map();
  return lines
    .map((line, at) => {
      const event = eventIn(line);
      if (!event) throw new Differs(`line ${at + 1} is no event`);
      return event;
    })
    .map((event, at, events) => {
      const first = events[0];
      const isNext = event.stream === first.stream && event.revision === first.revision + at;
      const begins = first.revision === 0 || first.type === 'LedgerReset';
      if (!isNext || !begins) throw new Differs(`line ${at + 1} does not follow the events before it`);
      const place = places.get(event.metadata.commandId) ?? 0;
      places.set(event.metadata.commandId, place + 1);
      if (!hasItsId(event, place)) throw new Differs(`line ${at + 1} has the id of another event`);
      return event;
    });
}

/** The event of a line, or null if it is none. */
function eventIn(line) {
  const head = HEAD.exec(line);
  if (!head) return null;
  const data = fieldAt(line, head[0].length, 'data');
  if (!data || line[data.end] !== ',') return null;
  const metadata = fieldAt(line, data.end + 1, 'metadata');
  if (!metadata || line.slice(metadata.end) !== '}') return null;
  try {
    const [stream, id, type] = [head[1], head[3], head[4]].map((text) => JSON.parse(text));
    return {
      stream,
      ledgerId: stream.replace(/^ledger-/, ''),
      revision: Number(head[2]),
      id,
      type,
      stored: { data: data.bytes, metadata: metadata.bytes },
      data: JSON.parse(data.bytes.toString()),
      metadata: JSON.parse(metadata.bytes.toString()),
    };
  } catch {
    return null;
  }
}

/** The stored bytes of a field of a line, and where the field ends, or null if it isn't there. */
function fieldAt(line, at, name) {
  if (line.startsWith(`"${name}":{`, at)) {
    const begin = at + name.length + 3;
    const end = endOfObject(line, begin);
    return { bytes: Buffer.from(line.slice(begin, end)), end };
  }
  const [whole, base64] = /^"\w+Base64":"([^"]*)"/.exec(line.slice(at)) ?? [];
  if (whole === undefined || !whole.startsWith(`"${name}Base64"`)) return null;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? { bytes, end: at + whole.length } : null;
}

/** Where the JSON object that begins at a place of a line ends. */
function endOfObject(line, begin) {
  let depth = 0;
  for (let at = begin; at < line.length; at += 1) {
    const character = line[at];
    if (character === '"') {
      for (at += 1; at < line.length && line[at] !== '"'; at += 1) if (line[at] === '\\') at += 1;
    } else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return line.length;
}

/** Whether an event has the id that its command gave it: a UUID v5. Ids of other versions say nothing. */
function hasItsId({ id, ledgerId, metadata: { commandId, inputHash } }, place) {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) return false;
  if (id[14] !== '5') return true;
  const hash = createHash('sha1')
    .update(Buffer.from(ledgerId.replaceAll('-', ''), 'hex'))
    .update(JSON.stringify(['event', commandId, inputHash, place]))
    .digest()
    .subarray(0, 16);
  hash[6] = (hash[6] & 0x0f) | 0x50;
  hash[8] = (hash[8] & 0x3f) | 0x80;
  return hash.toString('hex') === id.replaceAll('-', '');
}

// The seal: a hash chain over the stored bytes.

function hashOf(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) {
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(part.length));
    hash.update(length).update(part);
  }
  return hash.digest();
}

/** The seal of events; null without any, where nothing says whose ledger it is. */
function sealOf(events) {
  if (events.length === 0) return null;
  const beginning = hashOf(Buffer.from(events[0].ledgerId));
  let head = beginning;
  for (const { type, revision, data, stored } of events) {
    if (type === 'LedgerReset') {
      const isBefore = data.before?.entries === revision && /^[0-9a-f]{64}$/.test(data.before.head);
      head = isBefore ? Buffer.from(data.before.head, 'hex') : beginning;
    }
    head = hashOf(head, Buffer.from(type), stored.data, stored.metadata);
  }
  let bits = BigInt(`0x${head.toString('hex')}`) >> 156n;
  let code = '';
  for (let at = 0; at < 20; at += 1, bits >>= 5n) code = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number(bits & 31n)] + code;
  return `${events.at(-1).revision + 1}-${code.match(/.{5}/g).join('-')}`;
}

// The books.

/** The books after all events since the last reset. Throws Differs if an event is about something that isn't there. */
function booksOf(events) {
  const since = events.slice(
    Math.max(
      0,
      events.findLastIndex(({ type }) => type === 'LedgerReset'),
    ),
  );
  const books = {
    accounts: new Map([[EVERYDAY, { name: 'Everyday', kind: 'Checking', balance: 0, isOpen: true, place: -1 }]]),
    everOpened: new Map(),
    goals: new Map(),
    entries: new Map(),
    categories: new Map([
      ...EXPENSE_CATEGORIES.map((name) => [name, { name, kind: 'Expense' }]),
      ...INCOME_CATEGORIES.map((name) => [name === 'Other' ? OTHER_INCOME : name, { name, kind: 'Income' }]),
    ]),
    rules: new Map(),
    plans: new Map(),
    carries: new Map(),
    merged: new Map(),
    schedules: new Map(),
    marks: new Map(),
    undos: new Set(),
    movements: movementsOf(since),
  };
  for (const event of since) {
    try {
      apply(books, event);
    } catch (error) {
      if (error instanceof Differs) throw error;
      throw new Differs(`entry ${event.revision} contradicts those before it`);
    }
  }
  return books;
}

const byPlace = (one, other) => one.place - other.place;
const instant = (text) => new Date(text).toISOString();

function apply(books, { type, data, revision, metadata }) {
  const { accounts, everOpened, goals, entries, categories, rules, plans, carries, schedules } = books;
  const add = (accountId = EVERYDAY, amount = 0) => {
    accounts.get(accountId).balance += amount;
  };
  const effect = ({ type, amount, accountId, from, to }, sign) => {
    if (type === 'Transfer') {
      add(from, -sign * amount);
      add(to, sign * amount);
    } else add(accountId, (type === 'Income' ? sign : -sign) * amount);
  };
  // In events of before there were categories of one's own, Other is the category of the entry's type.
  const idOf = (category, type) =>
    metadata.version === 1 && type === 'Income' && category === 'Other' ? OTHER_INCOME : category;
  const record = (id, entry) => {
    const parts = entry.parts?.map((part) => ({ ...part, category: idOf(part.category, entry.type) }));
    for (const { category } of [entry, ...(parts ?? [])])
      if (category !== undefined && !categories.has(idOf(category, entry.type))) throw new Error(category);
    entries.set(id, { id, ...entry, category: idOf(entry.category, entry.type), parts });
    effect(entry, 1);
  };
  const remove = (id) => {
    effect(entries.get(id), -1);
    entries.delete(id);
  };
  const rewrite = (id, after) => {
    const { place, recordedAt } = entries.get(id);
    remove(id);
    record(id, { ...after, place, recordedAt });
  };
  const now = { place: revision, recordedAt: metadata.recordedAt };
  const save = (amount) => {
    const goal = goals.get(data.goalId);
    Object.assign(goal, { saved: goal.saved + amount, reachedOn: data.reachedOn });
    add(data.accountId, -amount);
  };
  const insertRule = (version) => {
    if (rules.has(data.ruleId)) throw new Error(data.ruleId);
    books.rules = new Map([...rules].toSpliced(data.position - 1, 0, [data.ruleId, version]));
  };
  // An undo may mark an occurrence whose schedule or entry is gone by then.
  const mark = () => {
    const { scheduleId, nominal, entry, byItself } = data;
    const name = `${scheduleId} ${nominal}`;
    const before = books.marks.get(name);
    if (!books.undos.has(metadata.commandId)) {
      const schedule = schedules.get(scheduleId);
      const isAsSaid = {
        OccurrencePosted: () => !entries.has(entry) && !(byItself && (before || schedule.post !== 'by-itself')),
        OccurrenceMatched: () => entries.get(entry).type === schedule.type,
        OccurrenceSkipped: () => true,
        OccurrenceOpened: () => before === 'OccurrenceMatched',
      };
      if (!schedule || !isAsSaid[type]()) throw new Error(name);
    }
    if (type === 'OccurrenceOpened') books.marks.delete(name);
    else books.marks.set(name, type);
  };
  switch (type) {
    case 'ExpenseRecorded':
      return record(data.transactionId, { ...data, ...now, type: 'Expense' });
    case 'IncomeRecorded':
      return record(data.transactionId, { ...data, ...now, type: 'Income' });
    case 'TransactionChanged':
      return rewrite(data.transactionId, data.after);
    case 'TransactionDeleted':
      return remove(data.transactionId);
    case 'TransactionRestored':
      return record(data.transactionId, data);
    case 'TransferMade':
      return record(data.transferId, { ...data, ...now, type: 'Transfer' });
    case 'TransferChanged':
      return rewrite(data.transferId, { ...data.after, type: 'Transfer' });
    case 'TransferDeleted':
      return remove(data.transferId);
    case 'TransferRestored':
      return record(data.transferId, { ...data, type: 'Transfer' });
    case 'InitialDepositMade':
      return add(data.accountId, data.amount);
    case 'BalanceAdjusted':
      accounts.get(data.accountId ?? EVERYDAY).balance = data.to;
      return;
    case 'GoalCreated':
      return void goals.set(data.goalId, { ...data, saved: 0, place: revision });
    case 'GoalUpdated': {
      const { saved, place } = goals.get(data.goalId);
      return void goals.set(data.goalId, { ...data, saved, place });
    }
    case 'MoneyAddedToGoal':
      return save(data.amount);
    case 'MoneyTakenFromGoal':
      return save(-data.amount);
    case 'GoalDeleted':
      goals.delete(data.goalId);
      return add(data.accountId, data.returnedAmount);
    case 'GoalRestored':
      goals.set(data.goalId, { ...data, saved: data.amount });
      return add(data.accountId, -data.amount);
    case 'AccountOpened': {
      const { accountId, name, kind, openingBalance = 0, isBudgeted } = data;
      everOpened.set(accountId, { name, kind });
      return void accounts.set(accountId, {
        ...{ name, kind, balance: openingBalance, isOpen: true, isBudgeted, place: revision },
      });
    }
    case 'AccountRestored':
      everOpened.set(data.accountId, { name: data.name, kind: data.kind });
      return void accounts.set(data.accountId, { ...data });
    case 'AccountRenamed':
      if (everOpened.has(data.accountId)) everOpened.get(data.accountId).name = data.to;
      accounts.get(data.accountId).name = data.to;
      return;
    case 'AccountClosed':
    case 'AccountReopened':
      accounts.get(data.accountId).isOpen = type === 'AccountReopened';
      return;
    case 'AccountBudgetedSet':
      accounts.get(data.accountId).isBudgeted = data.isBudgeted;
      return;
    case 'AccountRemoved':
      return void accounts.delete(data.accountId);
    case 'CategoryAdded':
      return void categories.set(data.categoryId, { ...data, place: revision });
    case 'CategoryRestored':
      return void categories.set(data.categoryId, data);
    case 'CategoryRenamed':
      categories.get(data.categoryId).name = data.to;
      return;
    case 'CategoryMoved':
      categories.get(data.categoryId).parent = data.to;
      return;
    case 'CategoryPlaced':
      categories.get(data.categoryId).position = data.to;
      return;
    case 'CategoryArchived':
    case 'CategoryUnarchived':
      categories.get(data.categoryId).isArchived = type === 'CategoryArchived';
      return;
    case 'CategoriesMerged':
      if (!categories.has(data.from) || !categories.has(data.into)) throw new Error(data.from);
      return;
    case 'CategoryRemoved':
      if (data.into !== undefined && !categories.has(data.into)) throw new Error(data.into);
      if (data.into !== undefined) books.merged.set(data.categoryId, data.into);
      return void categories.delete(data.categoryId);
    case 'RuleAdded':
      return insertRule(1);
    case 'RuleRestored':
      return insertRule(data.version);
    case 'RuleChanged':
      if (data.version !== rules.get(data.ruleId) + 1) throw new Error(data.ruleId);
      return void rules.set(data.ruleId, data.version);
    case 'RuleRemoved':
      if ([...rules.keys()].indexOf(data.ruleId) !== data.position - 1) throw new Error(data.ruleId);
      return void rules.delete(data.ruleId);
    case 'RulesOrdered': {
      const sorted = (ids) => [...ids].sort().join();
      if ([...rules.keys()].join() !== data.before.join() || sorted(data.before) !== sorted(data.after))
        throw new Error(data.before);
      books.rules = new Map(data.after.map((ruleId) => [ruleId, rules.get(ruleId)]));
      return;
    }
    case 'RulesRun':
      if (data.rules.some(({ ruleId, version }) => rules.get(ruleId) !== version)) throw new Error(data.rules);
      return;
    case 'BudgetPlanned':
    case 'BudgetMoved': {
      const cell = `${data.categoryId} ${data.month}`;
      if ((plans.get(cell)?.amount ?? 0) !== data.from) throw new Error(cell);
      return void plans.set(cell, { categoryId: data.categoryId, month: data.month, amount: data.to });
    }
    case 'BudgetCarrySet': {
      const { categoryId, month, carry, place = revision } = data;
      const cell = `${categoryId} ${month}`;
      if (carry === undefined) return void carries.delete(cell);
      return void carries.set(cell, { categoryId, month, carry, place });
    }
    case 'ScheduleAdded':
    case 'ScheduleRestored':
      if (schedules.has(data.scheduleId)) throw new Error(data.scheduleId);
      return void schedules.set(data.scheduleId, { earlier: [], place: revision, ...data });
    case 'ScheduleChanged':
      if (!schedules.has(data.scheduleId)) throw new Error(data.scheduleId);
      return void schedules.set(data.scheduleId, data);
    case 'ScheduleRemoved':
      if (schedules.get(data.scheduleId).title !== data.title) throw new Error(data.scheduleId);
      return void schedules.delete(data.scheduleId);
    case 'OccurrencePosted':
    case 'OccurrenceMatched':
    case 'OccurrenceSkipped':
    case 'OccurrenceOpened':
      return mark();
    case 'ChangeSetUndone':
      return void books.undos.add(metadata.commandId);
    case 'EntryMatched':
      if ((entries.get(data.entryId).type === 'Transfer') !== (data.entry === 'transfer'))
        throw new Error(data.entryId);
      return;
    case 'BalanceAsserted':
      if (!accounts.has(data.accountId ?? EVERYDAY)) throw new Error(data.accountId);
      return;
    default:
      if (!BESIDE_THE_BOOKS.includes(type)) throw new Differs(`entry ${revision} is of an unknown type, ${type}`);
  }
}

/**
 * The money that is neither a transaction nor a transfer, and in force: what an undo took back is left out together
 * with the undo, and what was put aside for a goal that is gone, unless it came back to another account.
 */
function movementsOf(events) {
  const rows = [];
  const roots = new Map();
  const gone = new Map();
  const inForce = (wanted) => rows.filter((row) => row.isInForce && wanted(row));
  const drop = (dropped) => {
    for (const row of dropped) row.isInForce = false;
  };
  const sumsOf = (summed) => {
    const sums = new Map();
    for (const { account, amount } of summed) sums.set(account, (sums.get(account) ?? 0) + amount);
    return sums;
  };
  for (const { type, data, revision, metadata } of events) {
    const changeSet = metadata.commandId;
    const account = data.accountId ?? EVERYDAY;
    const { goalId = null } = data;
    const add = (part, title, amount, accountOf = account) => {
      const row = { revision, changeSet, date: metadata.recordedAt.slice(0, 10), isInForce: true };
      Object.assign(row, { part, title, account: accountOf, goalId, amount });
      if (amount !== 0) rows.push(row);
      return row;
    };
    const move = (part, title, amount) => {
      const same = rows.filter(
        (row) => row.changeSet === roots.get(changeSet) && row.account === account && row.goalId === goalId,
      );
      const undone = same.find((row) => row.isInForce && row.amount === -amount);
      const redone = same.find((row) => !row.isInForce && row.amount === amount);
      if (undone) undone.isInForce = false;
      else if (redone) redone.isInForce = true;
      else add(part, title, amount);
    };
    const bringBack = (id, part, title, amount) => {
      const { before = [], left = [] } = gone.get(id) ?? {};
      gone.delete(id);
      const sums = sumsOf([
        ...before,
        ...left.map((row) => ({ ...row, amount: -row.amount })),
        { account, amount: -amount },
      ]);
      if ([...sums.values()].every((sum) => sum === 0) && left.every((row) => row.isInForce)) {
        drop(left);
        for (const row of before) row.isInForce = true;
      } else add(part, title, amount);
    };
    if (type === 'ChangeSetUndone') roots.set(changeSet, data.chain.at(-1));
    else if (type === 'InitialDepositMade')
      add('opening', data.bank ? "Begun with the bank's balance" : 'Initial deposit', data.amount);
    else if (type === 'AccountOpened') add('opening', 'Starting balance', data.openingBalance ?? 0);
    else if (type === 'BalanceAdjusted') move('set by hand', 'Balance set by hand', data.to - data.from);
    else if (type === 'MoneyAddedToGoal') move('put aside', 'Saved', -data.amount);
    else if (type === 'MoneyTakenFromGoal') move('put aside', 'Taken back', data.amount);
    else if (type === 'GoalRestored') bringBack(goalId, 'put aside', 'Goal brought back', -data.amount);
    else if (type === 'AccountRestored') bringBack(account, 'opening', 'Account brought back', data.balance);
    else if (type === 'GoalDeleted') {
      const before = inForce((row) => row.goalId === goalId);
      drop(before);
      const left = [...sumsOf([...before, { account, amount: data.returnedAmount }])]
        .filter(([, sum]) => sum !== 0)
        .map(([id, sum]) => add('put aside', 'Goal deleted', sum, id));
      gone.set(goalId, { before, left });
    } else if (type === 'AccountRemoved') {
      const before = inForce((row) => row.account === account);
      const isWhole = before.reduce((sum, { amount }) => sum + amount, 0) === data.balance;
      gone.delete(account);
      if (isWhole && before.every((row) => row.goalId === null)) {
        drop(before);
        gone.set(account, { before });
      } else add('opening', 'Account removed', -data.balance);
    }
  }
  return inForce(() => true);
}

// The files.

const decimal = (cents) => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const inOrder = (one, other) => (one.date === other.date ? one.place - other.place : one.date < other.date ? -1 : 1);

/** A cell with a text of the user, which no spreadsheet runs as a formula. */
function cell(text) {
  if (text === undefined || text === null) return '';
  const safe = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const table = (rows) => `\uFEFF${rows.map((row) => `${row.join(',')}\r\n`).join('')}`;

function transactionsTable({ accounts, entries, categories }, receipts) {
  const header = 'Date,Type,Method,Title,Category,Amount,Recorded,Receipt,Account,To account,Parts,Note,Tags';
  const rows = [...entries.values()].sort(inOrder).map((entry) => {
    const {
      id,
      date,
      type,
      wallet,
      title,
      category,
      amount,
      recordedAt,
      accountId = EVERYDAY,
      from = accountId,
      to,
      parts,
      note,
      tags,
    } = entry;
    const named = (id) => categories.get(id)?.name;
    const shares = parts?.map(({ amount, category, note }) => ({
      amount: amount / 100,
      category: named(category),
      note,
    }));
    return [
      ...[date, type, cell(wallet), cell(title), cell(named(category)), decimal(amount), instant(recordedAt)],
      ...[receipts.get(id) ?? '', cell(accounts.get(from).name), cell(accounts.get(to)?.name)],
      ...[cell(shares && JSON.stringify(shares)), cell(note), cell(tags?.join(' '))],
    ];
  });
  return table([[header], ...rows]);
}

function goalsTable({ goals }) {
  const isWantedBy = [...goals.values()].some(({ wantedBy }) => wantedBy !== undefined);
  const header = 'Title,Category,Final Target,Current Saved Amount,Date of Completion,Description';
  const rows = [...goals.values()]
    .sort((one, other) => byPlace(other, one))
    .map(({ title, category, finalAmount, saved, reachedOn, description, wantedBy }) => [
      ...[cell(title), cell(category), decimal(finalAmount), decimal(saved), reachedOn ?? '', cell(description)],
      ...(isWantedBy ? [wantedBy ?? ''] : []),
    ]);
  return table([[isWantedBy ? `${header},Wanted by` : header], ...rows]);
}

function accountsTable({ accounts }) {
  const rows = [...accounts.values()]
    .sort(byPlace)
    .map(({ name, kind, balance, isOpen, isBudgeted }) => [
      ...[cell(name), kind, decimal(balance), isOpen ? 'Yes' : 'No', isBudgeted === false ? 'No' : 'Yes'],
    ]);
  return table([['Name,Kind,Balance,Open,In the budget'], ...rows]);
}

/** The budget: each category of expenses with money, month by month, from the first month with anything to the last. */
function budgetTable({ accounts, entries, categories, plans, carries }) {
  const header = 'Month,Category,Planned,Carried in,Spent,Refunded,Available,Carry';
  const planned = [...plans.values()].filter(({ amount }) => amount !== 0);
  // A transfer from or to an account beside the budget comes in or is spent.
  const isIn = (id = EVERYDAY) => accounts.get(id)?.isBudgeted !== false;
  const transactions = [...entries.values()].flatMap((entry) => {
    const { type, accountId, from, to } = entry;
    if (type !== 'Transfer') return isIn(accountId) ? [entry] : [];
    return isIn(from) === isIn(to) ? [] : [{ ...entry, type: isIn(from) ? 'Expense' : 'Income' }];
  });
  const months = [...planned.map(({ month }) => month), ...transactions.map(({ date }) => date.slice(0, 7))].sort();
  const spent = new Map();
  const refunded = new Map();
  const count = (sums, cell, amount) => sums.set(cell, (sums.get(cell) ?? 0) + amount);
  for (const { date, type, amount, category, parts } of transactions) {
    for (const part of parts ?? [{ amount, category }]) {
      const isRefund = type === 'Income' && categories.get(part.category)?.kind === 'Expense';
      if (type === 'Income' && !isRefund) continue;
      const isSpent = categories.get(part.category)?.kind === 'Expense';
      const cell = `${isSpent ? part.category : '-'} ${date.slice(0, 7)}`;
      count(spent, cell, isRefund ? -part.amount : part.amount);
      if (isRefund) count(refunded, cell, part.amount);
    }
  }
  const begins = new Map();
  for (const { categoryId, month } of planned) {
    if (!begins.has(categoryId) || month < begins.get(categoryId)) begins.set(categoryId, month);
  }
  // A category draws on the category above it until something is planned for it.
  const above = (id, month) => {
    const parent = categories.get(id)?.parent;
    return categories.has(parent) && !(begins.get(id) <= month) ? parent : undefined;
  };
  const carryOf = (id, month) => {
    const settings = [...carries.values()].filter((one) => one.categoryId === id && one.month <= month);
    return settings.sort(byPlace).at(-1)?.carry ?? 'surplus';
  };
  const ids = [...shownOrder(categories, 'Expense').map(([id]) => id), '-'];
  const rows = [];
  let carried = new Map();
  for (let month = months[0]; month !== undefined && month <= months.at(-1); month = monthAfter(month)) {
    const left = new Map();
    for (const id of ids) {
      const family = [id, ...ids.filter((child) => above(child, month) === id)];
      const sum = (sums) => family.reduce((total, each) => total + (sums.get(`${each} ${month}`) ?? 0), 0);
      const plan = plans.get(`${id} ${month}`)?.amount ?? 0;
      const carriedIn = carried.get(id) ?? 0;
      const available = above(id, month) === undefined ? carriedIn + plan - sum(spent) : undefined;
      const carry = carryOf(id, month);
      if (available > 0 ? carry !== 'none' : carry === 'all') left.set(id, available ?? 0);
      const amounts = [plan, carriedIn, sum(spent), sum(refunded)];
      if ([...amounts, available ?? 0].every((amount) => amount === 0)) continue;
      const last = available === undefined ? '' : decimal(available);
      rows.push([month, cell(categories.get(id)?.name ?? 'No category'), ...amounts.map(decimal), last, carry]);
    }
    carried = left;
  }
  return table([[header], ...rows]);
}

/** The month after one, `2026-12`. */
function monthAfter(month) {
  const [year, number] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

/**
 * The accounts of the journals: what each stands for, its group and name, what it holds, undefined where no rule says,
 * and the account that it is below.
 */
function chartOf({ accounts, everOpened, goals, categories, movements }) {
  const account = ([id, { name, kind, balance }]) => {
    const group = kind === 'Credit card' || kind === 'Loan' ? ['liabilities', 'accounts'] : ['assets', 'accounts'];
    return { key: `account ${id}`, group, name, holds: balance ?? 0 };
  };
  const gone = [...everOpened].filter(
    ([id]) => !accounts.has(id) && movements.some((movement) => movement.account === id),
  );
  const tree = (kind, group) => [
    ...shownOrder(categories, kind).map(([id, { name, parent }]) => ({
      ...{ key: `${group} ${id}`, group: [group], name },
      below: parent && `${group} ${parent}`,
    })),
    { key: `${group} `, group: [group], name: 'no category' },
  ];
  return [
    ...[...accounts].sort(([, one], [, other]) => byPlace(one, other)).map(account),
    ...gone.map(account),
    ...[...goals]
      .sort(([, one], [, other]) => byPlace(one, other))
      .map(([id, { title, saved }]) => ({ key: `goal ${id}`, group: ['assets', 'goals'], name: title, holds: saved })),
    ...tree('Expense', 'expenses'),
    ...tree('Income', 'income'),
    ...['opening', 'set by hand'].map((name) => ({ key: name, group: ['equity'], name })),
  ];
}

/** The categories of a kind: placed ones, the specification's, own ones by name, each followed by those below it. */
function shownOrder(categories, kind) {
  const compared = (text) => {
    const bare = (marked) => marked.normalize('NFKD').replace(/\p{M}/gu, '');
    return bare(bare(text).toLowerCase().replaceAll('ß', 'ss')).replace(/\s+/g, ' ').trim();
  };
  const all = [...categories].filter(([, category]) => category.kind === kind);
  const given = all.filter(([, { place }]) => place === undefined);
  const own = all
    .filter(([, { place }]) => place !== undefined)
    .map(([id, category]) => ({ id, category, name: compared(category.name) }))
    .sort((one, other) =>
      one.name === other.name ? byPlace(one.category, other.category) : one.name < other.name ? -1 : 1,
    )
    .map(({ id, category }) => [id, category]);
  // Sorting keeps the order of categories with the same place.
  const placed = (list) =>
    list.toSorted(([, one], [, other]) => (one.position ?? Number.MAX_VALUE) - (other.position ?? Number.MAX_VALUE));
  const below = (parent) => placed(own.filter(([, category]) => category.parent === parent));
  const top = placed([...given, ...own.filter(([, { parent }]) => !categories.has(parent))]);
  return top.flatMap((entry) => [entry, ...below(entry[0])]);
}

// The occurrences, day by day.

const dayNumber = (day) => Date.parse(day) / DAY_MS;
const dayOf = (number) => new Date(number * DAY_MS).toISOString().slice(0, 10);
const weekdayOf = (number) => ((((number + 3) % 7) + 7) % 7) + 1;
const LAST_NUMBER = dayNumber('2199-12-31');
/** How far a weekend is shifted at most. */
const SHIFT_DAYS_MAX = 2;

/** Whether a rule names a day, before weekends are shifted. */
function names({ every, unit, start, days }, day) {
  const [first, number] = [dayNumber(start), dayNumber(day)];
  if (unit === 'day') return (number - first) % every === 0;
  if (unit === 'week') {
    const mondays = (number - weekdayOf(number) - (first - weekdayOf(first))) / 7;
    return mondays % every === 0 && (days ?? [weekdayOf(first)]).includes(weekdayOf(number));
  }
  const [year, month, date] = day.split('-').map(Number);
  const [firstYear, firstMonth, firstDate] = start.split('-').map(Number);
  const months = (year - firstYear) * 12 + month - firstMonth;
  if (months % (unit === 'year' ? 12 * every : every) !== 0) return false;
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return (days ?? [firstDate]).some((each) => {
    if (typeof each === 'number') return date === (each > 0 ? Math.min(each, length) : Math.max(1, length + 1 + each));
    if (weekdayOf(number) !== each.weekday) return false;
    return each.nth === -1 ? date + 7 > length : Math.ceil(date / 7) === each.nth;
  });
}

/** The day to which a weekend shifts another one, or null if it is left out. */
function fallsOn(number, weekend) {
  const after = weekdayOf(number) - 5;
  if (after <= 0 || weekend === undefined || weekend === 'keep') return number;
  if (weekend === 'skip') return null;
  return weekend === 'before' ? number - after : number + 3 - after;
}

/** The occurrences of a rule from its start on, by the numbers of their nominal day and of the day they fall on. */
function occurrencesOf(rule, until) {
  const { start, unit, weekend, end = {} } = rule;
  const last = Math.min(dayNumber(end.on ?? '2199-12-31'), LAST_NUMBER, until + SHIFT_DAYS_MAX);
  let found = [];
  for (let nominal = dayNumber(start); nominal <= last; nominal += 1) {
    const day = names(rule, dayOf(nominal)) ? fallsOn(nominal, weekend) : null;
    if (day !== null) found.push({ nominal, day });
  }
  if (unit === 'day') {
    found = found.filter(({ nominal, day }, at) => {
      const same = found.filter((other, beside) => Math.abs(beside - at) <= SHIFT_DAYS_MAX && other.day === day);
      return (same.find((other) => other.nominal === day) ?? same[0]).nominal === nominal;
    });
  }
  return found.slice(0, end.times ?? found.length);
}

/** The amount of each open occurrence up to a day, by the day on which it falls. */
function coming({ schedules, marks }, until) {
  const all = [...schedules.values()].sort(byPlace).flatMap((schedule) => {
    const { scheduleId, earlier, title, amount, rule } = schedule;
    const said = [...earlier, { until: '9999-12-31', title, amount, rule }];
    return said.flatMap((then, at) =>
      occurrencesOf(then.rule, dayNumber(until))
        .map(({ nominal, day }) => ({ nominal: dayOf(nominal), day: dayOf(day) }))
        .filter(({ nominal, day }) => nominal < then.until && nominal >= (said[at - 1]?.until ?? '') && day <= until)
        .filter(({ nominal }) => !marks.has(`${scheduleId} ${nominal}`))
        .map((days) => ({ ...days, schedule, title: then.title, cents: expectedOf(then.amount) })),
    );
  });
  const key = ({ day, nominal }) => `${day} ${nominal}`;
  return all.sort((one, other) => (key(one) < key(other) ? -1 : Number(key(one) > key(other))));
}

const expectedOf = ({ exact, about, from, to }) => exact ?? about ?? Math.ceil((from + to) / 2);

/** A day some months later, or the last one of that month. */
function monthsLater(day, count) {
  const [year, month, date] = day.split('-').map(Number);
  const length = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, length))).toISOString().slice(0, 10);
}

/** The expected text of a `forecast.journal` that was made on a day. */
function forecastJournal(books, today, currency) {
  const { schedules, accounts, everOpened, categories, merged } = books;
  const until = monthsLater(today, FORECAST_MONTHS);
  const named = [...schedules.values()].flatMap(({ type, accountId = EVERYDAY, toAccountId = EVERYDAY }) =>
    type === 'Transfer' ? [accountId, toAccountId] : [accountId],
  );
  const gone = [...everOpened.keys()].filter((id) => !accounts.has(id) && named.includes(id));
  const chart = chartOf({ ...books, movements: gone.map((account) => ({ account })) });
  const plain = namesOf(chart, plainName, ' ');
  const posting = ([key, cents]) => `    ${plain.get(key)}    ${decimal(cents)} ${currency}
`;
  const held = chart.filter(({ key }) => key.startsWith('account ')).map(({ key, holds }) => [key, holds]);
  const opening = ['opening', -held.reduce((sum, [, cents]) => sum + cents, 0)];
  const categoryNow = (id) => {
    let now = id;
    while (now !== undefined && !categories.has(now)) now = merged.get(now);
    return now;
  };
  const postingsOf = ({ type, category, accountId = EVERYDAY, toAccountId = EVERYDAY }, cents) => {
    if (type === 'Transfer')
      return [
        [`account ${toAccountId}`, cents],
        [`account ${accountId}`, -cents],
      ];
    const now = categoryNow(category);
    const group = (categories.get(now)?.kind ?? type) === 'Expense' ? 'expenses' : 'income';
    const sign = type === 'Expense' ? 1 : -1;
    return [
      [`${group} ${now ?? ''}`, sign * cents],
      [`account ${accountId}`, -sign * cents],
    ];
  };
  return [
    `; What comes again from ${today} to ${until}, on top of what accounts hold.
`,
    `commodity ${currency}
  format 1000.00 ${currency}

`,
    ...[...plain.values()].map(
      (name) => `account ${name}
`,
    ),
    `
${dayOf(dayNumber(today) - 1)} * Balances
${[...held, opening].map(posting).join('')}
`,
    ...coming(books, until).map(({ day, title, schedule, cents }) => {
      const description = cleaned(title).replaceAll(';', ',').replaceAll('|', '/');
      const lines = postingsOf(schedule, cents).map(posting).join('');
      return `~ ${day < today ? today : day}  ${description}
${lines}
`;
    }),
  ].join('');
}

/** The entries of the journals, in order, each with its postings. */
function journalEntries({ entries, movements, categories }) {
  const all = [...entries.values()].map(
    ({ place, date, title, type, amount, category, parts, accountId = EVERYDAY, from, to, note, tags = [] }) => {
      if (type === 'Transfer') {
        return {
          place,
          date,
          title: title ?? type,
          note,
          tags,
          postings: [
            [`account ${to}`, amount],
            [`account ${from}`, -amount],
          ],
        };
      }
      const sign = type === 'Expense' ? 1 : -1;
      const shares = (parts ?? [{ amount, category }]).map((part) => [
        `${(categories.get(part.category)?.kind ?? type) === 'Expense' ? 'expenses' : 'income'} ${part.category ?? ''}`,
        sign * part.amount,
      ]);
      return { place, date, title, note, tags, postings: [...shares, [`account ${accountId}`, -sign * amount]] };
    },
  );
  const moved = new Map();
  for (const movement of movements) moved.set(movement.revision, [...(moved.get(movement.revision) ?? []), movement]);
  for (const [place, rows] of moved) {
    const [{ date, title, part, goalId }] = rows;
    const rest = -rows.reduce((sum, { amount }) => sum + amount, 0);
    const other = part === 'put aside' ? `goal ${goalId}` : part;
    rows.sort((one, other) => (one.account < other.account ? -1 : Number(one.account > other.account)));
    const postings = rows.map(({ account, amount }) => [`account ${account}`, amount]);
    all.push({ place, date, title, tags: [], postings: rest === 0 ? postings : [[other, rest], ...postings] });
  }
  return all.sort(inOrder);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces.
const SPACES = /[\s\u0000-\u001F\u007F-\u00A0\u2800\u3164]+/g;
const UNSEEN = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;
const NOT_IN_BEANCOUNT =
  /[^0-9A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u017F\u0386\u0388-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u0400-\u0481\u048A-\u052F\u0531-\u0556\u0561-\u0586\u05D0-\u05EA\u0620-\u064A\u0904-\u0939\u0E01-\u0E30\u1E00-\u1EFF\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FA5\uAC00-\uD7A3]+/g;

const cleaned = (text) => text.replaceAll(UNSEEN, '').replaceAll(SPACES, ' ').trim();

const plainName = ({ group, name }, above) =>
  [...(above ? [above] : group), cleaned(name).replaceAll(':', '-').replaceAll(';', ',') || 'unnamed'].join(':');

const beancountPart = (text) => {
  const part =
    text
      .normalize('NFC')
      .replaceAll(NOT_IN_BEANCOUNT, '-')
      .replaceAll(/^-+|-+$/g, '') || 'unnamed';
  const capital = part[0].toUpperCase();
  return capital.length === 1 && /^[\p{Lu}0-9]/u.test(capital) ? capital + part.slice(1) : `X-${part}`;
};

const beancountName = ({ group, name }, above) =>
  [...(above ? [above] : group.map(beancountPart)), beancountPart(name)].join(':');

/**
 * The names of a chart's accounts by their keys. One that is taken, whatever the case, gets the first free number from
 * 2.
 */
function namesOf(chart, nameOf, beforeNumber) {
  const names = new Map();
  const taken = new Set();
  for (const book of chart) {
    const own = nameOf(book, names.get(book.below));
    let name = own;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${own}${beforeNumber}${number}`;
    taken.add(name.toLowerCase());
    names.set(book.key, name);
  }
  return names;
}

function journal(chart, plans, entries, currency) {
  const names = namesOf(chart, plainName, ' ');
  const posting = ([key, cents]) => `    ${names.get(key)}    ${decimal(cents)} ${currency}\n`;
  const planned = [...plans.values()].filter(({ amount }) => amount !== 0);
  const rules = [...new Set(planned.map(({ month }) => month))].sort().map((month) => {
    const ofMonth = new Map(
      planned
        .filter((plan) => plan.month === month)
        .map(({ categoryId, amount }) => [`expenses ${categoryId === '-' ? '' : categoryId}`, amount]),
    );
    const posted = chart.filter(({ key }) => ofMonth.has(key)).map(({ key }) => [key, ofMonth.get(key)]);
    const rest = -posted.reduce((sum, [, cents]) => sum + cents, 0);
    const from = `    equity:budget    ${decimal(rest)} ${currency}\n`;
    return `~ monthly from ${month}-01 to ${monthAfter(month)}-01\n${posted.map(posting).join('')}${from}\n`;
  });
  const declared = new Set();
  const assertion = ({ key, holds }) => `    ${names.get(key)}    0.00 ${currency} = ${decimal(holds)} ${currency}\n`;
  return [
    `commodity ${currency}\n  format 1000.00 ${currency}\n\n`,
    ...[...names.values()].map((name) => `account ${name}\n`),
    rules.length > 0 ? 'account equity:budget\n' : '',
    '\n',
    ...rules,
    ...entries.map(({ date, place, title, note, tags, postings }) => {
      const description = cleaned(title).replaceAll(';', ',').replaceAll('|', '/');
      const words = note === undefined ? [] : cleaned(note).replaceAll('[', '(').replaceAll(']', ')').split(' ');
      const plain = words.map((word) => (/^:.*:$/.test(word) ? word.slice(1, -1) : word)).join(' ');
      const remark = note === undefined ? [] : [`note: ${plain}`];
      const fresh = [...(note === undefined ? [] : ['note']), ...tags].filter((tag) => !declared.has(tag));
      for (const tag of fresh) declared.add(tag);
      return [
        ...fresh.map((tag) => `tag ${tag}\n`),
        fresh.length > 0 ? '\n' : '',
        `${date} * (${place}) ${description}\n`,
        ...[...remark, ...tags.map((tag) => `:${tag}:`)].map((line) => `    ; ${line}\n`),
        ...[...postings.map(posting), '\n'],
      ].join('');
    }),
    entries.length > 0 ? `${entries.at(-1).date} * Balances\n` : '',
    ...(entries.length > 0 ? chart.filter(({ holds }) => holds !== undefined).map(assertion) : []),
  ].join('');
}

function beancount(chart, entries, currency) {
  const names = namesOf(chart, beancountName, '-');
  const posting = ([key, cents]) => `  ${names.get(key)}  ${decimal(cents)} ${currency}\n`;
  const last = entries.at(-1)?.date;
  const after = last && new Date(Date.parse(last) + DAY_MS).toISOString().slice(0, 10);
  const balance = ({ key, holds }) => `${after} balance ${names.get(key)}  ${decimal(holds)} ~ 0.00 ${currency}\n`;
  return [
    `option "title" "Daybook"\noption "operating_currency" "${currency}"\n\n`,
    ...[...names.values()].map((name) => `1900-01-01 open ${name} ${currency}\n`),
    '\n',
    ...entries.map(({ date, title, note, tags, postings }) => {
      const quoted = (text) => `"${cleaned(text).replaceAll(/["\\]/g, '\\$&')}"`;
      const bare = (tag) => tag.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss');
      const marks = tags.map((tag) => ` #${bare(tag).replaceAll(/[^\w-]/g, '-')}`).join('');
      const remark = note === undefined ? '' : `  note: ${quoted(note)}\n`;
      return `${date} * ${quoted(title)}${marks}\n${remark}${postings.map(posting).join('')}\n`;
    }),
    ...(last ? chart.filter(({ holds }) => holds !== undefined).map(balance) : []),
  ].join('');
}

// The findings.

/** The text of a file, or null if it isn't there. */
function read(name) {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path) : null;
}

/** Why a file isn't the wanted text, or null if it is. */
function difference(name, wanted) {
  const found = read(name);
  if (found === null) return 'it is missing';
  if (found.equals(Buffer.from(wanted))) return null;
  const [lines, wantedLines] = [found.toString().split('\n'), wanted.split('\n')];
  const at = wantedLines.findIndex((line, index) => line !== lines[index]);
  if (at < 0 && lines.length === wantedLines.length) return 'it is no UTF-8';
  return at < 0 ? `line ${wantedLines.length} should be the last` : `line ${at + 1} is not what the events say`;
}

const found = { agree: [], differ: [] };

function say(name, why) {
  found[why ? 'differ' : 'agree'].push(name);
  console.log(why ? `${name} differs: ${why}.` : `${name} agrees.`);
}

/** The files in the folder of receipts, by their name without its end. */
function receiptFiles() {
  const names = existsSync(join(folder, RECEIPTS)) ? readdirSync(join(folder, RECEIPTS)) : [];
  const isReceipt = (name) => RECEIPT_ENDS.includes(parse(name).ext);
  return {
    byId: new Map(names.filter(isReceipt).map((name) => [parse(name).name, `${RECEIPTS}/${name}`])),
    names: names.map((name) => `${RECEIPTS}/${name}`),
  };
}

/** The hashes of receipts by their ids, which stand in the events that attached them. */
function receiptHashes(events) {
  const attached = events.filter(({ data }) => data.receiptHash !== undefined);
  return new Map(attached.map(({ data }) => [(data.after ?? data).receiptId, data.receiptHash]));
}

function checkReceipts({ entries }, hashes, { byId, names }) {
  const wanted = [...entries.values()].filter(({ receiptId }) => receiptId !== undefined);
  const wrong = new Map();
  let unsealed = 0;
  for (const { id, receiptId } of wanted) {
    const path = byId.get(id);
    const receiptHash = hashes.get(receiptId);
    if (!path) wrong.set(`${RECEIPTS}/${id}`, 'it is missing');
    else if (receiptHash === undefined) unsealed += 1;
    else if (createHash('sha256').update(read(path)).digest('hex') !== receiptHash) {
      wrong.set(path, 'it is not the file that the events name');
    }
  }
  const known = new Set(wanted.map(({ id }) => byId.get(id)));
  for (const path of names) if (!known.has(path)) wrong.set(path, 'no event names it');
  for (const [path, why] of wrong) say(path, why);
  if (wrong.size === 0 && wanted.length > 0) say(RECEIPTS, null);
  if (unsealed > 0)
    console.log(`The events hold no hash of ${unsealed} receipts: these files are only known to be there.`);
}

function check() {
  let events;
  let books;
  try {
    if (read('events.jsonl') === null) throw new Differs('it is missing');
    events = readEvents();
    books = booksOf(events);
  } catch (error) {
    if (!(error instanceof Differs)) throw error;
    say('events.jsonl', error.message);
    console.log('Without it no other file can be checked.');
    return;
  }
  const seal = sealOf(events);
  const written = read('seal.txt')?.toString() ?? null;
  const isSealed =
    written !== null &&
    (seal === null ? /^0-(?:[0-9A-HJKMNP-TV-Z]{5}-?){4}\n$/.test(written) : written === `${seal}\n`);
  const unsealed = `its seal is ${seal ?? 'that of no entries'}, seal.txt says ${JSON.stringify(written?.trim())}`;
  say('events.jsonl', isSealed || written === null ? null : unsealed);
  say('seal.txt', isSealed ? null : written === null ? 'it is missing' : unsealed);

  const receipts = receiptFiles();
  say('transactions.csv', difference('transactions.csv', transactionsTable(books, receipts.byId)));
  say('goals.csv', difference('goals.csv', goalsTable(books)));
  say('accounts.csv', difference('accounts.csv', accountsTable(books)));
  say('budget.csv', difference('budget.csv', budgetTable(books)));

  const [plain, bean] = [
    /^commodity (\w+)\n/.exec(read('daybook.journal')?.toString() ?? '')?.[1],
    /^option "operating_currency" "(\w+)"$/m.exec(read('daybook.beancount')?.toString() ?? '')?.[1],
  ].map((code) => (CURRENCIES.includes(code) ? code : undefined));
  const chart = chartOf(books);
  const entries = journalEntries(books);
  const isOther = plain && bean && plain !== bean ? `the journals have two currencies, ${plain} and ${bean}` : null;
  const currency = plain ?? bean ?? CURRENCIES[0];
  say(
    'daybook.journal',
    difference('daybook.journal', journal(chart, books.plans, entries, plain ?? currency)) ?? isOther,
  );
  // The day on which it was made is not in the events.
  const ahead = read('forecast.journal')?.toString() ?? '';
  const made = /^; What comes again from (\d{4}-\d\d-\d\d) /.exec(ahead)?.[1] ?? '';
  const foreseen = Number.isNaN(Date.parse(made)) ? '' : forecastJournal(books, made, plain ?? currency);
  say('forecast.journal', difference('forecast.journal', foreseen));
  say('daybook.beancount', difference('daybook.beancount', beancount(chart, entries, bean ?? currency)) ?? isOther);
  checkReceipts(books, receiptHashes(events), receipts);

  const others = readdirSync(folder).filter(
    (name) => ![...FILES, RECEIPTS, parse(fileURLToPath(import.meta.url)).base].includes(name),
  );
  if (others.length > 0) console.log(`Not of this export: ${others.join(', ')}.`);
}

check();
console.log(
  found.differ.length === 0
    ? 'All files agree with the events.'
    : `${found.differ.length} of ${found.differ.length + found.agree.length} differ: ${found.differ.join(', ')}.`,
);
process.exitCode = found.differ.length === 0 ? 0 : 1;
