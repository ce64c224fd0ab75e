import type { AuditLedger } from './audit-ledger.ts';
import { periodsOf } from './calendar.ts';
import type { Finding } from './finding.ts';
import { toMicroseconds } from './instants.ts';
import type { StoredRow, StoredRows } from './stored-rows.ts';

type Difference = Pick<Finding, 'field' | 'expected' | 'found' | 'revision'>;

/**
 * Compares the audit's state of a ledger with its rows, field by field. Gives what differs, with the revision of the event
 * that changed the field last; of a surplus row, that of the event that removed it, or the first that counts.
 */
export function compare(ledger: AuditLedger, rows: StoredRows): Difference[] {
  return [
    ...(rows.ledger ? ledgerRow(ledger, rows.ledger) : []),
    ...goals(ledger, rows.goals),
    ...transactions(ledger, rows.transactions),
    ...statistics(ledger, rows.statistics),
  ];
}

function ledgerRow(ledger: AuditLedger, row: StoredRow): Difference[] {
  const { balance, figures, payment, entries } = ledger;
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
    fields('ledger', { [field]: value }, row, () => touchedLast(ledger, touched)),
  );
}

function goals(ledger: AuditLedger, rows: StoredRow[]): Difference[] {
  const expected = [...ledger.goals].map(
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
  const differences = listed(ledger, 'goal', new Map(expected), rows, ({ goal_id }) => goal_id ?? '');
  const order = [...ledger.goals.keys()].join(' ');
  const shown = rows.map(({ goal_id }) => goal_id).join(' ');
  // A missing or surplus goal is a difference already; the order is only compared where the goals are the same.
  if (order === shown || differences.some(({ field }) => !field.includes('.'))) return differences;
  return [...differences, { field: 'goals in order', expected: order, found: shown, revision: ledger.since }];
}

function transactions(ledger: AuditLedger, rows: StoredRow[]): Difference[] {
  const expected = [...ledger.entries].map(
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
  return listed(ledger, 'transaction', new Map(expected), rows, ({ transaction_id }) => transaction_id ?? '');
}

/** A period whose transactions were all deleted may have a row of zeros or none. */
function statistics(ledger: AuditLedger, rows: StoredRow[]): Difference[] {
  const expected = new Map<string, { income: bigint; expense: bigint }>();
  for (const { type, amount, date } of ledger.entries.values()) {
    for (const period of periodsOf(date)) {
      const { income, expense } = expected.get(period) ?? { income: 0n, expense: 0n };
      expected.set(
        period,
        type === 'Income' ? { income: income + amount, expense } : { income, expense: expense + amount },
      );
    }
  }
  const nameOf = ({ period, starts_on }: StoredRow) => `${period} ${starts_on}`;
  const stored = new Set(rows.map(nameOf));
  for (const period of ledger.touched.keys()) {
    if (stored.has(period) && !expected.has(period)) expected.set(period, { income: 0n, expense: 0n });
  }
  return listed(ledger, 'statistics', expected, rows, nameOf);
}

/** Compares rows by their names. A missing or surplus row is one difference. */
function listed(
  ledger: AuditLedger,
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
    const revision = touchedLast(ledger, what);
    left.delete(name);
    if (wanted) {
      const touched = (field: string) => ledger.touched.get(`${what}.${field}`) ?? revision;
      differences.push(...fields(`${kind} ${name}`, wanted, row, touched));
    } else differences.push({ field: `${kind} ${name}`, expected: null, found: asText(row), revision });
  }
  for (const name of left) {
    const revision = touchedLast(ledger, kind === 'statistics' ? name : `${kind} ${name}`);
    differences.push({ field: `${kind} ${name}`, expected: asText(expected.get(name) ?? {}), found: null, revision });
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

function touchedLast(ledger: AuditLedger, what: string): bigint {
  return ledger.touched.get(what) ?? ledger.since;
}

function asText(row: Record<string, unknown>): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field} ${value}`)
    .join(', ');
}
