import type { Categories } from '../model/categories.ts';
import {
  type Entity,
  type EntityState,
  isMade,
  isSame,
  isSameIn,
  overlaid,
  type Said,
  type Saved,
  type Step,
  valueIn,
} from '../model/entity-states.ts';
import { type EntityKind, GROUPS } from '../model/fields.ts';
import { traitsOf } from '../model/kinds.ts';
import { touchedBy } from './counted-steps.ts';
import { emptyCategory } from './emptied-categories.ts';
import { nameOf, stateAfter } from './entity-history.ts';
import { returnedTo } from './goal-savings.ts';
import { planCell } from './planned-cells.ts';
import { planLast, planOccurrence } from './planned-occurrences.ts';
import { positionBack } from './rule-places.ts';
import type { UndoDraft } from './undo-draft.ts';

/**
 * Plans the change of one entity. `own` are its steps by the change-sets of the chain. The entity gets the state that
 * the steps in force give it. A field that a later step has touched is a conflict.
 */
export function planEntity(draft: UndoDraft, entity: Entity, own: readonly Step[]): void {
  // A match leaves the entry as it is; with its change-set it is out of force.
  if (own.every(({ does }) => does === 'match')) return;
  const { kind, steps } = entity;
  const now = steps.at(-1)?.after ?? null;
  const inForce = draft.counted(entity);
  if (kind === 'balance' || kind === 'carry' || kind === 'target') {
    return planLast(draft, entity, now ?? {}, inForce.at(-1)?.after ?? null);
  }
  if (kind === 'occurrence') return planOccurrence(draft, entity, now ?? {}, inForce);
  if (kind === 'plan') return planCell(draft, entity as Entity<'plan'>, inForce as readonly Step<'plan'>[]);
  const then = inForce.filter(({ revision }) => revision <= draft.chain.end);
  const target = stateAfter(entity, then);
  const later = inForce.filter(({ revision }) => revision > draft.chain.end);
  const isMadeOrRemoved = own.some((step) => isMade(step) || step.does === 'remove');
  if (target === null) {
    const returnTo = returnedTo(inForce.findLast(({ does }) => does === 'remove'));
    const hasSaved = own.some(({ does }) => does === 'move money');
    const saved = hasSaved ? draft.missingIn(entity).filter(({ accountId }) => accountId !== returnTo) : [];
    const { into: mergedInto } = (inForce.findLast(({ does }) => does === 'remove')?.said ?? {}) as Said<'category'>;
    // The other category of the merge may be gone by now.
    const into = mergedInto === undefined ? undefined : draft.currentOf(mergedInto);
    // It was merged into this one since: what is planned would go round and round.
    if (into === entity.id) {
      draft.reason = 'categories_are_one';
      return;
    }
    // An entity that went with an account is gone already.
    const touching = later.filter(({ does, changeSetId }) => does !== 'remove' || draft.isOwnInForce(changeSetId));
    if (isMadeOrRemoved) planRemoval(draft, entity, now, touching, { returnTo, saved, into });
  } else if (now === null) {
    // The changes by later change-sets while it is gone count once it is back.
    const state = isMadeOrRemoved ? stateAfter(entity, inForce) : null;
    if (state) restore(draft, entity, state, inForce);
    else planReturn(draft, entity, own, inForce, target, later);
  } else {
    planFields(draft, entity, own, { inForce, then, later }, { now, target });
    if (own.some(({ does }) => does === 'move money')) draft.save(entity, draft.missingIn(entity));
  }
}

/**
 * Plans that the entity goes. Every later change-set that touched it stands in the way. The `saved` money of a goal
 * returns to the accounts that it came from, the rest to `returnTo`; the entries of a category get `into`.
 */
function planRemoval(
  draft: UndoDraft,
  entity: Entity,
  now: EntityState | null,
  later: readonly Step[],
  { returnTo, saved, into }: { returnTo: string | undefined; saved: readonly Saved[]; into: string | undefined },
): void {
  const { kind, id } = entity;
  const touching = new Set(later.map(({ changeSetId }) => changeSetId));
  if (kind === 'account') for (const changeSetId of laterWithMoneyOf(draft, id)) touching.add(changeSetId);
  const answers = [...touching].map((changeSetId) =>
    draft.conflict({
      id: `${id} ${changeSetId}`,
      changeSetId,
      entity: id,
      kind,
      field: null,
      now: nameOf(kind, now),
      target: null,
    }),
  );
  if (now === null) return;
  if (answers.some((answer) => answer !== 'then')) {
    for (const accountId of traitsOf(kind).accountsOf(now)) draft.keptIn.add(accountId);
    return;
  }
  if (kind === 'account') {
    // An account that nothing stands in the way of stays with what is kept in it.
    if (answers.length === 0 && draft.keptIn.has(id)) return;
    draft.going.add(id);
  }
  if (kind === 'category' && !emptyCategory(draft, id, into)) return;
  draft.save(entity, saved);
  draft.changes.add({ does: 'remove', ...entity, now, returnTo, ...(kind === 'category' && { into }) });
}

/** An entity that is gone would have other values: it stays gone, or is brought back with them. */
function planReturn(
  draft: UndoDraft,
  entity: Entity,
  own: readonly Step[],
  inForce: readonly Step[],
  target: EntityState,
  later: readonly Step[],
): void {
  const { kind, id, steps } = entity;
  const removal = later.findLast(({ does }) => does === 'remove') ?? steps.at(-1);
  const answer = draft.conflict({
    id,
    changeSetId: removal?.changeSetId ?? '',
    entity: id,
    kind,
    field: null,
    now: null,
    target: nameOf(kind, target),
  });
  if (answer !== 'then') return;
  const last = stateAfter(
    entity,
    inForce.filter(({ does }) => does !== 'remove'),
  );
  restore(draft, entity, last ? overlaid(last, target, touchedBy(own, kind)) : target, inForce);
}

/** Each group of fields goes back by itself, where nothing later has touched it. */
function planFields(
  draft: UndoDraft,
  entity: Entity,
  own: readonly Step[],
  { inForce, then, later }: Record<'inForce' | 'then' | 'later', readonly Step[]>,
  { now, target }: { now: EntityState; target: EntityState },
): void {
  const { kind, id } = entity;
  let wanted = now;
  for (const group of GROUPS[kind]) {
    const field = group.find((each) => own.some(({ touched }) => touched.includes(each)));
    if (field === undefined) continue;
    const value = consistent(kind, overlaid(wanted, target, group), group, then, draft.knownCategories);
    const inTheWay = later.findLast(({ touched }) => group.some((each) => touched.includes(each)));
    if (inTheWay) {
      const differing = [field, ...group].find((each) => !isSameIn(now, value, each)) ?? field;
      const answer = draft.conflict({
        id: `${id} ${field}`,
        changeSetId: inTheWay.changeSetId,
        entity: id,
        kind,
        field: differing,
        now: valueIn(now, differing),
        target: valueIn(value, differing),
      });
      if (answer !== 'then') continue;
    }
    wanted = value;
  }
  if (isSame(kind, now, wanted)) return;
  const changedAt = valueIn(stateAfter(entity, inForce) ?? target, 'changedAt');
  const dated = 'recordedAt' in now ? { ...wanted, changedAt } : wanted;
  draft.changes.add({ does: 'change', ...entity, now, target: dated as EntityState });
}

/** Brings an entity back; a goal with the money that change-sets in force have put into it. */
function restore(draft: UndoDraft, entity: Entity, state: EntityState, inForce: readonly Step[]): void {
  const { kind, steps } = entity;
  const target = GROUPS[kind].reduce(
    (fitting, group) => consistent(kind, fitting, group, inForce, draft.knownCategories),
    state,
  );
  if (kind === 'rule')
    return draft.changes.add({ does: 'restore', ...entity, target, position: ruleBack(draft, entity.id) });
  if (kind !== 'goal') return draft.changes.add({ does: 'restore', ...entity, target });
  const to = returnedTo(steps.findLast(({ does }) => does === 'remove'));
  const missing = draft.missingIn(entity);
  const saved = missing.find(({ accountId, amount }) => accountId === to && amount > 0);
  draft.changes.add({ does: 'restore', ...entity, target, ...(saved && { saved }) });
  draft.save(
    entity,
    missing.filter((each) => each !== saved),
  );
}

/** The position of a rule that comes back, after those that this undo has brought back before it. */
function ruleBack(draft: UndoDraft, ruleId: string): number {
  const places = draft.rulePlaces;
  const position = positionBack(places, ruleId);
  places.there.add(ruleId);
  return position;
}

/** The ids of later change-sets, in force, that have moved money of an account. */
function laterWithMoneyOf(draft: UndoDraft, accountId: string): string[] {
  return [...draft.history.changeSets]
    .filter(
      ([id, { first, accounts }]) => first > draft.chain.end && accounts.includes(accountId) && draft.isOwnInForce(id),
    )
    .sort(([, left], [, right]) => (left.first < right.first ? -1 : 1))
    .map(([id]) => id);
}

/**
 * A state whose fields of a group fit each other. Where they don't, since different change-sets have set them, they all
 * have the values of the last step in force.
 */
function consistent(
  kind: EntityKind,
  state: EntityState,
  group: readonly string[],
  inForce: readonly Step[],
  categories: Categories,
): EntityState {
  if (traitsOf(kind).fits(state, categories)) return state;
  const last = inForce.findLast((step) => isMade(step) || group.some((field) => step.touched.includes(field)));
  return last?.after ? overlaid(state, last.after, group) : state;
}
