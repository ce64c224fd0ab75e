import { entityOf, type LedgerEvent, type RecordedEvent, typesAbout } from '#ledger/events.ts';
import { MOVING_EVENTS } from '#ledger/movements.ts';
import { defineTable, idColumn, instantColumn, json, nullable, type Row, revision, textColumn } from './table.ts';

/** The events that explanations read beside entries; written as in the index, so that it is used. */
export const MOVES_MONEY = `type IN (${MOVING_EVENTS.map((type) => `'${type}'`).join(', ')})`;

/** The events that recorded a row of a file, or matched it with an entry. */
export const IS_OF_ROW = "data -> 'imported' IS NOT NULL";

/** The events that confirm a balance; written as in the index, so that it is used. */
export const CONFIRMS = `type = 'BalanceAsserted'`;

/** The events that rules are made of; written as in the index, so that it is used. */
export const OF_RULES = `type IN (${typesAbout(['rule', 'ruleOrder'])
  .map((type) => `'${type}'`)
  .join(', ')})`;

/** The events that budgets are made of; written as in the index, so that it is used. */
export const OF_BUDGET = `type IN (${typesAbout(['plan', 'carry', 'target'])
  .map((type) => `'${type}'`)
  .join(', ')})`;

/** The events that schedules are made of; written as in the index, so that it is used. */
export const OF_SCHEDULES = `type IN (${typesAbout(['schedule', 'occurrence'])
  .map((type) => `'${type}'`)
  .join(', ')})`;

/** A row for each event since the last reset, by its entity. Undo looks back at them (product 4.14). */
export const events = defineTable(
  'events',
  {
    ledgerId: idColumn(),
    revision: revision(),
    /** The id of a transaction, transfer, goal or account, or `monthly-figures`. */
    entityId: nullable(idColumn()),
    changeSetId: idColumn(),
    recordedAt: instantColumn(),
    type: textColumn(),
    data: json<object>(),
  },
  ['ledgerId', 'revision'],
  {
    indexes: {
      events_by_entity: { using: 'hash', on: "(ledger_id || ' ' || entity_id)" },
      events_that_move_money: { on: 'ledger_id, revision', where: MOVES_MONEY },
      events_of_rules: { on: 'ledger_id, revision', where: OF_RULES },
      events_of_budget: { on: 'ledger_id, revision', where: OF_BUDGET },
      events_of_schedules: { on: 'ledger_id, revision', where: OF_SCHEDULES },
      events_that_confirm: { on: 'ledger_id, revision', where: CONFIRMS },
    },
  },
);
export type StoredEventRow = Row<typeof events>;

/**
 * The condition that an event, by its alias, is about an entity of a ledger; written as in the index, so that it is
 * used.
 */
export function isAbout(alias: string, ledgerId: string, entityId: string): string {
  const isIndexed = `${alias}.ledger_id || ' ' || ${alias}.entity_id = ${ledgerId} || ' ' || ${entityId}`;
  return `${isIndexed} AND ${alias}.entity_id = ${entityId}`;
}

/** The event of a row. */
export function recordedOf({ revision, changeSetId, recordedAt, type, data }: StoredEventRow): RecordedEvent {
  return { event: { type, data } as LedgerEvent, metadata: { commandId: changeSetId, recordedAt }, revision };
}

/** The row of an event. */
export function eventRow(ledgerId: string, { event, metadata, revision }: RecordedEvent): StoredEventRow {
  const { commandId: changeSetId, recordedAt } = metadata;
  return { ledgerId, revision, entityId: entityOf(event)?.id ?? null, changeSetId, recordedAt, ...event };
}
