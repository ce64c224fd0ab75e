import { EVERYDAY, PARTS_MAX, PARTS_MIN } from '#ledger/model/constants.ts';
import type { ImportedRow } from '#ledger/model/values.ts';
import type { TransactionEvent } from '#ledger/transactions/events.ts';
import type { Application, Data } from '../model/application.ts';
import { BLOCK_REVISIONS, type PlacedEntity } from '../model/audit-ledger.ts';
import { periodsOf } from '../model/calendar.ts';
import { canonical } from '../model/canonical.ts';
import type { AuditDefinitions } from '../model/definition.ts';
import { auditedOrigins, originsOf } from '../model/origins.ts';
import { describes } from './described.ts';

type EntryData = Data<'TransactionChanged'>['after'];

const ofTransaction = { about: ({ transactionId }: { transactionId: string }) => transactionId, account: null };

export const transactionDefinitions: AuditDefinitions<TransactionEvent> = {
  ExpenseRecorded: {
    ...ofTransaction,
    kind: 'create-expense',
    standing: 'in any command',
    apply(application, data) {
      hasRow(application, data, -data.amount);
      record(application, { type: 'Expense', ...data });
    },
  },
  IncomeRecorded: {
    ...ofTransaction,
    kind: 'create-income',
    standing: 'in any command',
    apply(application, data) {
      hasRow(application, data, data.amount);
      record(application, { type: 'Income', ...data });
    },
  },
  TransactionChanged: {
    ...ofTransaction,
    kind: 'update-transaction',
    standing: 'not in an import',
    apply: changeEntry,
  },
  TransactionDeleted: {
    ...ofTransaction,
    kind: 'delete-transaction',
    standing: 'in any command',
    apply: deleteEntry,
  },
  TransactionRestored: {
    ...ofTransaction,
    kind: 'undo',
    standing: 'only in an undo',
    apply(application, data) {
      const placed = application.placed(`transaction ${data.transactionId}`, data);
      addEntry(application, data, placed, data.madeBy ?? 'hand');
    },
  },
};

/** The row that a transaction was imported from has the amount that the transaction adds to the account, in cents. */
function hasRow(
  application: Application,
  { transactionId, imported: rows }: { transactionId: string; imported?: readonly ImportedRow[] | undefined },
  adds: number,
): void {
  if (rows) application.must('amounts of its rows', `${adds}`, rows.map(({ amount }) => amount).join(' and '));
  application.keepRows(transactionId, rows);
}

type Recorded = EntryData & { transactionId: string } & Pick<Data<'ExpenseRecorded'>, 'imported' | 'set' | 'madeBy'>;

function record(application: Application, data: Recorded): void {
  if (isCash(data) && !application.isImport) {
    application.atMost('amount in cash', application.balance(data.accountId), data.amount);
  }
  const placed = application.first(`transaction ${data.transactionId}`);
  addEntry(application, data, placed, data.madeBy ?? (data.imported ? 'import' : 'hand'));
}

function addEntry(
  application: Application,
  data: Omit<Recorded, 'imported' | 'madeBy'>,
  placed: PlacedEntity,
  others: 'import' | 'hand',
): void {
  const { ledger } = application;
  const label = `transaction ${data.transactionId}`;
  application.must(label, null, ledger.entries.has(label) ? 'recorded already' : null);
  fits(application, label, data);
  const fields = entryFields(data);
  const entry = { ...placed, ...fields, origins: originsOf(application, label, fields, { set: data.set, others }) };
  ledger.entries.set(label, entry);
  ledger.transactionCount += 1;
  application.made(label, entry);
  application.date(entry.date, entry.accountId);
  keepReceipt(application, data.receiptId);
  count(application, data, 1n);
  application.touch('transaction_count');
}

function changeEntry(
  application: Application,
  { transactionId, before, after, changedAt, set }: Data<'TransactionChanged'>,
): void {
  const { entries } = application.ledger;
  const label = `transaction ${transactionId}`;
  const entry = entries.get(label);
  application.present(label, entry);
  application.repeats(label, entry, entryFields(before));
  fits(application, label, after);
  if (canonical(before) === canonical(after)) application.must(label, 'changed', 'the same');
  enoughCash(application, before, after);
  const isCountedAnew = before.type !== after.type || before.amount !== after.amount || before.date !== after.date;
  count(application, before, -1n, isCountedAnew);
  count(application, after, 1n, isCountedAnew);
  keepReceipt(application, before.receiptId);
  keepReceipt(application, after.receiptId);
  if (!entry) return;
  const [last, knownFrom] = [application.changedAt(changedAt), application.revision];
  const fields = entryFields(after);
  const setters = { set, isUnchanged: changedAt === null };
  const origins = auditedOrigins(application, label, [entry, fields], setters);
  const changed = { ...entry, ...fields, changedAt: last, knownFrom, origins };
  application.changed(label, entry, changed);
  application.date(changed.date, changed.accountId);
  application.keepPast(label, entry);
  entries.set(label, changed);
}

function deleteEntry(
  application: Application,
  { transactionId, accountId = EVERYDAY, ...data }: Data<'TransactionDeleted'>,
): void {
  const { ledger } = application;
  const label = `transaction ${transactionId}`;
  const entry = ledger.entries.get(label);
  const { type, amount, date } = data;
  application.present(label, entry);
  application.repeats(label, entry, { type, amount: BigInt(amount), date, accountId });
  application.keepPast(label, entry);
  if (ledger.entries.delete(label)) ledger.transactionCount -= 1;
  count(application, { ...data, accountId }, -1n);
  application.touch(label, 'transaction_count');
}

/** Keeps the revision of the first event that names a receipt. */
function keepReceipt({ ledger: { receipts }, revision }: Application, receiptId: string | undefined): void {
  if (receiptId !== undefined && !receipts.has(receiptId)) receipts.set(receiptId, revision);
}

/** Moves the money of a transaction, and adds it to the turnover and the sums of its periods. */
function count(
  application: Application,
  { type, amount, date, accountId }: Pick<EntryData, 'type' | 'amount' | 'date' | 'accountId'>,
  times: 1n | -1n,
  isCountedAnew = true,
): void {
  const isExpense = type === 'Expense';
  application.move(accountId, BigInt(isExpense ? -amount : amount) * times);
  application.ledger.turnover += BigInt(amount) * times;
  for (const period of periodsOf(date)) addInBlock(application, period, isExpense, BigInt(amount) * times);
  if (isCountedAnew) application.touch('turnover', ...sidesOf(date, isExpense));
}

/** Adds an amount to the sums of a period over this block. */
function addInBlock(application: Application, period: string, isExpense: boolean, amount: bigint): void {
  const { ledger, revision } = application;
  const name = `${period} in block ${revision / BLOCK_REVISIONS}`;
  const { income, expense } = ledger.pastSums.get(name) ?? { income: 0n, expense: 0n };
  const sums = isExpense ? { income, expense: expense + amount } : { income: income + amount, expense };
  ledger.pastSums.set(name, { ...sums, at: revision });
}

/** The fields of a transaction fit each other. */
function fits(application: Application, label: string, data: EntryData): void {
  const { type, amount, category, wallet, parts } = data;
  application.within('amount', amount);
  describes(application, label, data);
  application.must(`${label}.wallet`, type === 'Expense' ? 'a wallet' : null, wallet ? 'a wallet' : null);
  for (const id of [category, ...(parts ?? []).map((part) => part.category)]) {
    if (id === undefined) continue;
    const kind = application.ledger.categories.get(id)?.kind;
    // An income may have a category of expenses: it is a refund then.
    if (kind !== type && !(kind === 'Expense' && type === 'Income')) {
      application.must(`${label}.category`, `one of ${type}`, id);
    }
  }
  if (!parts) return;
  application.must(`${label}.category`, null, category ?? null);
  if (parts.length < PARTS_MIN || parts.length > PARTS_MAX) {
    application.must(`${label}.parts`, `${PARTS_MIN} to ${PARTS_MAX}`, parts.length);
  }
  // A part may lessen the others, such as bottles that were returned.
  for (const part of parts) application.within(`${label}.parts.amount`, Math.abs(part.amount));
  const sum = parts.reduce((sum, part) => sum + BigInt(part.amount), 0n);
  application.must(`${label}.parts`, BigInt(amount), sum);
}

/** An edit that takes more, or changes wallet, type or account, takes no more cash than the account has without it. */
function enoughCash(application: Application, before: EntryData, after: EntryData): void {
  const isSameAccount = before.accountId === after.accountId;
  const takesMore =
    after.amount > before.amount || before.wallet !== after.wallet || before.type !== after.type || !isSameAccount;
  if (application.isUndo || !isCash(after) || !takesMore) return;
  const own = BigInt(before.type === 'Expense' ? -before.amount : before.amount);
  const balance = application.balance(after.accountId);
  application.atMost('amount in cash', balance - (isSameAccount ? own : 0n), after.amount);
}

/** The fields of a transaction by an event's data, without its place. */
function entryFields({ type, title, amount, date, category, wallet, accountId, receiptId, parts, ...rest }: EntryData) {
  return {
    type,
    title,
    amount: BigInt(amount),
    category: category ?? null,
    wallet: wallet ?? null,
    date,
    receiptId: receiptId ?? null,
    accountId: accountId ?? EVERYDAY,
    toAccount: null,
    parts: parts ? canonical(parts) : null,
    note: rest.note ?? null,
    tags: rest.tags ? canonical(rest.tags) : null,
  } satisfies Record<keyof EntryData, unknown> & { toAccount: null };
}

const isCash = ({ type, wallet }: EntryData) => type === 'Expense' && wallet === 'Cash';

/** The names of the periods of a day, and of the side of each that a transaction is added to. */
function sidesOf(date: string, isExpense: boolean): string[] {
  return periodsOf(date).flatMap((period) => [period, `${period}.${isExpense ? 'expense' : 'income'}`]);
}
