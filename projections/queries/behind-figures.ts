import type { RecordedEvent } from '../../ledger/events.ts';
import { FIGURES } from '../../ledger/model/entity-ids.ts';
import type { Cents } from '../../ledger/model/money.ts';
import type { Movement } from '../../ledger/model/movement.ts';
import { movementsOf } from '../../ledger/movements.ts';
import type { Database } from '../../platform/postgres.ts';
import { queryPrepared } from '../../platform/sql.ts';
import { entries, IS_TRANSACTION } from '../tables/entries.ts';
import { type EventRow, events, isAbout, MOVES_MONEY, recordedOf } from '../tables/events.ts';
import { LIVE } from '../tables/read-models.ts';
import { columnsOf, id, integer, type Row, readRow, table, text } from '../tables/table.ts';
import { changeOf, legsOf } from './entries.ts';
import {
  type Days,
  entriesAsOf,
  ofLegs,
  type Page,
  readPage,
  type Source,
  versionsBetween,
  withParameters,
} from './page.ts';

/** Which entries are behind a figure: all of a balance, or of an account; of a type in some days; of a category in some days. */
export type Selection =
  | { of: 'balance'; account: string | null }
  | { of: 'type'; type: 'Income' | 'Expense'; days: Days }
  | { of: 'category'; type: 'Income' | 'Expense'; category: string | null; days: Days };

/** A part of a figure: what its entries add to it, in cents, and how many they are. */
export type Part = { what: string; amount: Cents; count: number };

const { entryId, revision, type, title, date, recordedAt } = entries.columns;

/** An entry behind a figure: what it adds to the figure, in cents, and in which part it stands. */
const behind = table(
  'behind',
  { entryId, revision, type, title, date, recordedAt, account: id(), change: integer<Cents>(), part: text() },
  ['entryId'],
);
export type BehindRow = Row<typeof behind>;

/** What is selected of an entry, with its account, what it adds, and the part in which it stands. */
const selected = (account: string, change: string, part: string) =>
  `t.entry_id, t.revision, t.type, t.title, t.date, t.recorded_at, ${account} AS account, ${change} AS change,
    ${part} AS part`;

const TO_BALANCE = `CASE t.type WHEN 'Expense' THEN -t.amount ELSE t.amount END`;
const PART_OF_BALANCE = `CASE t.type WHEN 'Expense' THEN 'expenses' WHEN 'Income' THEN 'income' ELSE 'transfers' END`;
/** What a transaction's parts have of a category, in cents; null where none of them is of it. */
const OF_PARTS = `(SELECT sum((part ->> 'amount')::bigint)::bigint FROM json_array_elements(t.parts) AS part
  WHERE part ->> 'category' = $also2)`;

type Chosen = { source: Source; also: readonly unknown[]; account: string | null; days?: Days };

function chosen(selection: Selection): Chosen {
  switch (selection.of) {
    case 'balance': {
      const { account } = selection;
      if (account === null) {
        // Transfers add nothing to all accounts together.
        const source = { select: selected('t.account_id', TO_BALANCE, PART_OF_BALANCE), legs: [IS_TRANSACTION] };
        return { source, also: [], account };
      }
      const select = selected('$also1::text', changeOf('$also1'), PART_OF_BALANCE);
      return { source: { select, legs: legsOf('$also1') }, also: [account], account };
    }
    case 'type': {
      const part = `CASE WHEN t.parts IS NULL THEN coalesce(t.category, 'no category') ELSE 'split' END`;
      const source = { select: selected('t.account_id', 't.amount', part), legs: ['t.type = $also1'] };
      return { source, also: [selection.type], account: null, days: selection.days };
    }
    case 'category': {
      const { type, category, days } = selection;
      if (category === null) {
        const select = selected('t.account_id', 't.amount', `'entries'`);
        const source = { select, legs: ['t.type = $also1 AND t.category IS NULL AND t.parts IS NULL'] };
        return { source, also: [type], account: null, days };
      }
      const change = `CASE WHEN t.parts IS NULL THEN t.amount ELSE ${OF_PARTS} END`;
      const part = `CASE WHEN t.parts IS NULL THEN 'entries' ELSE 'parts of splits' END`;
      const isOfCategory = `CASE WHEN t.parts IS NULL THEN t.category = $also2 ELSE ${OF_PARTS} IS NOT NULL END`;
      const source = { select: selected('t.account_id', change, part), legs: [`t.type = $also1 AND ${isOfCategory}`] };
      return { source, also: [type, category], account: null, days };
    }
    default:
      return selection satisfies never;
  }
}

/**
 * The parts of a figure that transactions and transfers are behind, as they were known after the event `asOf` where it is
 * named. Adds up the entries themselves, and none of the sums that the read models keep.
 */
export async function partsBehind(
  database: Database,
  ledgerId: string,
  selection: Selection,
  asOf: bigint | null,
): Promise<Part[]> {
  const { source, also, days } = chosen(selection);
  const values: unknown[] = [ledgerId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const known = asOf === null ? null : parameter(asOf);
  const inDays = days ? ` AND t.date BETWEEN ${parameter(days.from)}::date AND ${parameter(days.to)}::date` : '';
  const named = also.map(parameter);
  const selects = ofLegs(
    source.legs,
    (leg) => `SELECT ${source.select} FROM ${entriesAsOf(known)} WHERE t.ledger_id = $1${inDays} AND ${leg}`,
  );
  const { rows } = await queryPrepared<Part>(
    database,
    `SELECT b.part AS what, sum(b.change)::bigint AS amount, count(*)::int AS count
      FROM (${withParameters(selects, named)}) b GROUP BY b.part ORDER BY b.part`,
    values,
  );
  return rows;
}

/** A page of the transactions and transfers behind a figure, newest first. */
export async function entriesBehind(
  database: Database,
  ledgerId: string,
  selection: Selection,
  page: Pick<Page, 'limit' | 'after' | 'asOf'>,
): Promise<BehindRow[]> {
  const { source, also, account, days } = chosen(selection);
  const rows = await readPage(database, ledgerId, source, { ...page, also, account, days });
  return rows.map((row) => readRow(behind, row));
}

/** What a change-set adds to a figure, in cents, by how many of its changes, and the revision of the first of them. */
export type Step = { changeSetId: string; first: bigint; change: Cents; count: number };

/**
 * What change-sets have added to a figure by changing transactions and transfers, with the events after one revision up to
 * another: a row counts when it comes, and no longer once it is changed or deleted.
 */
export async function stepsBehind(
  database: Database,
  ledgerId: string,
  selection: Selection,
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<Step[]> {
  const { source, also, days } = chosen(selection);
  const values: unknown[] = [ledgerId, after, upTo];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const inDays = days ? ` AND t.date BETWEEN ${parameter(days.from)}::date AND ${parameter(days.to)}::date` : '';
  const named = also.map(parameter);
  const legs = source.legs.map((leg) => `${leg}${inDays}`);
  const versions = withParameters(versionsBetween({ ...source, legs }, '$2', '$3'), named);
  const { rows } = await queryPrepared<{ change_set_id: string; first: number; change: Cents; count: number }>(
    database,
    `SELECT e.change_set_id, min(e.revision) AS first, count(DISTINCT v.at)::int AS count,
        sum(CASE WHEN v.is_gone THEN -v.change ELSE v.change END)::bigint AS change
      FROM (${versions}) v JOIN ${LIVE}.events e ON e.ledger_id = $1 AND e.revision = v.at
      GROUP BY e.change_set_id`,
    values,
  );
  return rows.map(({ change_set_id, first, ...step }) => ({
    ...step,
    changeSetId: change_set_id,
    first: BigInt(first),
  }));
}

/** The events of a ledger after one revision up to another, oldest first: those of a thing, or those that move money. */
export async function eventsBehind(
  database: Database,
  ledgerId: string,
  which: { entityId: string } | 'moving',
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<RecordedEvent[]> {
  const isOfThing = which !== 'moving';
  const { rows } = await queryPrepared<EventRow>(
    database,
    `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
      WHERE ${isOfThing ? isAbout('e', '$1', '$4') : `e.ledger_id = $1 AND e.${MOVES_MONEY}`} AND e.revision > $2 AND e.revision <= $3
      ORDER BY e.revision`,
    [ledgerId, after, upTo, ...(isOfThing ? [which.entityId] : [])],
  );
  return rows.map((row) => recordedOf(readRow(events, row)));
}

/** The events of a ledger that move money beside transactions and transfers, oldest first, up to the event `asOf`. */
async function movingEvents(database: Database, ledgerId: string, asOf: bigint | null): Promise<RecordedEvent[]> {
  const { rows } = await queryPrepared<EventRow>(
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

/** The event that set or cleared the monthly figures last, up to the event `asOf`; null where none did. */
export async function lastOfMonthlyFigures(
  database: Database,
  ledgerId: string,
  asOf: bigint | null,
): Promise<RecordedEvent | null> {
  const { rows } = await queryPrepared<EventRow>(
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
