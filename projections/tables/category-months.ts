import { NO_CATEGORY } from '#ledger/model/categories.ts';
import type { Cents } from '#ledger/model/money.ts';
import { BLOCK_EVENTS } from './blocks.ts';
import { entries, pastEntries } from './entries.ts';
import { defineTable, idColumn, integerColumn, type Row, revision, textColumn } from './table.ts';
import { triggersOf } from './triggers.ts';

/**
 * A row for each month, type and category (`-` for none) of transactions, with the sum of those that are dated so; the
 * parts of a split count by their own category. Postgres keeps it of what the entries are, like the sums of days
 * (decision 24).
 */
export const categoryMonths = defineTable(
  'category_months',
  {
    ledgerId: idColumn(),
    month: idColumn(),
    type: textColumn<'Expense' | 'Income'>(),
    category: idColumn(),
    amount: integerColumn<Cents>(),
  },
  ['ledgerId', 'month', 'type', 'category'],
);
export type CategoryMonthRow = Row<typeof categoryMonths>;

/**
 * The amounts that the events of a block add to such a sum, by which entries come, change and go: the sums after a
 * block are the totals of all blocks up to it (decision 30). Postgres keeps it of what the entries are and were.
 */
export const pastCategoryMonths = defineTable(
  'past_category_months',
  { ...categoryMonths.columns, block: revision() },
  ['ledgerId', 'month', 'type', 'category', 'block'],
);
export type PastCategoryMonthRow = Row<typeof pastCategoryMonths>;

const MONTH = "to_char(r.date, 'YYYY-MM')";
const SUM = 'sum(coalesce(p.amount, r.amount) * r.times)';

/** SQL: the category of rows of entries `r` with their parts `p`. */
export const CATEGORY = `coalesce(p.category, r.category, '${NO_CATEGORY}')`;

/** SQL: joins rows of entries `r` with their parts `p`; what is not split has none. */
export const WITH_PARTS = `LEFT JOIN LATERAL (
      SELECT part ->> 'category' AS category, (part ->> 'amount')::bigint AS amount
      FROM json_array_elements(r.parts) AS part WHERE r.parts IS NOT NULL OFFSET 0) p ON true`;

/** SQL: rows of entries, each of which counts `times` (1 or -1) in the sums since the event `changed_by`. */
const versions = (rows: string, times: 1 | -1, changedBy = 'known_from') =>
  `SELECT v.ledger_id, v.date, v.type, v.category, v.amount, v.parts, ${times} AS times, v.${changedBy} AS changed_by
    FROM ${rows} v`;
const all = (...selects: string[]) => selects.join(' UNION ALL ');

/** SQL: rows of past entries come with an event and go with another one. */
const pastVersions = (rows: string, times: 1 | -1) =>
  all(versions(rows, times), versions(rows, times === 1 ? -1 : 1, 'known_until'));

/** SQL: adds what rows, as of `versions`, add to the sums of their months. */
function adding(schema: string, rows: string): string {
  return `INSERT INTO ${schema}.${categoryMonths.name} AS m (ledger_id, month, type, category, amount)
    SELECT r.ledger_id, ${MONTH}, r.type, ${CATEGORY}, ${SUM}::bigint FROM (${rows}) r ${WITH_PARTS}
    WHERE r.type <> 'Transfer' GROUP BY 1, 2, 3, 4 HAVING ${SUM} <> 0
    ON CONFLICT (ledger_id, month, type, category) DO UPDATE SET amount = m.amount + excluded.amount`;
}

/** SQL: adds the same to the sums of the blocks of the events that changed them. A sum of 0 keeps its row. */
function addingToBlocks(schema: string, rows: string): string {
  return `INSERT INTO ${schema}.${pastCategoryMonths.name} AS m (ledger_id, month, type, category, block, amount)
    SELECT r.ledger_id, ${MONTH}, r.type, ${CATEGORY}, r.changed_by / ${BLOCK_EVENTS}, ${SUM}::bigint
    FROM (${rows}) r ${WITH_PARTS} WHERE r.type <> 'Transfer' GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (ledger_id, month, type, category, block) DO UPDATE SET amount = m.amount + excluded.amount`;
}

/** SQL: removes the sums of months of rows to which nothing is left. */
function removingEmpty(schema: string, rows: string): string {
  return `DELETE FROM ${schema}.${categoryMonths.name} m
    USING (SELECT DISTINCT r.ledger_id, ${MONTH} AS month FROM ${rows} r) g
    WHERE m.ledger_id = g.ledger_id AND m.month = g.month AND m.amount = 0`;
}

/** SQL: the functions of the triggers. They name their schema, so they are created anew where that is renamed. */
export function categoryMonthsTriggers(schema: string): string {
  const [come, gone] = [versions('come', 1), versions('gone', -1)];
  const both = (rows: string) => `${adding(schema, rows)}; ${addingToBlocks(schema, rows)}`;
  const [pastCome, pastGone] = [pastVersions('come', 1), pastVersions('gone', -1)];
  return `CREATE OR REPLACE FUNCTION ${schema}.add_to_category_months() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${both(come)};
      ELSIF TG_OP = 'DELETE' THEN ${both(gone)}; ${removingEmpty(schema, 'gone')};
      ELSE ${both(all(come, gone))}; ${removingEmpty(schema, 'gone')};
      END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE FUNCTION ${schema}.add_to_past_category_months() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${addingToBlocks(schema, pastCome)};
      ELSIF TG_OP = 'DELETE' THEN ${addingToBlocks(schema, pastGone)};
      ELSE ${addingToBlocks(schema, all(pastCome, pastGone))};
      END IF;
      RETURN NULL;
    END $$;`;
}

/** SQL: works out the sums of all months, and of all blocks, anew from the entries, and has triggers keep them. */
export function keepCategorySums(schema: string): string {
  const [now, past] = [versions(`${schema}.${entries.name}`, 1), pastVersions(`${schema}.${pastEntries.name}`, 1)];
  return `DELETE FROM ${schema}.${categoryMonths.name};
    DELETE FROM ${schema}.${pastCategoryMonths.name};
    ${adding(schema, now)};
    ${addingToBlocks(schema, all(now, past))};
    ${categoryMonthsTriggers(schema)}
    ${triggersOf(schema, entries, 'add_to_category_months')}
    ${triggersOf(schema, pastEntries, 'add_to_past_category_months')}`;
}
