import type { RecordedEvent } from '../../ledger/events.ts';
import { FIGURES } from '../../ledger/model/entity-ids.ts';
import type { Cents } from '../../ledger/model/money.ts';
import type { Movement } from '../../ledger/model/movement.ts';
import { movementsOf } from '../../ledger/movements.ts';
import type { Database } from '../../platform/postgres.ts';
import { type EventRow, events, isAbout, MOVES_MONEY, recordedOf } from '../tables/events.ts';
import { LIVE } from '../tables/read-models.ts';
import {
  columnsOf,
  day,
  id,
  instant,
  integer,
  nullable,
  type Row,
  readRow,
  revision,
  table,
  text,
} from '../tables/table.ts';
import { TRANSFERS } from './entries.ts';
import { type Days, type Page, readPage, rowsAsOf, type Source, withParameters } from './page.ts';
import { TRANSACTIONS } from './transactions.ts';

/** Which entries are behind a figure: all of a balance, or of an account; of a type in some days; of a category in some days. */
export type Selection =
  | { of: 'balance'; account: string | null }
  | { of: 'type'; type: 'Income' | 'Expense'; days: Days }
  | { of: 'category'; type: 'Income' | 'Expense'; category: string | null; days: Days };

/** A part of a figure: what its entries add to it, in cents, and how many they are. */
export type Part = { what: string; amount: Cents; count: number };

/** A transaction or a transfer behind a figure: what it adds to the figure, in cents, and in which part it stands. */
const behind = table(
  'behind',
  {
    entryId: id(),
    revision: revision(),
    type: text<'Expense' | 'Income' | 'Transfer'>(),
    title: nullable(text()),
    date: day(),
    account: text(),
    recordedAt: instant(),
    change: integer<Cents>(),
    part: text(),
  },
  ['entryId'],
);
export type BehindRow = Row<typeof behind>;

const OF_TRANSACTION =
  't.transaction_id AS entry_id, t.revision, t.type, t.title, t.date, t.account_id AS account, t.recorded_at';
const OF_TRANSFER = `t.transfer_id AS entry_id, t.revision, 'Transfer' AS type, t.title, t.date`;
const OF_BALANCE = `${OF_TRANSACTION}, CASE t.type WHEN 'Expense' THEN -t.amount ELSE t.amount END AS change,
  CASE t.type WHEN 'Expense' THEN 'expenses' ELSE 'income' END AS part`;
/** What a transaction's parts have of a category, in cents. */
const OF_PARTS = `(SELECT sum((part ->> 'amount')::bigint)::bigint FROM json_array_elements(t.parts) AS part
  WHERE part ->> 'category' = $also2)`;

type Chosen = { name: string; sources: Source[]; also: readonly unknown[]; account: string | null; days?: Days };

function chosen(selection: Selection): Chosen {
  switch (selection.of) {
    case 'balance': {
      const { account } = selection;
      if (account === null) {
        return { name: 'of-balance', sources: [{ ...TRANSACTIONS, select: OF_BALANCE }], also: [], account };
      }
      const leg = (side: 'from' | 'to', change: string): Source => ({
        ...TRANSFERS,
        select: `${OF_TRANSFER}, t.${side}_account AS account, t.recorded_at, ${change} AS change, 'transfers' AS part`,
        where: `t.${side}_account = $also1`,
      });
      const sources = [
        { ...TRANSACTIONS, select: OF_BALANCE, where: 't.account_id = $also1' },
        leg('from', '-t.amount'),
        leg('to', 't.amount'),
      ];
      return { name: 'of-account', sources, also: [account], account };
    }
    case 'type': {
      const part = `CASE WHEN t.parts IS NULL THEN coalesce(t.category, 'no category') ELSE 'split' END AS part`;
      const select = `${OF_TRANSACTION}, t.amount AS change, ${part}`;
      const sources = [{ ...TRANSACTIONS, select, where: 't.type = $also1' }];
      return { name: 'of-type', sources, also: [selection.type], account: null, days: selection.days };
    }
    case 'category': {
      const { type, category, days } = selection;
      const whole = `${OF_TRANSACTION}, t.amount AS change, 'entries' AS part`;
      const none = {
        ...TRANSACTIONS,
        select: whole,
        where: 't.type = $also1 AND t.category IS NULL AND t.parts IS NULL',
      };
      if (category === null) return { name: 'of-no-category', sources: [none], also: [type], account: null, days };
      const sources = [
        { ...TRANSACTIONS, select: whole, where: 't.type = $also1 AND t.category = $also2' },
        {
          ...TRANSACTIONS,
          select: `${OF_TRANSACTION}, ${OF_PARTS} AS change, 'parts of splits' AS part`,
          where: `t.type = $also1 AND t.parts IS NOT NULL AND ${OF_PARTS} IS NOT NULL`,
        },
      ];
      return { name: 'of-category', sources, also: [type, category], account: null, days };
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
  const { name, sources, also, days } = chosen(selection);
  const values: unknown[] = [ledgerId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const known = asOf === null ? null : parameter(asOf);
  const inDays = days ? ` AND t.date BETWEEN ${parameter(days.from)}::date AND ${parameter(days.to)}::date` : '';
  const named = also.map(parameter);
  const each = sources.map(({ select, where = 'true', ...of }) =>
    withParameters(`SELECT ${select} FROM ${rowsAsOf(of, known)} WHERE t.ledger_id = $1${inDays} AND ${where}`, named),
  );
  const { rows } = await database.query<Part>({
    name: `parts-${name}${known ? '-as-of' : ''}`,
    text: `SELECT b.part AS what, sum(b.change)::bigint AS amount, count(*)::int AS count
      FROM (${each.join(' UNION ALL ')}) b GROUP BY b.part ORDER BY b.part`,
    values,
  });
  return rows;
}

/** A page of the transactions and transfers behind a figure, newest first. */
export async function entriesBehind(
  database: Database,
  ledgerId: string,
  selection: Selection,
  page: Pick<Page, 'limit' | 'after' | 'asOf'>,
): Promise<BehindRow[]> {
  const { name, sources, also, account, days } = chosen(selection);
  const rows = await readPage(database, ledgerId, name, sources, { ...page, also, account, days });
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
  const { name, sources, also, days } = chosen(selection);
  const values: unknown[] = [ledgerId, after, upTo];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const inDays = days ? ` AND t.date BETWEEN ${parameter(days.from)}::date AND ${parameter(days.to)}::date` : '';
  const named = also.map(parameter);
  const changed = (from: string, { select, where = 'true' }: Source, at: string, sign: string) =>
    withParameters(
      `SELECT c.at, ${sign}c.change AS change FROM (
        SELECT ${select}, t.${at} AS at FROM ${LIVE}.${from} t
        WHERE t.ledger_id = $1 AND t.${at} > $2 AND t.${at} <= $3${inDays} AND ${where}) c`,
      named,
    );
  const all = sources.flatMap((source) => [
    changed(source.table.name, source, 'known_from', ''),
    changed(source.past.name, source, 'known_from', ''),
    changed(source.past.name, source, 'known_until', '-'),
  ]);
  const { rows } = await database.query<{ change_set_id: string; first: number; change: Cents; count: number }>({
    name: `steps-${name}`,
    text: `SELECT e.change_set_id, min(e.revision) AS first, sum(v.change)::bigint AS change, count(DISTINCT v.at)::int AS count
      FROM (${all.join(' UNION ALL ')}) v JOIN ${LIVE}.events e ON e.ledger_id = $1 AND e.revision = v.at
      GROUP BY e.change_set_id`,
    values,
  });
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
  const { rows } = await database.query<EventRow>({
    name: isOfThing ? 'events-of-thing' : 'moving-events-behind',
    text: `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
      WHERE ${isOfThing ? isAbout('e', '$1', '$4') : `e.ledger_id = $1 AND e.${MOVES_MONEY}`} AND e.revision > $2 AND e.revision <= $3
      ORDER BY e.revision`,
    values: [ledgerId, after, upTo, ...(isOfThing ? [which.entityId] : [])],
  });
  return rows.map((row) => recordedOf(readRow(events, row)));
}

/** The events of a ledger that move money beside transactions and transfers, oldest first, up to the event `asOf`. */
async function movingEvents(database: Database, ledgerId: string, asOf: bigint | null): Promise<RecordedEvent[]> {
  const { rows } = await database.query<EventRow>({
    name: asOf === null ? 'moving-events' : 'moving-events-as-of',
    text: `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
      WHERE e.ledger_id = $1 AND e.${MOVES_MONEY} ${asOf === null ? '' : 'AND e.revision <= $2'} ORDER BY e.revision`,
    values: asOf === null ? [ledgerId] : [ledgerId, asOf],
  });
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
  const { rows } = await database.query<EventRow>({
    name: asOf === null ? 'monthly-figures' : 'monthly-figures-as-of',
    text: `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
      WHERE ${isAbout('e', '$1', `'${FIGURES}'`)} ${asOf === null ? '' : 'AND e.revision <= $2'}
      ORDER BY e.revision DESC LIMIT 1`,
    values: asOf === null ? [ledgerId] : [ledgerId, asOf],
  });
  return rows[0] ? recordedOf(readRow(events, rows[0])) : null;
}

/** The change-sets of events, by their revisions. */
export async function changeSetsAt(
  database: Database,
  ledgerId: string,
  revisions: readonly bigint[],
): Promise<Map<bigint, string>> {
  const { rows } = await database.query<{ revision: number; change_set_id: string }>({
    name: 'change-sets-at',
    text: `SELECT e.revision, e.change_set_id FROM unnest($2::bigint[]) AS wanted (revision)
      JOIN ${LIVE}.events e ON e.ledger_id = $1 AND e.revision = wanted.revision`,
    values: [ledgerId, revisions],
  });
  return new Map(rows.map(({ revision, change_set_id }) => [BigInt(revision), change_set_id]));
}
