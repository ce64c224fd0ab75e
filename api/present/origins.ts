import type { CallData } from '#contract/calls.ts';
import { FIELDS, type Field } from '#ledger/model/fields.ts';
import type { Database } from '#platform/postgres.ts';
import { changeSetsOfEvents } from '#projections/queries/change-sets.ts';
import { type EntryRow, isTransaction, settersOf } from '#projections/tables/entries.ts';

/** Converts who set the fields of an entry to the contract's, by their names in calls (product 3.7). */
export async function presentOrigins(database: Database, row: EntryRow): Promise<CallData<'getEntry'>['origins']> {
  const setters = settersOf(row);
  const revisions = new Set([...setters.values()].map(({ revision }) => revision));
  const changeSets = await changeSetsOfEvents(database, row.ledgerId, [...revisions]);
  const fields: Record<string, Omit<Field, 'schema'>> = FIELDS[isTransaction(row) ? 'transaction' : 'transfer'];
  const origins = [...setters].flatMap(([field, setter]) => {
    const changeSet = changeSets.get(setter.revision);
    if (!changeSet) return [];
    const { ruleId, ruleVersion } = setter.by === 'rule' ? setter : { ruleId: null, ruleVersion: null };
    const { changeSetId, recordedAt: at } = changeSet;
    return [[fields[field]?.name ?? field, { by: setter.by, ruleId, ruleVersion, changeSetId, at }] as const];
  });
  return Object.fromEntries(origins);
}
