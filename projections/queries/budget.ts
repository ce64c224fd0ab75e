import type { CategoryMonthSum } from '#ledger/budget/month.ts';
import { type EventType, type LedgerEvent, typesAbout } from '#ledger/events.ts';
import { apply } from '#ledger/evolve.ts';
import type { Categories } from '#ledger/model/categories.ts';
import { lastOf } from '#ledger/model/days.ts';
import type { Movement } from '#ledger/model/movement.ts';
import { draftOf, EMPTY_BOOKS } from '#ledger/model/state.ts';
import { movementsWithReturns } from '#ledger/movements.ts';
import type { Database } from '#platform/postgres.ts';
import { joined, queryPrepared, raw, type Sql, sql } from '#platform/sql.ts';
import { BLOCK_EVENTS, blockOf } from '../tables/blocks.ts';
import { type BudgetOfLedger, budgetRows, carries, plansAsText, targets } from '../tables/budget.ts';
import { CATEGORY, categoryMonths, pastCategoryMonths, WITH_PARTS } from '../tables/category-months.ts';
import { entries, pastEntries } from '../tables/entries.ts';
import { events, MOVES_MONEY, OF_BUDGET, recordedOf, type StoredEventRow } from '../tables/events.ts';
import { ALL_ACCOUNTS, knownDays } from '../tables/known-days.ts';
import { type LedgerRow, ledgers, storedCategories } from '../tables/ledgers.ts';
import { LIVE, live } from '../tables/read-models.ts';
import { columnsOf, readRow } from '../tables/table.ts';
import { READ_MODEL_VERSION } from '../tables/version.ts';
import { movingEvents } from './behind-figures.ts';
import { entriesAsOf } from './page.ts';
import { type MonthSum, monthsThen } from './statistics.ts';

/**
 * The input of a ledger's budgets. `fromEntries` is the sum of the entries that are dated in each month, of accounts in
 * the budget, in cents, by other sums than the categories': of days, or of the entries known then.
 */
export type StoredBudget = BudgetOfLedger & {
  revision: bigint;
  categories: Categories;
  sums: readonly CategoryMonthSum[];
  movements: readonly Movement[];
  fromEntries: readonly MonthSum[];
  beside: ReadonlySet<string>;
};

type Stored = {
  revision: number;
  fold_version: string;
  categories: LedgerRow['categories'];
  plans: string | null;
  carries: object[] | null;
  targets: object[] | null;
  sums: string | null;
  beside: string[];
  apart: string | null;
  moving: StoredEventRow[] | null;
  from_entries: MonthSum[] | null;
};

/** Of one snapshot, since it is one statement. Sums are one text: the driver would take long for thousands of rows. */
const now = (ledgerId: string): Sql => sql`
  SELECT l.revision, l.fold_version, l.categories, ${raw(plansAsText(LIVE, 'l.ledger_id'))} AS plans, b.beside,
    (SELECT json_agg(c) FROM ${live(carries)} c WHERE c.ledger_id = l.ledger_id) AS carries,
    (SELECT json_agg(t) FROM ${live(targets)} t WHERE t.ledger_id = l.ledger_id) AS targets,
    (SELECT ${AS_TEXT} FROM ${live(categoryMonths)} s WHERE s.ledger_id = l.ledger_id) AS sums,
    CASE WHEN b.beside <> '{}' THEN (
      SELECT ${AS_TEXT} FROM (${sumsApart(sql`b.beside`, sql`${live(entries)} t`, sql`t.ledger_id = l.ledger_id`)}) s
      ) END AS apart, (
      SELECT json_agg(e ORDER BY e.revision) FROM (
        SELECT ${raw(columnsOf(events, 'e'))} FROM ${live(events)} e
        WHERE e.ledger_id = l.ledger_id AND e.${raw(MOVES_MONEY)}) e
      ) AS moving, (
      SELECT json_agg(s) FROM (
        SELECT to_char(d.date, 'YYYY-MM') AS month, sum(d.income - d.expense + d.transferred)::bigint AS amount
        FROM ${live(knownDays)} d WHERE d.ledger_id = l.ledger_id AND CASE WHEN b.beside = '{}'
          THEN d.account = ${ALL_ACCOUNTS} ELSE d.account <> ${ALL_ACCOUNTS} AND d.account <> ALL(b.beside) END
        GROUP BY 1) s
      ) AS from_entries
  FROM ${live(ledgers)} l CROSS JOIN LATERAL (
    SELECT ARRAY(SELECT a ->> 'accountId' FROM json_array_elements(l.accounts) a WHERE a ->> 'isBudgeted' = 'false')
      AS beside) b
  WHERE l.ledger_id = ${ledgerId}`;

/** SQL: rows of sums `s` as one text. */
const AS_TEXT = sql`string_agg(s.month || left(s.type, 1) || s.amount || ' ' || s.category, E'\n')`;

/**
 * SQL: what entries `t` that meet a condition change of the sums of all categories where some accounts stand beside the
 * budget: their own entries are taken off, and a transfer from or to another account comes in or is spent.
 */
function sumsApart(beside: Sql, from: Sql, condition: Sql): Sql {
  const [leaves, arrives] = [sql`r.account_id = ANY(${beside})`, sql`r.to_account = ANY(${beside})`];
  return sql`SELECT to_char(r.date, 'YYYY-MM') AS month, ${BUDGET_TYPE(leaves)} AS type, ${raw(CATEGORY)} AS category,
      sum(CASE r.type WHEN 'Transfer' THEN r.amount ELSE -coalesce(p.amount, r.amount) END)::bigint AS amount
    FROM (SELECT * FROM ${from} WHERE ${condition} AND t.account_id = ANY(${beside})
      UNION ALL
      SELECT * FROM ${from} WHERE ${condition} AND t.to_account = ANY(${beside})
        AND t.account_id <> ALL(${beside})) r ${raw(WITH_PARTS)}
    WHERE r.type <> 'Transfer' OR NOT (${leaves} AND ${arrives}) GROUP BY 1, 2, 3`;
}

/** SQL: the type by which an entry `r` counts in a budget: a transfer that leaves an account beside it comes in. */
const BUDGET_TYPE = (leaves: Sql) =>
  sql`CASE WHEN r.type <> 'Transfer' THEN r.type WHEN ${leaves} THEN 'Income' ELSE 'Expense' END`;

/** The budget of a ledger; null while the read models have another version. */
export async function budgetOfLedger(database: Database, ledgerId: string): Promise<StoredBudget | null> {
  const { rows } = await queryPrepared<Stored>(database, now(ledgerId));
  const [stored] = rows;
  if (!stored) return EMPTY_BUDGET;
  if (stored.fold_version !== READ_MODEL_VERSION) return null;
  return {
    revision: BigInt(stored.revision),
    categories: storedCategories(stored.categories),
    ...budgetRows({
      plans: stored.plans,
      carries: (stored.carries ?? []).map((row) => readRow(carries, row)),
      targets: (stored.targets ?? []).map((row) => readRow(targets, row)),
    }),
    sums: together(sumsOf(stored.sums), sumsOf(stored.apart)),
    beside: new Set(stored.beside),
    movements: movementsWithReturns((stored.moving ?? []).map((row) => recordedOf(readRow(events, row)))),
    fromEntries: stored.from_entries ?? [],
  };
}

const EMPTY_BUDGET: StoredBudget = {
  revision: -1n,
  categories: EMPTY_BOOKS.categories,
  plans: EMPTY_BOOKS.plans,
  carries: EMPTY_BOOKS.carries,
  targets: EMPTY_BOOKS.targets,
  sums: [],
  movements: [],
  fromEntries: [],
  beside: new Set(),
};

/** Sums from their text, a line for each; null for none. */
const sumsOf = (text: string | null | undefined) => (text?.split('\n') ?? []).map(sumOf);

/** Sums with what is added to some of them; none of 0 where anything is. */
function together(sums: CategoryMonthSum[], added: readonly CategoryMonthSum[]): CategoryMonthSum[] {
  if (added.length === 0) return sums;
  const keyOf = ({ month, type, category }: CategoryMonthSum) => `${month} ${type} ${category}`;
  const all = new Map(sums.map((sum) => [keyOf(sum), sum]));
  for (const sum of added) {
    const amount = (all.get(keyOf(sum))?.amount ?? 0) + sum.amount;
    if (amount === 0) all.delete(keyOf(sum));
    else all.set(keyOf(sum), { ...sum, amount });
  }
  return [...all.values()];
}

/** A sum from its text, such as `2026-11E4250 Groceries`. */
function sumOf(text: string): CategoryMonthSum {
  const space = text.indexOf(' ');
  return {
    month: text.slice(0, 7),
    type: text[7] === 'I' ? 'Income' : 'Expense',
    amount: Number(text.slice(8, space)),
    category: text.slice(space + 1),
  };
}

/**
 * The same up to a month as it was known after an event, with the categories of then: from the sums of the blocks that
 * were complete by then, and what the events of the last one changed (decision 30).
 */
export async function budgetThen(
  database: Database,
  ledgerId: string,
  month: string,
  { revision, categories, beside }: { revision: bigint; categories: Categories; beside: ReadonlySet<string> },
): Promise<StoredBudget> {
  const ledger = sql`${ledgerId}`;
  const block = blockOf(revision + 1n);
  const ofLast = changesOfSums(ledger, lastOf('month', `${month}-01`), {
    after: block * BLOCK_EVENTS - 1n,
    upTo: revision,
    beside: new Set(),
  });
  const { rows } = await queryPrepared<{ sums: string | null }>(
    database,
    sql`SELECT ${AS_TEXT} AS sums FROM (
        SELECT m.month, m.type, m.category, sum(m.amount)::bigint AS amount FROM (
          SELECT b.month, b.type, b.category, b.amount FROM ${live(pastCategoryMonths)} b
          WHERE b.ledger_id = ${ledger} AND b.month <= ${month} AND b.block < ${block}
          UNION ALL SELECT c.month, c.type, c.category, c.amount FROM (${ofLast}) c) m
        GROUP BY 1, 2, 3 HAVING sum(m.amount) <> 0) s`,
  );
  const apart = await apartThen(database, ledgerId, month, { revision, beside });
  return {
    revision,
    categories,
    beside,
    sums: together(sumsOf(rows[0]?.sums), apart.sums),
    ...(await plansThen(database, ledgerId, revision)),
    movements: movementsWithReturns(await movingEvents(database, ledgerId, revision)),
    fromEntries: [...(await monthsThen(database, ledgerId, month, revision)), ...apart.fromEntries],
  };
}

/**
 * The sums of the accounts beside the budget up to a month, as known after an event, and of transfers from and to them;
 * and the same of all entries, worked out by accounts.
 */
async function apartThen(
  database: Database,
  ledgerId: string,
  month: string,
  { revision, beside }: { revision: bigint; beside: ReadonlySet<string> },
): Promise<Pick<StoredBudget, 'sums' | 'fromEntries'>> {
  if (beside.size === 0) return { sums: [], fromEntries: [] };
  const [ids, ledger] = [sql`${[...beside]}::text[]`, sql`${ledgerId}`];
  const then = entriesAsOf(ledger, revision);
  const until = sql`t.date <= ${lastOf('month', `${month}-01`)}::date`;
  const { rows } = await queryPrepared<{ sums: string | null }>(
    database,
    sql`SELECT ${AS_TEXT} AS sums FROM (${sumsApart(ids, then, sql`t.ledger_id = ${ledger} AND ${until}`)}) s`,
  );
  const { rows: months } = await queryPrepared<MonthSum>(
    database,
    sql`SELECT to_char(t.date, 'YYYY-MM') AS month, -sum(
          CASE WHEN t.account_id <> ALL(${ids}) THEN 0 WHEN t.type = 'Income' THEN t.amount ELSE -t.amount END
          + CASE WHEN t.to_account = ANY(${ids}) THEN t.amount ELSE 0 END)::bigint AS amount
        FROM ${then} WHERE t.ledger_id = ${ledger} AND ${until}
          AND (t.account_id = ANY(${ids}) OR t.to_account = ANY(${ids})) GROUP BY 1`,
  );
  return { sums: sumsOf(rows[0]?.sums), fromEntries: months };
}

/** The plans, settings and targets as they were are folded from their events. */
async function plansThen(database: Database, ledgerId: string, asOf: bigint): Promise<BudgetOfLedger> {
  const draft = draftOf(EMPTY_BOOKS);
  for (const recorded of await eventsOfBudget(database, ledgerId, asOf)) apply(draft, recorded);
  return { plans: draft.plans, carries: draft.carries, targets: draft.targets };
}

/** The events of a ledger that its budget is made of, oldest first, up to the event `asOf` where it is named. */
export async function eventsOfBudget(database: Database, ledgerId: string, asOf: bigint | null) {
  const { rows } = await queryPrepared<StoredEventRow>(
    database,
    `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
      WHERE e.ledger_id = $1 AND e.${OF_BUDGET} ${asOf === null ? '' : 'AND e.revision <= $2'} ORDER BY e.revision`,
    asOf === null ? [ledgerId] : [ledgerId, asOf],
  );
  return rows.map((row) => recordedOf(readRow(events, row)));
}

/** The events of plans, of what carries over and of categories after one revision up to another, oldest first. */
export async function eventsOfPlans(database: Database, ledgerId: string, between: Revisions) {
  return await eventsBetween(database, ledgerId, between, OF_PLANS);
}

/** The events by which accounts come, go, or are put beside the budget or back, oldest first. */
export async function eventsOfBeside(database: Database, ledgerId: string, between: Revisions) {
  return await eventsBetween(database, ledgerId, between, OF_BESIDE);
}

async function eventsBetween(
  database: Database,
  ledgerId: string,
  { after, upTo }: Revisions,
  types: readonly EventType[],
) {
  const { rows } = await queryPrepared<StoredEventRow>(
    database,
    `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
      WHERE e.ledger_id = $1 AND e.revision > $2 AND e.revision <= $3 AND e.type = ANY($4) ORDER BY e.revision`,
    [ledgerId, after, upTo, types],
  );
  return rows.map((row) => recordedOf(readRow(events, row)));
}

const OF_PLANS = typesAbout(['plan', 'carry', 'category']);
const OF_BESIDE = typesAbout(['account']);

/** After one revision up to another. */
type Revisions = { after: bigint; upTo: bigint };

/** The same, with the accounts that stand beside the budget then. */
type Between = Revisions & { beside: ReadonlySet<string> };

/** The amount that an event adds to the sum of a category in a month, and its change-set. */
export type SumChange = CategoryMonthSum & { revision: bigint; changeSetId: string };

/**
 * The amounts that the events after one revision up to another add to the sums of entries that are dated up to a day,
 * in order.
 */
export async function sumsChanged(
  database: Database,
  ledgerId: string,
  until: string,
  between: Between,
): Promise<SumChange[]> {
  const { rows } = await queryPrepared<CategoryMonthSum & { revision: number; change_set_id: string }>(
    database,
    sql`${changesOfSums(sql`${ledgerId}`, until, between)} ORDER BY e.revision`,
  );
  return rows.map(({ revision, change_set_id: changeSetId, ...sum }) => ({
    ...sum,
    revision: BigInt(revision),
    changeSetId,
  }));
}

/** SQL: the same, by the versions of entries that came and went with each event, which are found by their keys. */
function changesOfSums(ledger: Sql, until: string, { after, upTo, beside }: Between): Sql {
  const ids = sql`${[...beside]}::text[]`;
  const leaves = sql`r.account_id = ANY(${ids})`;
  const counts = sql`CASE WHEN r.type <> 'Transfer' THEN NOT ${leaves}
    ELSE ${leaves} <> (r.to_account = ANY(${ids})) END`;
  const version = (of: typeof entries | typeof pastEntries, times: 1 | -1, changedBy = 'known_from') =>
    sql`SELECT t.type, t.account_id, t.to_account, t.date, t.amount, t.category, t.parts, ${raw(`${times}`)} AS times
        FROM ${live(of)} t
        WHERE t.ledger_id = e.ledger_id AND t.entry_id = e.entity_id AND ${raw(`t.${changedBy}`)} = e.revision
          AND t.date <= ${until}::date`;
  return sql`SELECT e.revision, e.change_set_id, to_char(r.date, 'YYYY-MM') AS month,
        ${BUDGET_TYPE(leaves)} AS type, ${raw(CATEGORY)} AS category, coalesce(p.amount, r.amount) * r.times AS amount
      FROM ${live(events)} e
        CROSS JOIN LATERAL (${version(entries, 1)} UNION ALL ${version(pastEntries, 1)}
          UNION ALL ${version(pastEntries, -1, 'known_until')}) r
        ${raw(WITH_PARTS)}
      WHERE e.ledger_id = ${ledger} AND e.revision > ${after} AND e.revision <= ${upTo} AND ${counts}`;
}

/** A change of what is planned for a category in a month. */
export type PlanChange = {
  revision: bigint;
  changeSetId: string;
  recordedAt: string;
  event: LedgerEvent<'BudgetPlanned' | 'BudgetMoved'>;
};

/** The changes of what is planned, the newest first: those before a revision, of a month, or of a category. */
export async function plansChanged(
  database: Database,
  ledgerId: string,
  wanted: {
    month?: string | undefined;
    categoryId?: string | undefined;
    before?: string | undefined;
    asOf: bigint | null;
  },
  limit: number,
): Promise<PlanChange[]> {
  const { month, categoryId, before, asOf } = wanted;
  const filters = [
    month !== undefined && sql`AND e.data ->> 'month' = ${month}`,
    categoryId !== undefined && sql`AND e.data ->> 'categoryId' = ${categoryId}`,
    before !== undefined && sql`AND e.revision < ${before}`,
    asOf !== null && sql`AND e.revision <= ${asOf}`,
  ].filter((filter) => filter !== false);
  const { rows } = await queryPrepared<StoredEventRow>(
    database,
    sql`SELECT ${raw(columnsOf(events, 'e'))} FROM ${live(events)} e
      WHERE e.ledger_id = ${ledgerId} AND e.${raw(OF_BUDGET)} AND e.type IN ('BudgetPlanned', 'BudgetMoved')
        ${joined(filters, ' ')}
      ORDER BY e.revision DESC LIMIT ${limit}`,
  );
  return rows.map((row) => {
    const { event, metadata, revision } = recordedOf(readRow(events, row));
    const { commandId: changeSetId, recordedAt } = metadata;
    return { revision, changeSetId, recordedAt, event: event as PlanChange['event'] };
  });
}
