import { NO_CATEGORY } from '#ledger/model/categories.ts';
import type { Cents } from '#ledger/model/money.ts';
import { entries } from './entries.ts';
import { id, integer, type Row, table, text } from './table.ts';

/**
 * A row for each month, type and category (`-` for none) of transactions, with the sum of those that are dated so; the
 * parts of a split count by their own category. Postgres keeps it of what the entries are, like the sums of days
 * (decision 24).
 */
export const categoryMonths = table(
  'category_months',
  { ledgerId: id(), month: id(), type: text<'Expense' | 'Income'>(), category: id(), amount: integer<Cents>() },
  ['ledgerId', 'month', 'type', 'category'],
);
export type CategoryMonthRow = Row<typeof categoryMonths>;

const MONTH = "to_char(r.date, 'YYYY-MM')";

/** SQL: adds what rows of entries, each counted `times` (1 or -1), add to the sums of their months. */
function adding(schema: string, rows: string, times: string): string {
  const sum = `sum(coalesce(p.amount, r.amount) * ${times})`;
  return `INSERT INTO ${schema}.${categoryMonths.name} AS m (ledger_id, month, type, category, amount)
    SELECT r.ledger_id, ${MONTH}, r.type, coalesce(p.category, r.category, '${NO_CATEGORY}'), ${sum}::bigint
    FROM ${rows} r LEFT JOIN LATERAL (
      SELECT part ->> 'category' AS category, (part ->> 'amount')::bigint AS amount
      FROM json_array_elements(r.parts) AS part WHERE r.parts IS NOT NULL OFFSET 0) p ON true
    WHERE r.type <> 'Transfer' GROUP BY 1, 2, 3, 4 HAVING ${sum} <> 0
    ON CONFLICT (ledger_id, month, type, category) DO UPDATE SET amount = m.amount + excluded.amount`;
}

/** SQL: removes the sums of months of rows to which nothing is left. */
function removingEmpty(schema: string, rows: string): string {
  return `DELETE FROM ${schema}.${categoryMonths.name} m
    USING (SELECT DISTINCT r.ledger_id, ${MONTH} AS month FROM ${rows} r) g
    WHERE m.ledger_id = g.ledger_id AND m.month = g.month AND m.amount = 0`;
}

/** SQL: the function of the triggers. It names its schema, so it is created anew where that gets another name. */
export function categoriesFunction(schema: string): string {
  const both = `(SELECT come.*, 1 AS times FROM come UNION ALL SELECT gone.*, -1 AS times FROM gone)`;
  return `CREATE OR REPLACE FUNCTION ${schema}.add_to_category_months() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${adding(schema, 'come', '1')};
      ELSIF TG_OP = 'DELETE' THEN ${adding(schema, 'gone', '-1')}; ${removingEmpty(schema, 'gone')};
      ELSE ${adding(schema, both, 'r.times')}; ${removingEmpty(schema, 'gone')};
      END IF;
      RETURN NULL;
    END $$;`;
}

/** SQL: works out the sums of all months anew from the entries, and has triggers keep them. */
export function keepCategorySums(schema: string): string {
  const trigger = (on: string, tables: string) =>
    `CREATE OR REPLACE TRIGGER ${on.toLowerCase()}s_add_to_category_months AFTER ${on} ON ${schema}.${entries.name}
      REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.add_to_category_months();`;
  return `DELETE FROM ${schema}.${categoryMonths.name};
    ${adding(schema, `${schema}.${entries.name}`, '1')};
    ${categoriesFunction(schema)}
    ${trigger('INSERT', 'NEW TABLE AS come')}
    ${trigger('UPDATE', 'OLD TABLE AS gone NEW TABLE AS come')}
    ${trigger('DELETE', 'OLD TABLE AS gone')}`;
}
