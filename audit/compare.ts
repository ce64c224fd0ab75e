import { comparePast } from './compare-past.ts';
import { comparedColumns, fields, listedRows, type RowDifference, type RowsInOrder } from './compare-rows.ts';
import { type AuditLedger, accountsInOrder, entryName, ledgerColumns } from './model/audit-ledger.ts';
import { periodsOf } from './model/calendar.ts';
import { canonicalColumn } from './model/canonical.ts';
import { textColumns } from './model/texts.ts';
import type { Rows, StoredRow, StoredRows } from './stored-rows.ts';

/**
 * Compares the audit's state of a ledger with its rows, field by field, but for the rows that `RowsInOrder` compares.
 * Gives the differences, with the revision of the event that changed the field last; of a surplus row, the revision of
 * the event that removed it, or the first that counts.
 */
export async function compare(
  ledger: AuditLedger,
  rows: StoredRows,
  inOrder: { events: RowsInOrder; pastLedgers: RowsInOrder },
): Promise<RowDifference[]> {
  const ofEntries = await entries(ledger, rows.entries);
  return [
    ...(rows.ledger ? ledgerRow(ledger, rows.ledger) : []),
    ...(rows.ledger ? await accounts(ledger, rows.ledger) : []),
    ...(await entities(ledger, 'goal', ledger.goals, rows.goals, 'goal_id')),
    ...(await rules(ledger, rows.rules)),
    ...(await ruleUses(ledger, rows.ruleUses)),
    ...(await budget(ledger, rows)),
    ...(await schedules(ledger, rows)),
    ...ofEntries,
    ...(await statistics(ledger, rows.statistics)),
    ...(await inOrder.events.end()),
    ...(await receipts(ledger, rows.receipts)),
    ...(await importedKeys(ledger, rows.importedKeys)),
    ...(await bankTexts(ledger, rows.bankTexts)),
    ...(await comparePast(ledger, rows, inOrder.pastLedgers, ofEntries.length === 0)),
  ];
}

/** The names in `touched` of columns that have another name there. */
const CAUSES: Readonly<Record<string, string>> = {
  income: 'figures',
  expense: 'figures',
  payment_status: 'payment',
  payment_session: 'payment',
};

function ledgerRow(ledger: AuditLedger, row: StoredRow): RowDifference[] {
  return fields('ledger', ledgerColumns(ledger), row, (field) => touchedLast(ledger, CAUSES[field] ?? field));
}

/** The accounts are a list in the ledger's row. */
async function accounts(ledger: AuditLedger, row: StoredRow): Promise<RowDifference[]> {
  const list: unknown = JSON.parse(row.accounts ?? 'null');
  if (!Array.isArray(list)) {
    return [{ field: 'ledger.accounts', expected: 'a list', found: row.accounts ?? null, revision: ledger.since }];
  }
  const expected = accountsInOrder(ledger.accounts);
  const stored = list.map((account: object) => textOf(account));
  const differences = await entities(ledger, 'account', new Map(expected), stored, 'account_id');
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
    Object.entries(Object(stored)).map(([field, value]) => [
      canonicalColumn(field),
      value === null ? null : String(value),
    ]),
  );
}

type Kind = 'account' | 'goal';

/** Compares accounts or goals with their rows. */
async function entities(
  ledger: AuditLedger,
  kind: Kind,
  expected: ReadonlyMap<string, object>,
  rows: Rows,
  key: string,
): Promise<RowDifference[]> {
  const label = (id: string) => `${kind} ${id}`;
  return await listedRows(expected, rows, (row) => row[key] ?? '', {
    label,
    wantedOf: comparedColumns,
    touched: (id, field) => ledger.touched.get(`${label(id)}.${field}`) ?? touchedLast(ledger, label(id)),
  });
}

/** The place of a rule changes with the others; its values by its own events. */
async function rules({ rules, touched, since }: AuditLedger, rows: Rows): Promise<RowDifference[]> {
  const expected = new Map(rules.map((rule, index) => [rule.ruleId, { ...rule, position: index + 1 }]));
  const label = (ruleId: string) => `rule ${ruleId}`;
  return await listedRows(expected, rows, (row) => row.rule_id ?? '', {
    label,
    wantedOf: comparedColumns,
    touched: (ruleId, field) => touched.get(field === 'position' ? 'rules' : label(ruleId)) ?? since,
  });
}

async function ruleUses({ ruleUses, touched, since }: AuditLedger, rows: Rows): Promise<RowDifference[]> {
  const label = (name: string) => `rule ${name}`;
  return await listedRows(ruleUses, rows, ({ rule_id, change_set_id }) => `${rule_id} in ${change_set_id}`, {
    label,
    wantedOf: comparedColumns,
    touched: (name) => touched.get(label(name)) ?? since,
  });
}

/** Plans, settings of the carried money, and targets. */
async function budget({ plans, carries, targets, touched, since }: AuditLedger, rows: StoredRows) {
  const compared = async (kind: string, expected: ReadonlyMap<string, object>, stored: Rows) =>
    await listedRows(expected, stored, ({ category_id, month }) => [category_id, month].filter(Boolean).join(' '), {
      label: (name) => `${kind} ${name}`,
      wantedOf: comparedColumns,
      touched: (name) => touched.get(`${kind} ${name}`) ?? since,
    });
  return [
    ...(await compared('plan', plans, rows.plans)),
    ...(await compared('carry', carries, rows.carries)),
    ...(await compared('target', targets, rows.targets)),
  ];
}

/** Schedules, and what became of their occurrences. */
async function schedules({ schedules, occurrences, touched, since }: AuditLedger, rows: StoredRows) {
  const compared = async (kind: string, expected: ReadonlyMap<string, object>, stored: Rows) =>
    await listedRows(expected, stored, ({ schedule_id, nominal }) => [schedule_id, nominal].filter(Boolean).join(' '), {
      label: (name) => `${kind} ${name}`,
      wantedOf: comparedColumns,
      touched: (name) => touched.get(`${kind} ${name}`) ?? since,
    });
  return [
    ...(await compared('schedule', schedules, rows.schedules)),
    ...(await compared('occurrence', occurrences, rows.occurrences)),
  ];
}

async function entries(ledger: AuditLedger, rows: Rows): Promise<RowDifference[]> {
  return await listedRows(ledger.entries, rows, ({ type, entry_id }) => entryName(type, entry_id ?? ''), {
    wantedOf: (entry) => ({ ...comparedColumns(entry), ...textColumns(entry) }),
    touched: (name, field) => ledger.touched.get(`${name}.${field}`) ?? touchedLast(ledger, name),
  });
}

/** A period whose transactions were all deleted may have a row of zeros or none. */
async function statistics(ledger: AuditLedger, rows: readonly StoredRow[]): Promise<RowDifference[]> {
  const expected = new Map<string, { income: bigint; expense: bigint }>();
  for (const { type, amount, date } of ledger.entries.values()) {
    if (type === 'Transfer') continue;
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
  return await listedRows(expected, rows, nameOf, {
    label: (period) => `statistics ${period}`,
    wantedOf: (sums) => sums,
    touched: (period, field) => ledger.touched.get(`${period}.${field}`) ?? touchedLast(ledger, period),
  });
}

async function receipts({ receipts, since }: AuditLedger, rows: Rows): Promise<RowDifference[]> {
  const expected = new Map([...receipts].map(([id, knownFrom]) => [id, { receipt_id: id, known_from: knownFrom }]));
  return await listedRows(expected, rows, ({ receipt_id }) => receipt_id ?? '', {
    label: (id) => `receipt ${id}`,
    wantedOf: (receipt) => receipt,
    touched: (id) => receipts.get(id) ?? since,
  });
}

async function importedKeys({ importedKeys, since }: AuditLedger, rows: Rows): Promise<RowDifference[]> {
  return await listedRows(importedKeys, rows, ({ block }) => block ?? '', {
    label: (block) => `keys of rows in block ${block}`,
    wantedOf: ({ block, keys }) => ({ block, keys }),
    touched: (block) => importedKeys.get(block)?.revision ?? since,
  });
}

async function bankTexts({ bankTexts, since }: AuditLedger, rows: Rows): Promise<RowDifference[]> {
  return await listedRows(bankTexts, rows, ({ revision }) => revision ?? '', {
    label: (revision) => `bank's text ${revision}`,
    wantedOf: comparedColumns,
    touched: (revision) => bankTexts.get(revision)?.revision ?? since,
  });
}

function touchedLast(ledger: AuditLedger, label: string): bigint {
  return ledger.touched.get(label) ?? ledger.since;
}
