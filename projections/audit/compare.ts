import { type AuditLedger, accountsInOrder, ledgerColumns } from './audit-ledger.ts';
import { periodsOf } from './calendar.ts';
import { columnOf } from './canonical.ts';
import { comparePast } from './compare-past.ts';
import { columnsOf, type Difference, fields, listed, type Wanted } from './compare-rows.ts';
import type { StoredRow, StoredRows } from './stored-rows.ts';

/**
 * Compares the audit's state of a ledger with its rows, field by field. Gives what differs, with the revision of the event
 * that changed the field last; of a surplus row, that of the event that removed it, or the first that counts.
 */
export function compare(ledgerId: string, ledger: AuditLedger, rows: StoredRows): Difference[] {
  return [
    ...(rows.ledger ? ledgerRow(ledger, rows.ledger) : []),
    ...(rows.ledger ? accounts(ledger, rows.ledger) : []),
    ...things(ledger, 'goal', ledger.goals, rows.goals, 'goal_id'),
    ...things(ledger, 'transaction', ledger.entries, rows.transactions, 'transaction_id'),
    ...things(ledger, 'transfer', ledger.transfers, rows.transfers, 'transfer_id'),
    ...statistics(ledger, rows.statistics),
    ...events(ledger, rows.events),
    ...receipts(ledger, rows.receipts),
    ...importedKeys(ledger, rows.importedRows),
    ...comparePast(ledgerId, ledger, rows),
  ];
}

/** What the audit calls the cause of a column that is not named like it. */
const CAUSES: Readonly<Record<string, string>> = {
  income: 'figures',
  expense: 'figures',
  payment_status: 'payment',
  payment_session: 'payment',
};

function ledgerRow(ledger: AuditLedger, row: StoredRow): Difference[] {
  return fields('ledger', ledgerColumns(ledger), row, (field) => touchedLast(ledger, CAUSES[field] ?? field));
}

/** The accounts are a list in the ledger's row. */
function accounts(ledger: AuditLedger, row: StoredRow): Difference[] {
  const list: unknown = JSON.parse(row.accounts ?? 'null');
  if (!Array.isArray(list)) {
    return [{ field: 'ledger.accounts', expected: 'a list', found: row.accounts ?? null, revision: ledger.since }];
  }
  const expected = accountsInOrder(ledger.accounts);
  const stored = list.map((account: object) => textOf(account));
  const differences = things(ledger, 'account', new Map(expected), stored, 'account_id');
  const order = expected.map(([id]) => id);
  const shown = stored.map(({ account_id }) => account_id);
  // A missing or surplus account is a difference already; the order is only compared where the accounts are the same.
  if (order.join(' ') === shown.join(' ') || differences.some(({ field }) => !field.includes('.'))) return differences;
  const inOrder = { field: 'accounts in order', expected: order.join(' '), found: shown.join(' ') };
  return [...differences, { ...inOrder, revision: ledger.since }];
}

/** The values of an object of JSON as text, by column. */
function textOf(stored: object): StoredRow {
  return Object.fromEntries(
    Object.entries(Object(stored)).map(([field, value]) => [columnOf(field), value === null ? null : String(value)]),
  );
}

type Kind = 'account' | 'goal' | 'transaction' | 'transfer';

/** Compares things that the audit holds by the names of their columns. */
function things(
  ledger: AuditLedger,
  kind: Kind,
  expected: ReadonlyMap<string, object>,
  rows: StoredRow[],
  key: string,
): Difference[] {
  const wanted = [...expected].map(([id, thing]): [string, Wanted] => [`${kind} ${id}`, columnsOf(thing)]);
  return listed(
    new Map(wanted),
    rows,
    (row) => `${kind} ${row[key] ?? ''}`,
    (what, field) => ledger.touched.get(`${what}.${field}`) ?? touchedLast(ledger, what),
  );
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
  const differences = listed(
    expected,
    rows,
    nameOf,
    (period, field) => ledger.touched.get(`${period}.${field}`) ?? touchedLast(ledger, period),
  );
  return differences.map(({ field, ...difference }) => ({ field: `statistics ${field}`, ...difference }));
}

function events({ events }: AuditLedger, rows: StoredRow[]): Difference[] {
  const expected = new Map([...events].map(([revision, event]) => [`event ${revision}`, columnsOf(event)]));
  return listed(
    expected,
    rows,
    ({ revision }) => `event ${revision}`,
    (what) => BigInt(what.slice('event '.length)),
  );
}

function receipts(ledger: AuditLedger, rows: StoredRow[]): Difference[] {
  const expected = new Map(
    [...ledger.receipts].map(([id, knownFrom]) => [`receipt ${id}`, { receipt_id: id, known_from: knownFrom }]),
  );
  return listed(
    expected,
    rows,
    ({ receipt_id }) => `receipt ${receipt_id}`,
    (what) => ledger.receipts.get(what.slice('receipt '.length)) ?? ledger.since,
  );
}

/** The revision is part of what names a key: it is that of the event that recorded the row. */
function importedKeys({ importedKeys }: AuditLedger, rows: StoredRow[]): Difference[] {
  const expected = new Map([...importedKeys].map(([name, one]) => [`imported row ${name}`, columnsOf(one)]));
  return listed(
    expected,
    rows,
    ({ key, revision }) => `imported row ${key} from ${revision}`,
    (what) => BigInt(what.slice(what.lastIndexOf(' ') + 1)),
  );
}

function touchedLast(ledger: AuditLedger, what: string): bigint {
  return ledger.touched.get(what) ?? ledger.since;
}
