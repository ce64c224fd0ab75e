import type { Known } from '#contract/fields.ts';
import { type Categories, GIVEN_CATEGORIES, isGiven } from '#ledger/model/categories.ts';
import type { EntryRow } from '#projections/tables/entries.ts';
import type { Session } from '../http/session.ts';
import { type CurrentNeeds, momentOf, stateAt } from './moment.ts';

/**
 * The categories by which entries are shown as of the moment that a call names: the specification's where no other is
 * named in them, whose names never change. Throws like `momentOf`.
 */
export async function knownCategories(
  services: CurrentNeeds,
  session: Session,
  known: Known | undefined,
  rows: readonly Pick<EntryRow, 'category' | 'parts'>[],
): Promise<Categories> {
  const areGiven = ({ category, parts }: Pick<EntryRow, 'category' | 'parts'>) =>
    (category === null || isGiven(category)) && (parts ?? []).every((part) => isGiven(part.category));
  if (rows.every(areGiven)) return GIVEN_CATEGORIES;
  const moment = await momentOf(services, session.ledgerId, known);
  return (await stateAt(services, session, moment)).categories;
}
