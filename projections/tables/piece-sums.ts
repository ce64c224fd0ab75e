import { NO_CATEGORY } from '#ledger/model/categories.ts';
import type { Cents } from '#ledger/model/money.ts';
import { entries } from './entries.ts';
import { dayColumn, defineTable, idColumn, integerColumn, type Row, textColumn } from './table.ts';
import { triggersOf } from './triggers.ts';

/** The sign between the categories of a split entry. No id of a category has it. */
export const BETWEEN_CATEGORIES = '\t';

/**
 * The sums of pieces by day and by month (its first day), account and type, for reports (product 14.2): what pieces of
 * a category come to, in cents, and the number of entries. The number of split entries stands by the set of their
 * categories, in order, so that each is counted once however categories are put together. Postgres keeps them of what
 * the entries are, like the sums of days (decision 24).
 */
export const pieceSums = defineTable(
  'piece_sums',
  {
    ledgerId: idColumn(),
    period: textColumn<'day' | 'month'>(),
    date: dayColumn(),
    account: idColumn(),
    type: textColumn<'Expense' | 'Income'>(),
    categorySet: idColumn(),
    amount: integerColumn<Cents>(),
    entries: integerColumn(),
  },
  ['ledgerId', 'period', 'date', 'account', 'type', 'categorySet'],
);
export type PieceSumRow = Row<typeof pieceSums>;

/** SQL: the days and months of rows `r` of entries. */
const PERIODS_OF_ROW = `(VALUES ('day', r.date), ('month', date_trunc('month', r.date)::date)) AS d (period, date)`;
const SET = `(SELECT string_agg(DISTINCT o.category, E'\\t' ORDER BY o.category)
  FROM (SELECT part ->> 'category' COLLATE "C" AS category FROM json_array_elements(r.parts) part) o)`;

/** SQL: adds what rows of entries, each counted `times` (1 or -1), add to the sums. */
function adding(schema: string, rows: string): string {
  return `INSERT INTO ${schema}.${pieceSums.name} AS m
      (ledger_id, period, date, account, type, category_set, amount, entries)
    SELECT r.ledger_id, d.period, d.date, r.account_id, r.type, p.category_set,
      sum(p.amount * r.times)::bigint, sum(p.entries * r.times)::bigint
    FROM (${rows}) r CROSS JOIN LATERAL (
        SELECT coalesce(r.category, '${NO_CATEGORY}') AS category_set, r.amount, 1 AS entries WHERE r.parts IS NULL
        UNION ALL SELECT part ->> 'category', (part ->> 'amount')::bigint, 0
          FROM json_array_elements(r.parts) part
        UNION ALL SELECT ${SET}, 0, 1 WHERE r.parts IS NOT NULL) p
      CROSS JOIN LATERAL ${PERIODS_OF_ROW}
    WHERE r.type <> 'Transfer' GROUP BY 1, 2, 3, 4, 5, 6
    HAVING sum(p.amount * r.times) <> 0 OR sum(p.entries * r.times) <> 0
    ON CONFLICT (ledger_id, period, date, account, type, category_set)
      DO UPDATE SET amount = m.amount + excluded.amount, entries = m.entries + excluded.entries`;
}

/** SQL: removes the sums of the days and months of rows to which nothing is left. */
function removingEmpty(schema: string, rows: string): string {
  return `DELETE FROM ${schema}.${pieceSums.name} m
    USING (SELECT DISTINCT r.ledger_id, d.period, d.date FROM ${rows} r CROSS JOIN LATERAL ${PERIODS_OF_ROW}) g
    WHERE m.ledger_id = g.ledger_id AND m.period = g.period AND m.date = g.date AND m.amount = 0 AND m.entries = 0`;
}

/** SQL: rows of entries, each of which counts `times`. */
const counted = (rows: string, times: 1 | -1) =>
  `SELECT v.ledger_id, v.date, v.account_id, v.type, v.category, v.amount, v.parts, ${times} AS times FROM ${rows} v`;

/** SQL: the function of the triggers. It names its schema, so it is created anew where that is renamed. */
export function pieceSumsFunction(schema: string): string {
  const [come, gone] = [counted('come', 1), counted('gone', -1)];
  return `CREATE OR REPLACE FUNCTION ${schema}.add_to_piece_sums() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${adding(schema, come)};
      ELSIF TG_OP = 'DELETE' THEN ${adding(schema, gone)}; ${removingEmpty(schema, 'gone')};
      ELSE ${adding(schema, `${come} UNION ALL ${gone}`)}; ${removingEmpty(schema, 'gone')};
      END IF;
      RETURN NULL;
    END $$;`;
}

/** SQL: works out all sums anew from the entries, and has triggers keep them. */
export function keepPieceSums(schema: string): string {
  return `DELETE FROM ${schema}.${pieceSums.name};
    ${adding(schema, counted(`${schema}.${entries.name}`, 1))};
    ${pieceSumsFunction(schema)}
    ${triggersOf(schema, entries, 'add_to_piece_sums')}`;
}
