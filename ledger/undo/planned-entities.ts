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
import { type Conflict, movesOf, type UndoDecision } from './undo-decision.ts';
import type { UndoDraft } from './undo-draft.ts';
import type { UndoGrounds } from './undo-grounds.ts';

/**
 * Plans the change of one entity. `own` are its steps by the change-sets of the chain. The entity gets the state that
 * the steps in force give it. A field that a later step has touched is a conflict.
 */
export function planEntity(
  grounds: UndoGrounds,
  draft: UndoDraft,
  entity: Entity,
  own: readonly Step[],
): UndoDecision[] {
  // A match leaves the entry as it is; with its change-set it is out of force.
  if (own.every(({ does }) => does === 'match')) return [];
  const { kind, steps } = entity;
  const now = steps.at(-1)?.after ?? null;
  const inForce = grounds.counted(entity);
  if (kind === 'balance' || kind === 'carry' || kind === 'target') {
    return planLast(entity, now ?? {}, inForce.at(-1)?.after ?? null);
  }
  if (kind === 'occurrence') return planOccurrence(grounds, entity, now ?? {}, inForce);
  if (kind === 'plan') return planCell(grounds, entity as Entity<'plan'>, inForce as readonly Step<'plan'>[]);
  const then = inForce.filter(({ revision }) => revision <= grounds.chain.end);
  const target = stateAfter(entity, then);
  const later = inForce.filter(({ revision }) => revision > grounds.chain.end);
  const isMadeOrRemoved = own.some((step) => isMade(step) || step.does === 'remove');
  if (target === null) return planGoing(grounds, draft, entity, own, inForce);
  if (now !== null) {
    const moves = own.some(({ does }) => does === 'move money') ? movesOf(entity, grounds.missingIn(entity)) : [];
    return [...planFields(grounds, entity, own, { inForce, then, later }, { now, target }), ...moves];
  }
  // The changes by later change-sets while it is gone count once it is back.
  const state = isMadeOrRemoved ? stateAfter(entity, inForce) : null;
  if (state) return restore(grounds, draft, entity, state, inForce);
  return planReturn(grounds, draft, entity, own, inForce, target);
}

const isLaterThan = (end: bigint) => (step: Step) => step.revision > end;

/** Plans that an entity is not there, unless the change-sets of the chain have neither made nor removed it. */
function planGoing(
  grounds: UndoGrounds,
  draft: UndoDraft,
  entity: Entity,
  own: readonly Step[],
  inForce: readonly Step[],
): UndoDecision[] {
  const removal = inForce.findLast(({ does }) => does === 'remove');
  const returnTo = returnedTo(removal);
  const hasSaved = own.some(({ does }) => does === 'move money');
  const saved = hasSaved ? grounds.missingIn(entity).filter(({ accountId }) => accountId !== returnTo) : [];
  const { into: mergedInto } = (removal?.said ?? {}) as Said<'category'>;
  // The other category of the merge may be gone by now.
  const into = mergedInto === undefined ? undefined : draft.currentOf(mergedInto);
  // It was merged into this one since: what is planned would go round and round.
  if (into === entity.id) return [{ obstacle: 'categories_are_one' }];
  if (!own.some((step) => isMade(step) || step.does === 'remove')) return [];
  // An entity that went with an account is gone already.
  const touching = inForce
    .filter(isLaterThan(grounds.chain.end))
    .filter(({ does, changeSetId }) => does !== 'remove' || grounds.isOwnInForce(changeSetId));
  return planRemoval(grounds, draft, entity, touching, { returnTo, saved, into });
}

/**
 * Plans that the entity goes. Every later change-set that touched it stands in the way. The `saved` money of a goal
 * returns to the accounts that it came from, the rest to `returnTo`; the entries of a category get `into`.
 */
function planRemoval(
  grounds: UndoGrounds,
  draft: UndoDraft,
  entity: Entity,
  later: readonly Step[],
  { returnTo, saved, into }: { returnTo: string | undefined; saved: readonly Saved[]; into: string | undefined },
): UndoDecision[] {
  const { kind, id, steps } = entity;
  const now = steps.at(-1)?.after ?? null;
  const touching = new Set(later.map(({ changeSetId }) => changeSetId));
  if (kind === 'account') for (const changeSetId of laterWithMoneyOf(grounds, id)) touching.add(changeSetId);
  const conflicts = [...touching].map(
    (changeSetId): Conflict => ({
      id: `${id} ${changeSetId}`,
      changeSetId,
      entity: id,
      kind,
      field: null,
      now: nameOf(kind, now),
      target: null,
    }),
  );
  const noted = conflicts.map((conflict): UndoDecision => ({ conflict }));
  if (now === null) return noted;
  if (conflicts.some((conflict) => grounds.answerTo(conflict) !== 'then')) {
    const keepers = traitsOf(kind).accountsOf(now);
    return [...noted, ...keepers.map((keptIn): UndoDecision => ({ keptIn }))];
  }
  // An account that nothing stands in the way of stays with the entries that are kept in it.
  if (kind === 'account' && conflicts.length === 0 && draft.isKeptIn(id)) return [];
  const going: UndoDecision[] = kind === 'account' ? [{ going: id }] : [];
  const emptied = kind === 'category' ? emptyCategory(grounds, draft, id, into) : { decisions: [], isKept: false };
  if (emptied.isKept) return [...noted, ...emptied.decisions];
  const change = { does: 'remove', ...entity, now, returnTo, ...(kind === 'category' && { into }) } as const;
  return [...noted, ...going, ...emptied.decisions, ...movesOf(entity, saved), { change }];
}

/** An entity that is gone would have other values: it stays gone, or is brought back with them. */
function planReturn(
  grounds: UndoGrounds,
  draft: UndoDraft,
  entity: Entity,
  own: readonly Step[],
  inForce: readonly Step[],
  target: EntityState,
): UndoDecision[] {
  const { kind, id, steps } = entity;
  const later = inForce.filter(isLaterThan(grounds.chain.end));
  const removal = later.findLast(({ does }) => does === 'remove') ?? steps.at(-1);
  const conflict: Conflict = {
    id,
    changeSetId: removal?.changeSetId ?? '',
    entity: id,
    kind,
    field: null,
    now: null,
    target: nameOf(kind, target),
  };
  if (grounds.answerTo(conflict) !== 'then') return [{ conflict }];
  const last = stateAfter(
    entity,
    inForce.filter(({ does }) => does !== 'remove'),
  );
  const state = last ? overlaid(last, target, touchedBy(own, kind)) : target;
  return [{ conflict }, ...restore(grounds, draft, entity, state, inForce)];
}

/** Each group of fields goes back by itself, where nothing later has touched it. */
function planFields(
  grounds: UndoGrounds,
  entity: Entity,
  own: readonly Step[],
  { inForce, then, later }: Record<'inForce' | 'then' | 'later', readonly Step[]>,
  { now, target }: { now: EntityState; target: EntityState },
): UndoDecision[] {
  const { kind, id } = entity;
  const conflicts: UndoDecision[] = [];
  let wanted = now;
  for (const group of GROUPS[kind]) {
    const field = group.find((each) => own.some(({ touched }) => touched.includes(each)));
    if (field === undefined) continue;
    const value = consistent(kind, overlaid(wanted, target, group), group, then, grounds.knownCategories);
    const inTheWay = later.findLast(({ touched }) => group.some((each) => touched.includes(each)));
    if (inTheWay) {
      const differing = [field, ...group].find((each) => !isSameIn(now, value, each)) ?? field;
      const conflict: Conflict = {
        id: `${id} ${field}`,
        changeSetId: inTheWay.changeSetId,
        entity: id,
        kind,
        field: differing,
        now: valueIn(now, differing),
        target: valueIn(value, differing),
      };
      conflicts.push({ conflict });
      if (grounds.answerTo(conflict) !== 'then') continue;
    }
    wanted = value;
  }
  if (isSame(kind, now, wanted)) return conflicts;
  const changedAt = valueIn(stateAfter(entity, inForce) ?? target, 'changedAt');
  const dated = 'recordedAt' in now ? { ...wanted, changedAt } : wanted;
  return [...conflicts, { change: { does: 'change', ...entity, now, target: dated as EntityState } }];
}

/** Brings an entity back; a goal with the money that change-sets in force have put into it. */
function restore(
  grounds: UndoGrounds,
  draft: UndoDraft,
  entity: Entity,
  state: EntityState,
  inForce: readonly Step[],
): UndoDecision[] {
  const { kind, id, steps } = entity;
  const target = GROUPS[kind].reduce(
    (fitting, group) => consistent(kind, fitting, group, inForce, grounds.knownCategories),
    state,
  );
  const change = { does: 'restore', ...entity, target } as const;
  if (kind === 'rule') return [{ change: { ...change, position: draft.positionOfRule(id) } }];
  if (kind !== 'goal') return [{ change }];
  const to = returnedTo(steps.findLast(({ does }) => does === 'remove'));
  const missing = grounds.missingIn(entity);
  const saved = missing.find(({ accountId, amount }) => accountId === to && amount > 0);
  const others = missing.filter((each) => each !== saved);
  return [{ change: { ...change, ...(saved && { saved }) } }, ...movesOf(entity, others)];
}

/** The ids of later change-sets, in force, that have moved money of an account. */
function laterWithMoneyOf(grounds: UndoGrounds, accountId: string): string[] {
  const { chain, history } = grounds;
  return [...history.changeSets]
    .filter(
      ([id, { first, accounts }]) => first > chain.end && accounts.includes(accountId) && grounds.isOwnInForce(id),
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
