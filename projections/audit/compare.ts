import type { AuditLedger } from './audit-ledger.ts';
import { stretchesOf } from './calendar.ts';
import type { Finding } from './finding.ts';
import { toMicroseconds } from './instants.ts';
import type { StoredRow, StoredRows } from './stored-rows.ts';

type Difference = Pick<Finding, 'field' | 'expected' | 'found' | 'revision'>;

/**
 * Compares a book with the rows that stand for it, field by field, and gives what differs, with the revision of the event
 * that gave the field its value last (of a row too many: the event that took it away; else the one that began the book).
 */
export function compare(book: AuditLedger, rows: StoredRows): Difference[] {
  return [
    ...(rows.account ? account(book, rows.account) : []),
    ...goals(book, rows.goals),
    ...transactions(book, rows.transactions),
    ...statistics(book, rows.statistics),
  ];
}

function account(book: AuditLedger, row: StoredRow): Difference[] {
  const { balance, figures, payment, entries } = book;
  let turnover = 0n;
  for (const { amount } of entries.values()) turnover += amount;
  const expected: [field: string, value: unknown, touched: string][] = [
    ['balance', balance, 'balance'],
    ['turnover', turnover, 'transactions'],
    ['income', figures?.income ?? null, 'figures'],
    ['expense', figures?.expense ?? null, 'figures'],
    ['payment_status', payment.status, 'payment'],
    ['payment_session', payment.session, 'payment'],
    ['transaction_count', entries.size, 'transactions'],
  ];
  return expected.flatMap(([field, value, touched]) =>
    fields('account', { [field]: value }, row, () => touchedLast(book, touched)),
  );
}

function goals(book: AuditLedger, rows: StoredRow[]): Difference[] {
  const expected = [...book.goals].map(
    ([goalId, goal]) =>
      [
        goalId,
        {
          title: goal.title,
          final_amount: goal.finalAmount,
          current_amount: goal.currentAmount,
          category: goal.category,
          description: goal.description,
          reached_on: goal.reachedOn,
        },
      ] as const,
  );
  const differences = listed(book, 'goal', new Map(expected), rows, ({ goal_id }) => goal_id ?? '');
  const order = [...book.goals.keys()].join(' ');
  const shown = rows.map(({ goal_id }) => goal_id).join(' ');
  // One that is missing or too many has been named already; only the order of the same goals is news.
  if (order === shown || differences.some(({ field }) => !field.includes('.'))) return differences;
  return [...differences, { field: 'goals in order', expected: order, found: shown, revision: book.since }];
}

function transactions(book: AuditLedger, rows: StoredRow[]): Difference[] {
  const expected = [...book.entries].map(
    ([transactionId, entry]) =>
      [
        transactionId,
        {
          revision: entry.revision,
          type: entry.type,
          title: entry.title,
          amount: entry.amount,
          category: entry.category,
          wallet: entry.wallet,
          date: entry.date,
          receipt_id: entry.receiptId,
          recorded_at: toMicroseconds(entry.recordedAt),
        },
      ] as const,
  );
  return listed(book, 'transaction', new Map(expected), rows, ({ transaction_id }) => transaction_id ?? '');
}

/** A stretch whose transactions were all deleted may be kept as zeros or not at all: both show the same. */
function statistics(book: AuditLedger, rows: StoredRow[]): Difference[] {
  const expected = new Map<string, { income: bigint; expense: bigint }>();
  for (const { type, amount, date } of book.entries.values()) {
    for (const stretch of stretchesOf(date)) {
      const { income, expense } = expected.get(stretch) ?? { income: 0n, expense: 0n };
      expected.set(
        stretch,
        type === 'Income' ? { income: income + amount, expense } : { income, expense: expense + amount },
      );
    }
  }
  const nameOf = ({ period, starts_on }: StoredRow) => `${period} ${starts_on}`;
  const stored = new Set(rows.map(nameOf));
  for (const stretch of book.touched.keys()) {
    if (stored.has(stretch) && !expected.has(stretch)) expected.set(stretch, { income: 0n, expense: 0n });
  }
  return listed(book, 'statistics', expected, rows, nameOf);
}

/** Compares rows of a kind by what names them; one that is missing, or too many, is named as a whole. */
function listed(
  book: AuditLedger,
  kind: 'goal' | 'transaction' | 'statistics',
  expected: Map<string, Record<string, unknown>>,
  rows: StoredRow[],
  nameOf: (row: StoredRow) => string,
): Difference[] {
  const differences: Difference[] = [];
  const left = new Set(expected.keys());
  for (const row of rows) {
    const name = nameOf(row);
    const wanted = expected.get(name);
    const what = kind === 'statistics' ? name : `${kind} ${name}`;
    const revision = touchedLast(book, what);
    left.delete(name);
    if (wanted) {
      const touched = (field: string) => book.touched.get(`${what}.${field}`) ?? revision;
      differences.push(...fields(`${kind} ${name}`, wanted, row, touched));
    } else differences.push({ field: `${kind} ${name}`, expected: null, found: inWords(row), revision });
  }
  for (const name of left) {
    const revision = touchedLast(book, kind === 'statistics' ? name : `${kind} ${name}`);
    differences.push({ field: `${kind} ${name}`, expected: inWords(expected.get(name) ?? {}), found: null, revision });
  }
  return differences;
}

function fields(
  what: string,
  expected: Record<string, unknown>,
  row: StoredRow,
  touched: (field: string) => bigint,
): Difference[] {
  return Object.entries(expected).flatMap(([field, value]) => {
    const wanted = value === null ? null : String(value);
    const found = row[field] ?? null;
    return wanted === found ? [] : [{ field: `${what}.${field}`, expected: wanted, found, revision: touched(field) }];
  });
}

function touchedLast(book: AuditLedger, what: string): bigint {
  return book.touched.get(what) ?? book.since;
}

function inWords(row: Record<string, unknown>): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field} ${value}`)
    .join(', ');
}
