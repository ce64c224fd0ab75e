import type { RecordedEvent } from '#ledger/events.ts';
import { LAST_DAY } from '#ledger/model/constants.ts';
import type { Cut } from '#ledger/model/cut.ts';
import { FIGURES } from '#ledger/model/entity-ids.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { Movement } from '#ledger/model/movement.ts';
import { movementsOf } from '#ledger/movements.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, type Sql, sql } from '#platform/sql.ts';
import { entries, IS_TRANSACTION } from '../tables/entries.ts';
import { events, isAbout, MOVES_MONEY, recordedOf, type StoredEventRow } from '../tables/events.ts';
import { ALL_ACCOUNTS, knownDays } from '../tables/known-days.ts';
import { LIVE, live } from '../tables/read-models.ts';
import { columnsOf, defineTable, idColumn, integerColumn, type Row, readRow, textColumn } from '../tables/table.ts';
import { READ_MODEL_VERSION } from '../tables/version.ts';
import { ownIn } from './cut-sql.ts';
import { entryChange, legsOf } from './entries.ts';
import {
  type Days,
  entriesAsOf,
  ofLegs,
  type PageSource,
  type QueryPage,
  readPage,
  versionsBetween,
  withinPage,
} from './page.ts';
import { piecesBehind, type ReportSelection } from './pieces-behind.ts';
import type { FoundEntries } from './search.ts';

/**
 * The entries behind a figure: all entries or an account's, for a balance, of all days or of some; entries of a type,
 * or of some categories (null: of none), in some days, with the refunds of categories of expenses; else the entries
 * that a query finds.
 * `expenses` are the ids of all categories of expenses.
 */
export type FigureSelection =
  | { kind: 'balance'; account: string | null; days?: Days }
  | { kind: 'type'; type: 'Income' | 'Expense'; days: Days; expenses: readonly string[] }
  | {
      kind: 'category';
      type: 'Income' | 'Expense';
      categories: readonly string[] | null;
      days: Days;
      /** In a budget, the accounts beside it: transfers across that line count, their own entries don't. */
      beside?: ReadonlySet<string>;
      /** The ids of all categories of incomes: what is spent in one has none. */
      incomes?: readonly string[];
    }
  | { kind: 'found'; sum: 'net' | 'in' | 'out'; found: FoundEntries; expenses: readonly string[] }
  | ReportSelection;

/** A part of a figure: its name, the sum of its entries in cents, and their number. */
export type FigurePart = { what: string; amount: Cents; count: number };

const { entryId, revision, type, title, date, recordedAt } = entries.columns;

/** An entry behind a figure: the amount that it adds to it, in cents, and the part in which it stands. */
const behind = defineTable(
  'behind',
  {
    entryId,
    revision,
    type,
    title,
    date,
    recordedAt,
    account: idColumn(),
    change: integerColumn<Cents>(),
    part: textColumn(),
  },
  ['entryId'],
);
export type BehindRow = Row<typeof behind>;

/** The columns of an entry, with its account, the amount that it adds, and the part in which it stands. */
const selected = (account: Sql, change: Sql, part: Sql) =>
  sql`t.entry_id, t.revision, t.type, t.title, t.date, t.recorded_at, ${account} AS account, ${change} AS change,
    ${part} AS part`;

const [OWN_ACCOUNT, AMOUNT] = [sql`t.account_id`, sql`t.amount`];
/** The amount that /**  adds to the balance of all accounts together, in cents. */
export const TO_BALANCE = sql`CASE t.type WHEN 'Expense' THEN -t.amount ELSE t.amount END`;
const PART_OF_BALANCE = sql`CASE t.type WHEN 'Expense' THEN 'expenses' WHEN 'Income' THEN 'income'
  ELSE 'transfers' END`;
const partOfType = (expenses: readonly string[]) => sql`CASE WHEN t.parts IS NOT NULL THEN 'split'
  WHEN t.type = 'Income' AND t.category = ANY(${expenses}::text[]) THEN 'refunds'
  ELSE coalesce(t.category, 'no category') END`;
const PART_OF_CATEGORY = sql`CASE WHEN t.parts IS NULL THEN 'entries' ELSE 'parts of splits' END`;

/** The sum of a transaction's parts of some categories, in cents, or null if none of them is of one. */
const ofParts = (categories: Sql) => sql`(SELECT sum((part ->> 'amount')::bigint)::bigint
  FROM json_array_elements(t.parts) AS part WHERE part ->> 'category' = ANY(${categories}::text[]))`;

/** The entries that count in a sum of a query: transfers don't. */
const OF_SUM = { net: IS_TRANSACTION, in: "t.type = 'Income'", out: "t.type = 'Expense'" };

type Chosen = PageSource & { account: string | null; days?: Days };

/**
 * The entries of a selection but for its days, of the accounts of a cut, and the account to which they are limited;
 * null for all.
 */
function chosen(selection: FigureSelection, cut: Cut): Chosen {
  if (cut === null || (selection.kind === 'balance' && selection.account !== null)) return chosenOfAll(selection);
  if (selection.kind === 'balance') return { ...balanceOf(cut), ...(selection.days && { days: selection.days }) };
  const { legs, ...source } = chosenOfAll(selection);
  return { ...source, legs: legs.map((leg) => sql`${leg}${ownIn(cut)}`) };
}

/** The entries behind the balance of some accounts together: transfers among them add nothing. */
function balanceOf(accounts: readonly string[]): Chosen {
  const keys = sql`${[...accounts]}::text[]`;
  const [leaves, arrives] = [sql`t.account_id = ANY(${keys})`, sql`t.to_account = ANY(${keys})`];
  const account = sql`CASE WHEN ${leaves} THEN t.account_id ELSE t.to_account END`;
  const change = sql`CASE WHEN t.type = 'Expense' OR (t.type = 'Transfer' AND ${leaves}) THEN -t.amount
    ELSE t.amount END`;
  return {
    select: selected(account, change, PART_OF_BALANCE),
    legs: [sql`${leaves} AND (t.to_account IS NULL OR NOT ${arrives})`, sql`${arrives} AND NOT ${leaves}`],
    account: null,
  };
}

function chosenOfAll(selection: FigureSelection): Chosen {
  switch (selection.kind) {
    case 'balance': {
      const { account } = selection;
      const days = selection.days && { days: selection.days };
      if (account === null) {
        // Transfers add nothing to all accounts together.
        const select = selected(OWN_ACCOUNT, TO_BALANCE, PART_OF_BALANCE);
        return { select, legs: [raw(IS_TRANSACTION)], account, ...days };
      }
      const named = sql`${account}`;
      return {
        select: selected(sql`${named}::text`, entryChange(named), PART_OF_BALANCE),
        legs: legsOf(named),
        account,
        ...days,
      };
    }
    case 'type': {
      const { type, days, expenses } = selection;
      return {
        select: selected(OWN_ACCOUNT, AMOUNT, partOfType(expenses)),
        legs: [sql`t.type = ${type}`],
        account: null,
        days,
      };
    }
    case 'category': {
      const { type, categories, days, beside = new Set(), incomes = [] } = selection;
      const line = acrossLine(beside);
      if (categories === null) {
        const legs = [sql`t.type = ${type} AND t.category IS NULL AND t.parts IS NULL AND ${line.isWithin}`];
        // An income without a category is inflow.
        const isUnfiled = sql`(t.category IS NULL OR t.category = ANY(${incomes}::text[]))`;
        if (beside.size > 0) legs.push(sql`${isUnfiled} AND ${line.isSpent}`);
        return { select: selected(OWN_ACCOUNT, AMOUNT, line.part(sql`'entries'`)), legs, account: null, days };
      }
      const named = sql`${categories}`;
      const change = sql`CASE WHEN t.parts IS NULL THEN t.amount ELSE ${ofParts(named)} END`;
      const isOfCategory = sql`CASE WHEN t.parts IS NULL THEN t.category = ANY(${named}::text[])
        ELSE ${ofParts(named)} IS NOT NULL END`;
      // Incomes of a category of expenses are refunds; no expense has a category of incomes.
      const isOfType = sql`(t.type = ${type} OR ${line.isSpent})`;
      const lessRefunds = sql`CASE WHEN ${isOfType} THEN 1 ELSE -1 END * (${change})`;
      const part = line.part(sql`CASE WHEN ${isOfType} THEN ${PART_OF_CATEGORY} ELSE 'refunds' END`);
      const legs = [sql`${raw(IS_TRANSACTION)} AND ${isOfCategory} AND ${line.isWithin}`];
      if (beside.size > 0) legs.push(sql`t.category = ANY(${named}::text[]) AND ${line.isCrossed}`);
      return { select: selected(OWN_ACCOUNT, lessRefunds, part), legs, account: null, days };
    }
    case 'found': {
      const { sum, found, expenses } = selection;
      const change = sum === 'out' ? sql`-(${found.counted})` : found.counted;
      const part = sum === 'net' ? PART_OF_BALANCE : partOfType(expenses);
      const legs = [sql`${raw(OF_SUM[sum])} AND ${found.isFound}`];
      return {
        select: selected(OWN_ACCOUNT, change, part),
        legs,
        account: null,
        ...(found.days && { days: found.days }),
      };
    }
    case 'report': {
      const { change, part, leg } = piecesBehind(selection);
      return { select: selected(OWN_ACCOUNT, change, part), legs: [leg], account: null, days: selection.days };
    }
    default:
      return selection satisfies never;
  }
}

/**
 * SQL about the accounts beside a budget: whether a transaction is of none of them, whether a transfer crosses the line
 * between them and the others, and whether it is spent by that; and the part of an entry, or the part of transfers.
 */
function acrossLine(beside: ReadonlySet<string>) {
  if (beside.size === 0) {
    return { isWithin: raw('true'), isCrossed: raw('false'), isSpent: raw('false'), part: (of: Sql) => of };
  }
  const ids = sql`${[...beside]}::text[]`;
  const [leaves, arrives] = [sql`t.account_id = ANY(${ids})`, sql`t.to_account = ANY(${ids})`];
  return {
    isWithin: sql`NOT ${leaves}`,
    isCrossed: sql`t.type = 'Transfer' AND ${leaves} <> (${arrives})`,
    isSpent: sql`(t.type = 'Transfer' AND NOT ${leaves} AND ${arrives})`,
    part: (of: Sql) => sql`CASE WHEN t.type = 'Transfer' AND NOT ${leaves} THEN 'transfers' ELSE ${of} END`,
  };
}

/**
 * The parts of a figure that consist of transactions and transfers, as they were known after the event `asOf` where it
 * is named. Adds up the entries themselves; for a balance of now the sums of its days, which Postgres keeps of what the
 * entries are, whoever wrote them (decision 24).
 */
export async function partsBehind(
  database: Database,
  ledgerId: string,
  selection: FigureSelection,
  asOf: bigint | null,
  cut: Cut = null,
): Promise<FigurePart[]> {
  const isOfDays = selection.kind === 'balance' && asOf === null && (cut === null || selection.account !== null);
  const sumsOfDays = isOfDays && (await partsOfDays(database, ledgerId, selection));
  if (sumsOfDays) return sumsOfDays;
  const { select, legs, days } = chosen(selection, cut);
  const ledger = sql`${ledgerId}`;
  const from = sql`${entriesAsOf(ledger, asOf)} WHERE t.ledger_id = ${ledger}${withinPage('t.date', days)}`;
  const { rows } = await queryPrepared<FigurePart>(
    database,
    sql`SELECT b.part AS what, sum(b.change)::bigint AS amount, count(*)::int AS count
      FROM (${ofLegs(legs, (leg) => sql`SELECT ${select} FROM ${from} AND ${leg}`)}) b GROUP BY b.part ORDER BY b.part`,
  );
  return rows;
}

/** The parts of a balance of now, by the sums of days; null while the read models have another version. */
async function partsOfDays(
  database: Database,
  ledgerId: string,
  { account, days }: { account: string | null; days?: Days },
): Promise<FigurePart[] | null> {
  const { rows } = await queryPrepared<FigurePart & { version: string }>(
    database,
    `SELECT l.fold_version AS version, p.* FROM ${LIVE}.ledgers l
      LEFT JOIN LATERAL (
        SELECT sum(d.income)::bigint AS income, -sum(d.expense)::bigint AS expense,
          sum(d.transferred)::bigint AS transferred,
          sum(d.incomes)::int AS incomes, sum(d.expenses)::int AS expenses, sum(d.transfers)::int AS transfers
        FROM ${LIVE}.${knownDays.name} d WHERE d.ledger_id = $1 AND d.account = $2 AND d.date <= $3) s ON true
      CROSS JOIN LATERAL (VALUES ('expenses', s.expense, s.expenses), ('income', s.income, s.incomes),
        ('transfers', s.transferred, s.transfers)) AS p (what, amount, count)
      WHERE l.ledger_id = $1`,
    [ledgerId, account ?? ALL_ACCOUNTS, days?.to ?? LAST_DAY],
  );
  if (rows.some(({ version }) => version !== READ_MODEL_VERSION)) return null;
  return rows.filter(({ count }) => count).map(({ version: _, ...part }) => part);
}

/** A page of the transactions and transfers behind a figure, newest first. */
export async function entriesBehind(
  database: Database,
  ledgerId: string,
  selection: FigureSelection,
  page: Pick<QueryPage, 'limit' | 'after' | 'asOf'>,
  cut: Cut = null,
): Promise<BehindRow[]> {
  const { account, days, ...source } = chosen(selection, cut);
  const rows = await readPage(database, ledgerId, source, { ...page, account, days });
  return rows.map((row) => readRow(behind, row));
}

/** The amount that a change-set adds to a figure, in cents, by `count` changes, and the revision of the first. */
export type StepOfFigure = { changeSetId: string; first: bigint; change: Cents; count: number };

/**
 * The amounts that change-sets add to a figure by changing transactions and transfers, with the events after one
 * revision up to another: a row counts when it comes, and no longer once it is changed or deleted.
 */
export async function stepsBehind(
  database: Database,
  ledgerId: string,
  selection: FigureSelection,
  between: { after: bigint; upTo: bigint },
): Promise<StepOfFigure[]> {
  const { select, legs, days } = chosen(selection, null);
  const ledger = sql`${ledgerId}`;
  const inDays = withinPage('t.date', days);
  const source = { select, legs: legs.map((leg) => sql`${leg}${inDays}`) };
  const { rows } = await queryPrepared<{ change_set_id: string; first: number; change: Cents; count: number }>(
    database,
    sql`SELECT e.change_set_id, min(e.revision) AS first, count(DISTINCT v.at)::int AS count,
        sum(CASE WHEN v.is_gone THEN -v.change ELSE v.change END)::bigint AS change
      FROM (${versionsBetween(ledger, source, between)}) v
        JOIN ${live(events)} e ON e.ledger_id = ${ledger} AND e.revision = v.at
      GROUP BY e.change_set_id`,
  );
  return rows.map(({ change_set_id, first, ...step }) => ({
    ...step,
    changeSetId: change_set_id,
    first: BigInt(first),
  }));
}

/**
 * The events of a ledger after one revision up to another, oldest first: those about an entity, or those that move
 * money.
 */
export async function eventsBehind(
  database: Database,
  ledgerId: string,
  scope: { entityId: string } | 'moving',
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<RecordedEvent[]> {
  const isOfEntity = scope !== 'moving';
  const isInScope = isOfEntity ? isAbout('e', '$1', '$4') : `e.ledger_id = $1 AND e.${MOVES_MONEY}`;
  const { rows } = await queryPrepared<StoredEventRow>(
    database,
    `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
      WHERE ${isInScope} AND e.revision > $2 AND e.revision <= $3
      ORDER BY e.revision`,
    [ledgerId, after, upTo, ...(isOfEntity ? [scope.entityId] : [])],
  );
  return rows.map((row) => recordedOf(readRow(events, row)));
}

/** The events of a ledger that move money beside transactions and transfers, oldest first, up to the event `asOf`. */
export async function movingEvents(
  database: Database,
  ledgerId: string,
  asOf: bigint | null,
): Promise<RecordedEvent[]> {
  const { rows } = await queryPrepared<StoredEventRow>(
    database,
    `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
      WHERE e.ledger_id = $1 AND e.${MOVES_MONEY} ${asOf === null ? '' : 'AND e.revision <= $2'} ORDER BY e.revision`,
    asOf === null ? [ledgerId] : [ledgerId, asOf],
  );
  return rows.map((row) => recordedOf(readRow(events, row)));
}

/** A ledger's movements in force, oldest first, as they were known after the event `asOf` where it is named. */
export async function movementsIn(database: Database, ledgerId: string, asOf: bigint | null): Promise<Movement[]> {
  return movementsOf(await movingEvents(database, ledgerId, asOf));
}

/** The event that set or cleared the monthly figures last, up to the event `asOf`, or null if none did. */
export async function lastOfMonthlyFigures(
  database: Database,
  ledgerId: string,
  asOf: bigint | null,
): Promise<RecordedEvent | null> {
  const { rows } = await queryPrepared<StoredEventRow>(
    database,
    `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
      WHERE ${isAbout('e', '$1', `'${FIGURES}'`)} ${asOf === null ? '' : 'AND e.revision <= $2'}
      ORDER BY e.revision DESC LIMIT 1`,
    asOf === null ? [ledgerId] : [ledgerId, asOf],
  );
  return rows[0] ? recordedOf(readRow(events, rows[0])) : null;
}

/** The change-sets of events, by their revisions. */
export async function changeSetsAt(
  database: Database,
  ledgerId: string,
  revisions: readonly bigint[],
): Promise<Map<bigint, string>> {
  const { rows } = await queryPrepared<{ revision: number; change_set_id: string }>(
    database,
    `SELECT e.revision, e.change_set_id FROM unnest($2::bigint[]) AS wanted (revision)
      JOIN ${LIVE}.events e ON e.ledger_id = $1 AND e.revision = wanted.revision`,
    [ledgerId, revisions],
  );
  return new Map(rows.map(({ revision, change_set_id }) => [BigInt(revision), change_set_id]));
}
