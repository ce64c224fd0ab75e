import { EVERYDAY, EVERYDAY_NAME } from '../../ledger/model/constants.ts';
import { type AuditLedger, balanceOf } from './audit-ledger.ts';
import { periodsOf } from './calendar.ts';
import { canonical, columnOf } from './canonical.ts';
import type { Finding } from './finding.ts';
import type { StoredRow, StoredRows } from './stored-rows.ts';

type Difference = Pick<Finding, 'field' | 'expected' | 'found' | 'revision'>;
/** The values of a row by column. */
type Wanted = Record<string, unknown>;

/**
 * Compares the audit's state of a ledger with its rows, field by field. Gives what differs, with the revision of the event
 * that changed the field last; of a surplus row, that of the event that removed it, or the first that counts.
 */
export function compare(ledger: AuditLedger, rows: StoredRows): Difference[] {
  return [
    ...(rows.ledger ? ledgerRow(ledger, rows.ledger) : []),
    ...(rows.ledger ? accounts(ledger, rows.ledger) : []),
    ...things(ledger, 'goal', ledger.goals, rows.goals, 'goal_id'),
    ...things(ledger, 'transaction', ledger.entries, rows.transactions, 'transaction_id'),
    ...things(ledger, 'transfer', ledger.transfers, rows.transfers, 'transfer_id'),
    ...statistics(ledger, rows.statistics),
    ...events(ledger, rows.events),
    ...receipts(ledger, rows.receipts),
  ];
}

function ledgerRow(ledger: AuditLedger, row: StoredRow): Difference[] {
  const { figures, payment, entries, undo, since } = ledger;
  let turnover = 0n;
  for (const { amount } of entries.values()) turnover += amount;
  const unfinished =
    undo && undo.left > 0
      ? canonical({ changeSetId: undo.changeSetId, first: Number(undo.first), left: undo.left })
      : null;
  const expected: [field: string, value: unknown, touched: string][] = [
    ['balance', balanceOf(ledger), 'balance'],
    ['turnover', turnover, 'turnover'],
    ['income', figures?.income ?? null, 'figures'],
    ['expense', figures?.expense ?? null, 'figures'],
    ['payment_status', payment.status, 'payment'],
    ['payment_session', payment.session, 'payment'],
    ['transaction_count', entries.size, 'transaction_count'],
    ['unfinished', unfinished, 'unfinished'],
    ['since', since, 'since'],
  ];
  return expected.flatMap(([field, value, touched]) =>
    fields('ledger', { [field]: value }, row, () => touchedLast(ledger, touched)),
  );
}

/**
 * The accounts are a list in the ledger's row, in the order of opening. It is empty while there is only Everyday under its
 * first name, whose balance is the ledger's.
 */
function accounts(ledger: AuditLedger, row: StoredRow): Difference[] {
  const list: unknown = JSON.parse(row.accounts ?? 'null');
  if (!Array.isArray(list)) {
    return [{ field: 'ledger.accounts', expected: 'a list', found: row.accounts ?? null, revision: ledger.since }];
  }
  const isOnlyEveryday = ledger.accounts.size === 1 && ledger.accounts.get(EVERYDAY)?.name === EVERYDAY_NAME;
  const expected = isOnlyEveryday ? new Map() : ledger.accounts;
  const stored = list.map((account: object) => textOf(account));
  const differences = things(ledger, 'account', expected, stored, 'account_id');
  const order = [...expected].sort(([, one], [, other]) => (one.place < other.place ? -1 : 1)).map(([id]) => id);
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

function columnsOf(thing: object): Wanted {
  return Object.fromEntries(Object.entries(thing).map(([field, value]) => [columnOf(field), value]));
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
  const expected = new Map([...ledger.receipts].map(([id]) => [`receipt ${id}`, { receipt_id: id }]));
  return listed(
    expected,
    rows,
    ({ receipt_id }) => `receipt ${receipt_id}`,
    (what) => ledger.receipts.get(what.slice('receipt '.length)) ?? ledger.since,
  );
}

/** Compares rows by their names. A missing or surplus row is one difference. `touched` gives the revision of the last change. */
function listed(
  expected: Map<string, Wanted>,
  rows: StoredRow[],
  nameOf: (row: StoredRow) => string,
  touched: (what: string, field: string) => bigint,
): Difference[] {
  const differences: Difference[] = [];
  const left = new Set(expected.keys());
  for (const row of rows) {
    const what = nameOf(row);
    const wanted = expected.get(what);
    left.delete(what);
    if (wanted) differences.push(...fields(what, wanted, row, (field) => touched(what, field)));
    else differences.push({ field: what, expected: null, found: asText(row), revision: touched(what, '') });
  }
  for (const what of left) {
    differences.push({
      field: what,
      expected: asText(expected.get(what) ?? {}),
      found: null,
      revision: touched(what, ''),
    });
  }
  return differences;
}

function fields(what: string, expected: Wanted, row: StoredRow, touched: (field: string) => bigint): Difference[] {
  return Object.entries(expected).flatMap(([field, value]) => {
    const wanted = value === null ? null : String(value);
    const found = row[field] ?? null;
    return wanted === found ? [] : [{ field: `${what}.${field}`, expected: wanted, found, revision: touched(field) }];
  });
}

function touchedLast(ledger: AuditLedger, what: string): bigint {
  return ledger.touched.get(what) ?? ledger.since;
}

function asText(row: Wanted): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field} ${value}`)
    .join(', ');
}
