import type { Cents } from '#ledger/model/money.ts';
import { entries } from './entries.ts';
import { added, type Column, dayColumn, defineTable, idColumn, integerColumn, type Row, revision } from './table.ts';
import { triggersOf } from './triggers.ts';

/** The account of rows for all accounts together. */
export const ALL_ACCOUNTS = '';

const sum = (): Column<Cents> => added(integerColumn<Cents>(), '0');
const count = (): Column<number> => added(integerColumn(), '0');

/**
 * For each account, and for all together, the days that an entry was ever dated, each with the revision of the first
 * event that did. A list as of an older event begins at the newest day that was known by then (decision 19). Beside
 * them the sums of the entries that are dated so now, and their numbers (decision 24): of incomes, of expenses, and
 * what transfers add, which is nothing to all accounts together. The fold leaves the sums at 0: `keepSums` has Postgres
 * keep them.
 */
export const knownDays = defineTable(
  'known_days',
  {
    ledgerId: idColumn(),
    account: idColumn(),
    date: dayColumn(),
    knownFrom: revision(),
    income: sum(),
    expense: sum(),
    transferred: sum(),
    incomes: count(),
    expenses: count(),
    transfers: count(),
  },
  ['ledgerId', 'account', 'date'],
);
export type KnownDayRow = Row<typeof knownDays>;

/** The sums of a day before its first entry. */
export const NO_SUMS = {
  income: 0 as Cents,
  expense: 0 as Cents,
  transferred: 0 as Cents,
  incomes: 0,
  expenses: 0,
  transfers: 0,
};
const SUMS = Object.keys(NO_SUMS);

/** SQL: what rows of entries, each counted `times` (1 or -1), add to the sums of their days. */
function sumsOf(rows: string, times: string): string {
  const ofType = (type: string, value: string) => `CASE r.type WHEN '${type}' THEN ${value} ELSE 0 END`;
  const income = `${ofType('Income', 'r.amount')}, ${ofType('Expense', 'r.amount')}`;
  const incomes = `${ofType('Income', '1')}, ${ofType('Expense', '1')}`;
  const transferred = `${ofType('Transfer', '-r.amount')}`;
  const sums = SUMS.map((name) => `sum(leg.${name} * ${times})::bigint AS ${name}`);
  return `SELECT r.ledger_id, leg.account, r.date, ${sums.join(', ')}
    FROM ${rows} r CROSS JOIN LATERAL (VALUES
      (CASE WHEN r.type <> 'Transfer' THEN '${ALL_ACCOUNTS}' END, ${income}, 0, ${incomes}, 0),
      (r.account_id, ${income}, ${transferred}, ${incomes}, ${ofType('Transfer', '1')}),
      (r.to_account, 0, 0, r.amount, 0, 0, 1)) AS leg (account, ${SUMS.join(', ')})
    WHERE leg.account IS NOT NULL GROUP BY r.ledger_id, leg.account, r.date
    HAVING ${SUMS.map((name) => `sum(leg.${name} * ${times}) <> 0`).join(' OR ')}`;
}

/** SQL: adds what these rows add to the sums of their days. */
function adding(schema: string, rows: string, times: string): string {
  return `UPDATE ${schema}.${knownDays.name} d SET ${SUMS.map((name) => `${name} = d.${name} + s.${name}`).join(', ')}
    FROM (${sumsOf(rows, times)}) s
    WHERE d.ledger_id = s.ledger_id AND d.account = s.account AND d.date = s.date`;
}

/** SQL: the function of the triggers. It names its schema, so it is created anew where that gets another name. */
export function sumsFunction(schema: string): string {
  const both = `(SELECT come.*, 1 AS times FROM come UNION ALL SELECT gone.*, -1 AS times FROM gone)`;
  return `CREATE OR REPLACE FUNCTION ${schema}.add_to_days() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${adding(schema, 'come', '1')};
      ELSIF TG_OP = 'DELETE' THEN ${adding(schema, 'gone', '-1')};
      ELSE ${adding(schema, both, 'r.times')};
      END IF;
      RETURN NULL;
    END $$;`;
}

/**
 * SQL: works out the sums of all days anew from the entries, and has triggers keep them. So they follow the entries
 * whoever changes these, and a row that the fold didn't write so is found by them (product 5.9).
 */
export function keepSums(schema: string): string {
  return `UPDATE ${schema}.${knownDays.name} SET ${SUMS.map((name) => `${name} = 0`).join(', ')}
      WHERE ${SUMS.map((name) => `${name} <> 0`).join(' OR ')};
    ${adding(schema, `${schema}.${entries.name}`, '1')};
    ${sumsFunction(schema)}
    ${triggersOf(schema, entries, 'add_to_days')}`;
}
