import type { ReportSpan } from '#ledger/reports/calendar.ts';
import { NO_KEY, type ReportMeasure, type RowKind } from '#ledger/reports/words.ts';
import { raw, type Sql, sql } from '#platform/sql.ts';
import { IS_TRANSACTION, isOfTitle } from '../tables/entries.ts';
import { ownIn } from './cut-sql.ts';
import type { PieceSource } from './piece-sums.ts';

/**
 * The entries behind a cell of a report (product 14.2): of a row by its key, or, without, of all. `categories` are the
 * ids that count in a row by category or by group, and `expenses` the ids of all categories of expenses.
 */
export type ReportSelection = {
  kind: 'report';
  measure: ReportMeasure;
  by: RowKind;
  key: string | null;
  days: ReportSpan;
  source: Pick<PieceSource, 'ledgerId' | 'accounts' | 'found'>;
  categories: readonly string[];
  expenses: readonly string[];
};

/** SQL of the entries `t` behind a cell: the amount that each adds, its part of the figure, and their condition. */
export function piecesBehind(selection: ReportSelection): { change: Sql; part: Sql; leg: Sql } {
  const { measure, source } = selection;
  const change = entryValue(selection, measure);
  const isAllRefund = sql`${entryValue(selection, 'in')} IS NULL`;
  const split = sql`CASE WHEN t.parts IS NULL THEN 'entries' ELSE 'parts of splits' END`;
  const part = {
    out: sql`CASE WHEN t.type = 'Income' THEN 'refunds' ELSE ${split} END`,
    in: split,
    net: sql`CASE WHEN t.type = 'Expense' OR ${isAllRefund} THEN 'expenses' ELSE 'income' END`,
  }[measure];
  const isFound = source.found?.isFound ?? raw('true');
  const leg = sql`${raw(IS_TRANSACTION)}${ownIn(source.accounts)} AND ${isFound} AND ${hasKey(selection)}
    AND ${change} IS NOT NULL`;
  return { change, part, leg };
}

/** SQL: the amount that an entry `t` counts in a measure, in cents; null if none of its pieces counts. */
function entryValue(selection: ReportSelection, measure: ReportMeasure): Sql {
  const whole = pieceValue(selection, measure, sql`t.category`, sql`t.amount`);
  const ofPart = pieceValue(selection, measure, sql`p.part ->> 'category'`, sql`(p.part ->> 'amount')::bigint`);
  return sql`(CASE WHEN t.parts IS NULL THEN ${whole} ELSE (SELECT sum(${ofPart})::bigint
    FROM json_array_elements(t.parts) WITH ORDINALITY AS p (part, place)
    WHERE ${selection.source.found?.isPartFound ?? raw('true')}) END)`;
}

function pieceValue(
  { by, key, categories, expenses }: ReportSelection,
  measure: ReportMeasure,
  category: Sql,
  amount: Sql,
) {
  const isBack = sql`(t.type = 'Income' AND coalesce(${category} = ANY(${expenses}::text[]), false))`;
  const value = {
    out: sql`CASE WHEN t.type = 'Expense' THEN ${amount} WHEN ${isBack} THEN -${amount} END`,
    in: sql`CASE WHEN t.type = 'Income' AND NOT ${isBack} THEN ${amount} END`,
    net: sql`CASE t.type WHEN 'Income' THEN ${amount} ELSE -${amount} END`,
  }[measure];
  if (key === null || (by !== 'category' && by !== 'group')) return value;
  const isOfRow = key === NO_KEY ? sql`${category} IS NULL` : sql`${category} = ANY(${categories}::text[])`;
  return sql`CASE WHEN ${isOfRow} THEN ${value} END`;
}

/** SQL: whether an entry `t` is of a row by what isn't a category. */
function hasKey({ by, key, source }: ReportSelection): Sql {
  if (key === null) return sql`true`;
  switch (by) {
    case 'category':
    case 'group':
      return sql`true`;
    case 'none':
      return sql`false`;
    case 'title':
      return isOfTitle(sql`${`${source.ledgerId} ${key}`}::text`);
    case 'account':
      return sql`t.account_id = ${key}`;
    case 'wallet':
      return key === NO_KEY ? sql`t.wallet IS NULL` : sql`coalesce(t.wallet = ${key}, false)`;
    case 'tag': {
      const has = key.includes('#') ? sql`false` : sql`coalesce(strpos(t.tag_keys, ${`#${key}#`}) > 0, false)`;
      return key === NO_KEY ? sql`(t.tag_keys IS NULL OR ${has})` : has;
    }
    default:
      return by satisfies never;
  }
}
