import type { Setter } from '#ledger/model/constants.ts';
import { fieldsOf } from '#ledger/model/fields.ts';
import type { Condition, Query } from '#ledger/search/query.ts';
import { wholeInSql } from '#ledger/search/whole-words.ts';
import { joined, raw, type Sql, sql } from '#platform/sql.ts';
import { changeSets } from '../tables/change-sets.ts';
import { events, isAbout } from '../tables/events.ts';
import { live } from '../tables/read-models.ts';
import { actorIs } from './change-sets.ts';

/**
 * A query as SQL on an entry `t`, a row with the columns of the entries: the condition that it is found, and what it
 * then counts, in cents, signed (product 5.15). `isPartFound` is the condition that a part of one that is found counts:
 * `p.part`, the `p.place`th, from 1.
 */
export type FoundInSql = { isFound: Sql; counted: Sql; isPartFound: Sql };

/** Writes the condition that an entry `t` has a row of a file `b`, in force, which meets a condition. */
export type HasRow = (condition: Sql) => Sql;

/** A query as SQL. Its values are parameters; its text depends on the shape of the query alone. */
export function asSql(query: Query, hasRow: HasRow): FoundInSql {
  const conditions = conditionsIn(query);
  const inUnit = (some: readonly Query[], unit: Unit) => allOf(some.map((each) => write(each, unit, hasRow)));
  const same = conditions.filter((each) => !dependsOnPart(each));
  const ofParts = conditions.filter(dependsOnPart);
  const isPartFound = inUnit(ofParts, 'part');
  if (ofParts.length === 0) return { isFound: inUnit(same, 'entry'), counted: signed(sql`t.amount`), isPartFound };
  const sumOfParts = sql`(SELECT sum((p.part ->> 'amount')::bigint)::bigint
    FROM json_array_elements(t.parts) WITH ORDINALITY AS p (part, place) WHERE ${isPartFound})`;
  const isFound = sql`CASE WHEN t.parts IS NULL THEN ${inUnit(ofParts, 'entry')} ELSE ${sumOfParts} IS NOT NULL END`;
  return {
    isFound: allOf([inUnit(same, 'entry'), isFound]),
    counted: signed(sql`(CASE WHEN t.parts IS NULL THEN t.amount ELSE ${sumOfParts} END)`),
    isPartFound,
  };
}

/** The queries all of which an entry has to meet. */
export function conditionsIn(query: Query): readonly Query[] {
  return 'all' in query ? query.all.flatMap(conditionsIn) : [query];
}

/** The pattern of LIKE for a text anywhere. */
export function patternOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/**
 * The unit that a query asks about: an entry that is not split, or a part `p` of a split entry, with its number
 * `p.place`.
 */
type Unit = 'entry' | 'part';

/** An amount with the sign that it has in a balance; a transfer adds nothing. */
const signed = (amount: Sql) => sql`CASE t.type WHEN 'Transfer' THEN 0 WHEN 'Income' THEN 1 ELSE -1 END * ${amount}`;

function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql`(${joined(conditions, ' AND ')})`;
}

function anyOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`false` : sql`(${joined(conditions, ' OR ')})`;
}

/** Whether the answers for the parts of a split may differ. */
function dependsOnPart(query: Query): boolean {
  if ('all' in query) return query.all.some(dependsOnPart);
  if ('any' in query) return query.any.some(dependsOnPart);
  if ('not' in query) return dependsOnPart(query.not);
  if (query.is === 'text') return query.field === 'all' || query.field === 'note';
  return ['amount', 'category', 'noted', 'refund'].includes(query.is);
}

function write(query: Query, unit: Unit, hasRow: HasRow): Sql {
  if ('all' in query) return allOf(query.all.map((each) => write(each, unit, hasRow)));
  if ('any' in query) return anyOf(query.any.map((each) => write(each, unit, hasRow)));
  if ('not' in query) return sql`NOT ${write(query.not, unit, hasRow)}`;
  return sql`(${conditionSql(query, unit, hasRow)})`;
}

/**
 * Returns the SQL of a condition on an entry, or on a part of one by `unit`. The condition is never NULL in a row:
 * `NOT NULL` would find no row.
 */
function conditionSql(condition: Condition, unit: Unit, hasRow: HasRow): Sql {
  switch (condition.is) {
    case 'text':
      return hasText(condition, unit, hasRow);
    case 'amount': {
      const own = within(sql`t.amount`, condition, 'bigint');
      return unit === 'entry'
        ? own
        : sql`${own} OR ${within(sql`abs((p.part ->> 'amount')::bigint)`, condition, 'bigint')}`;
    }
    case 'date':
      return within(sql`t.date`, condition, 'date');
    case 'category': {
      if (condition.categories === null) {
        return unit === 'part' ? sql`false` : sql`t.type <> 'Transfer' AND t.category IS NULL`;
      }
      const category = unit === 'part' ? sql`p.part ->> 'category'` : sql`t.category`;
      return sql`coalesce(${category} = ANY(${condition.categories}::text[]), false)`;
    }
    case 'refund': {
      const category = unit === 'part' ? sql`p.part ->> 'category'` : sql`t.category`;
      return sql`t.type = 'Income' AND coalesce(${category} = ANY(${condition.categories}::text[]), false)`;
    }
    case 'account': {
      const accounts = sql`ANY(${condition.accounts}::text[])`;
      return sql`t.account_id = ${accounts} OR coalesce(t.to_account = ${accounts}, false)`;
    }
    case 'wallet':
      return sql`coalesce(t.wallet = ${condition.wallet}, false)`;
    case 'type':
      return sql`t.type = ${condition.type}`;
    case 'tag':
      return condition.tag.includes('#')
        ? sql`false`
        : sql`coalesce(strpos(t.tag_keys, ${`#${condition.tag}#`}) > 0, false)`;
    case 'set by':
      return setBy(condition.setter);
    case 'set by rule':
      return sql`coalesce(${OTHERS} @? ${`$.* ? (@.ruleId == "${condition.ruleId}")`}::jsonpath, false)`;
    case 'made by':
      return madeBy(condition.actor);
    case 'receipt':
      return sql`t.receipt_id IS NOT NULL`;
    case 'noted':
      return unit === 'entry' ? sql`t.note IS NOT NULL` : sql`t.note IS NOT NULL OR p.part ->> 'note' IS NOT NULL`;
    case 'tagged':
      return sql`t.tag_keys IS NOT NULL`;
    case 'split':
      return sql`t.parts IS NOT NULL`;
    case 'imported':
      return sql`${hasRow(sql`true`)}`;
    case 'edited':
      return sql`t.changed_at IS NOT NULL`;
    default:
      return condition satisfies never;
  }
}

/** Who set fields otherwise than the event that recorded the entry says of all, by their columns; null for nobody. */
const OTHERS = raw('t.origins');

/** The condition that an entry has a value that `OTHERS` doesn't have; a transfer's type is none. */
const HAS_OTHER_VALUES = raw(
  [...new Set([...fieldsOf('transaction'), 'toAccount'])]
    .map((field) => {
      const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const isThere = field === 'type' ? "t.type <> 'Transfer'" : `t.${column} IS NOT NULL`;
      return `(${isThere} AND NOT t.origins ? '${field}')`;
    })
    .join(' OR '),
);

function setBy(setter: Setter): Sql {
  const named = sql`${OTHERS} @? ${`$.* ? (@.by == "${setter}")`}::jsonpath`;
  if (setter !== 'hand' && setter !== 'import') return sql`coalesce(${named}, false)`;
  const isUnnamed = raw(setter === 'hand' ? "NOT t.origins ? 'made'" : "t.origins ? 'made'");
  const isSet = sql`coalesce(${isUnnamed} AND (${HAS_OTHER_VALUES}) OR ${named}, false)`;
  return setter === 'hand' ? sql`${OTHERS} IS NULL OR ${isSet}` : isSet;
}

/** The condition that an actor recorded or changed an entry, in an event that is not later than its row. */
function madeBy(actor: string): Sql {
  const isNamed = actor.includes(' ');
  const isOfActor = isNamed ? sql`lower(c.actor) = lower(${actor})` : sql`(${actorIs(actor)})`;
  return sql`EXISTS (SELECT FROM ${live(events)} e JOIN ${live(changeSets)} c USING (ledger_id, change_set_id)
    WHERE ${raw(isAbout('e', 't.ledger_id', 't.entry_id'))} AND e.ledger_id = t.ledger_id
      AND e.revision <= t.known_from AND ${isOfActor})`;
}

/** The texts of an entry, and the counterparties of one or two rows of a file, between tabs. */
const [TITLE, NOTE] = [1, 2].map((place) => raw(`split_part(t.texts, E'\\t', ${place})`)) as [Sql, Sql];
const NOTE_OF_PART = raw(`split_part(t.texts, E'\\t', 2 + p.place::int)`);
const COUNTERPARTIES = [1, 3].map((place) => raw(`split_part(b.texts, E'\\t', ${place})`));

function hasText({ field, text, isWhole }: Extract<Condition, { is: 'text' }>, unit: Unit, hasRow: HasRow): Sql {
  const whole = wholeInSql(text);
  // A regular expression is asked of what has the text at all.
  const has = (texts: Sql) =>
    isWhole ? sql`${texts} LIKE ${patternOf(text)} AND ${texts} ~ ${whole}` : sql`${texts} LIKE ${patternOf(text)}`;
  const inAny = (...texts: Sql[]) => anyOf(texts.map(has));
  const hasOfBank = has(raw('b.texts'));
  const notes = unit === 'part' ? [NOTE, NOTE_OF_PART] : [NOTE];
  // All texts at once first, which are cheaper to look at, and may have an index.
  const any = has(raw('t.texts'));
  switch (field) {
    case 'title':
      return sql`${any} AND ${inAny(TITLE)}`;
    case 'note':
      return sql`${any} AND ${inAny(...notes)}`;
    case 'counterparty':
      return sql`${hasRow(sql`${hasOfBank} AND ${inAny(...COUNTERPARTIES)}`)}`;
    case 'all': {
      const own = unit === 'part' ? sql`${any} AND ${inAny(TITLE, ...notes)}` : any;
      return sql`(${own}) OR ${hasRow(hasOfBank)}`;
    }
    default:
      return field satisfies never;
  }
}

function within(value: Sql, { from, to }: { from: unknown; to: unknown }, type: 'bigint' | 'date'): Sql {
  const ends = [
    ...(from === null ? [] : [sql`${value} >= ${from}::${raw(type)}`]),
    ...(to === null ? [] : [sql`${value} <= ${to}::${raw(type)}`]),
  ];
  return allOf(ends);
}
