import type { CallData } from '#contract/calls.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import { plansChanged } from '#projections/queries/budget.ts';
import { changeSetsByIds } from '#projections/queries/change-sets.ts';
import type { RouteInput } from '../http/register-route.ts';
import type { Session } from '../http/session.ts';
import { asOf, type CurrentNeeds, momentOf, stateAt } from '../known/moment.ts';
import { presentChangeSet } from '../present/change-sets.ts';
import { namedCategory } from './named-category.ts';

const CHANGES = 50;

/**
 * A page of the changes of what is planned, the newest first, undos included (product 12.4). Throws the problems
 * category_not_found and invalid, and what `momentOf` throws.
 */
export async function changesOfBudget(
  services: CurrentNeeds,
  session: Session,
  input: RouteInput<'getBudgetChanges'>,
): Promise<CallData<'getBudgetChanges'>> {
  const { database } = services;
  const { ledgerId, currency } = session;
  const { month, category, known, limit = CHANGES, before } = input;
  const moment = await momentOf(services, ledgerId, known);
  const state = await stateAt(services, session, moment);
  const categoryId = category === undefined ? undefined : namedCategory(category, state.categories, input);
  const filter = { month, categoryId, before, asOf: asOf(moment) };
  const changed = await plansChanged(database, ledgerId, filter, limit + 1);
  const page = changed.slice(0, limit);
  const ids = [...new Set(page.map(({ changeSetId }) => changeSetId))];
  const listed = await changeSetsByIds(database, ledgerId, ids);
  const changeSets = new Map(listed.map((each) => [each.changeSetId, presentChangeSet(each, currency, state)]));
  return {
    changes: page.flatMap(({ changeSetId, recordedAt, event: { data } }) => {
      const changeSet = changeSets.get(changeSetId);
      // A reset has come meanwhile.
      if (!changeSet) return [];
      const { kind, summary, undoneBy } = changeSet;
      return {
        changeSetId,
        recordedAt,
        kind,
        summary,
        // The undo may be of later than the moment.
        undoneBy: moment ? null : undoneBy,
        categoryId: data.categoryId,
        month: data.month,
        before: amountOf(data.from as Cents),
        after: amountOf(data.to as Cents),
      };
    }),
    next: changed.length > limit ? String(page.at(-1)?.revision ?? '') : null,
  };
}
