import type { History, LedgerState } from '../history.ts';
import type { Categories, CategoryState } from '../model/categories.ts';
import type { Entity, Said, Saved, Step } from '../model/entity-states.ts';
import type { EntityKind } from '../model/fields.ts';
import type { UndoChain } from './chain.ts';
import { CountedSteps, type InForce } from './counted-steps.ts';
import { entitiesOf } from './entity-history.ts';
import { savedBy } from './goal-savings.ts';
import { type Gone, holderOf } from './planned-amounts.ts';
import { PlannedChanges } from './planned-changes.ts';
import { placesOf, type RulePlaces } from './rule-places.ts';

/** An entity, or a field of it, that a later change-set in force has touched: it stands in the way of an undo. */
export type Conflict = {
  /** Names the conflict in `resolve`. */
  id: string;
  /** The newest change-set in the way; of an entity that was made, each has a conflict of its own. */
  changeSetId: string;
  entity: string;
  kind: EntityKind;
  /** Null if the whole entity is concerned; of fields that go together, the first that would be another. */
  field: string | null;
  /** The values as they are, and as they would be. The two are equal where either answer leaves the field as it is. */
  now: unknown;
  target: unknown;
};

/** The answers to conflicts, by their ids: to leave it as it is now, or to take it back to as it was then. */
export type Resolve = Readonly<Record<string, 'now' | 'then'>>;

type Plans = readonly (readonly [id: string, steps: readonly Step<'plan'>[]])[];
type PlansBefore = { counted: ReadonlyMap<string, readonly Step<'plan'>[]>; merged: ReadonlyMap<string, Plans> };

/** Why an undo is not possible whatever the answers to conflicts. */
export type UndoObstacle = 'occurrence_closed' | 'categories_are_one';

/** The input of the plan of an undo. */
export type PlannedOn = Pick<LedgerState, 'history' | 'accounts' | 'categories' | 'merged' | 'plans'>;

/**
 * The draft of an undo: its input, the conflicts and changes so far, and what follows from these. The phases of the
 * plan (`planUndo`) take it in turns.
 */
export class UndoDraft {
  readonly history: History;
  readonly accounts: LedgerState['accounts'];
  readonly categories: Categories;
  /** These, and those that are gone and that this undo may bring back. */
  readonly knownCategories: Map<string, CategoryState>;
  readonly merged: LedgerState['merged'];
  readonly plans: LedgerState['plans'];
  readonly chain: UndoChain;
  readonly #resolve: Resolve;
  readonly entities: Map<string, Entity>;
  readonly steps: CountedSteps;
  readonly conflicts: Conflict[] = [];
  readonly #conflictIds = new Set<string>();
  readonly changes = new PlannedChanges();
  /** The places of rules. A rule that comes back by this undo is marked as there. */
  readonly rulePlaces: RulePlaces;
  /** The accounts with money of an entity that the undo would remove, but that an answer keeps. */
  readonly keptIn = new Set<string>();
  /** The accounts that are removed. */
  readonly going = new Set<string>();
  /** The steps that make each plan what it is once this undo is done, where it changes that. */
  readonly cells = new Map<string, readonly Step<'plan'>[]>();
  /** Why the undo is not possible whatever the answers to conflicts, or null if it is. */
  reason: UndoObstacle | null = null;
  #before: PlansBefore | undefined;
  /** The change-sets in force before this undo. */
  readonly #wasInForce: InForce = {
    has: (changeSetId) => this.chain.wasInForce(changeSetId),
    undoOf: (root) => this.steps.newestUndo(root),
  };

  constructor({ history, accounts, categories, merged, plans }: PlannedOn, chain: UndoChain, resolve: Resolve) {
    this.history = history;
    this.accounts = accounts;
    this.categories = categories;
    this.knownCategories = new Map(categories);
    this.merged = merged;
    this.plans = plans;
    this.chain = chain;
    this.#resolve = resolve;
    this.entities = entitiesOf(history.events);
    for (const { kind, id, steps } of this.entities.values()) {
      if (kind !== 'category' || categories.has(id) || !steps.some((step) => chain.ids.includes(step.changeSetId)))
        continue;
      const last = steps.findLast(({ after }) => after !== null)?.after;
      if (last) this.knownCategories.set(id, last as CategoryState);
    }
    this.steps = new CountedSteps(history, this.entities);
    this.rulePlaces = placesOf(history.events);
  }

  /** The steps that make an entity what it is once this undo is done. */
  counted<Kind extends EntityKind>(entity: Entity<Kind>): Step<Kind>[] {
    return this.steps.counted(entity, {
      has: (changeSetId) => this.chain.isInForce(changeSetId),
      undone: this.chain.ids.length === 1 ? this.chain.rootId : undefined,
      // An undo that is done again has made of its change-set what it made of it then.
      undoOf: (root) =>
        root === this.chain.rootId ? this.steps.undoBefore(this.chain.ids[0] ?? '') : this.steps.newestUndo(root),
    });
  }

  /** The money that each account has to put into a goal, so that it holds what change-sets in force put into it. */
  missingIn({ steps }: Entity): Saved[] {
    return savedBy(
      steps,
      steps.filter(({ changeSetId }) => this.isOwnInForce(changeSetId)),
    );
  }

  /** Adds the moves of money into a goal, or out of it. */
  save(entity: Entity, missing: readonly Saved[]): void {
    for (const saved of missing) this.changes.addMove({ does: 'save', ...(entity as Entity<'goal'>), ...saved });
  }

  /** Whether a change-set, which is no undo, is in force once this undo is done. */
  isOwnInForce(changeSetId: string): boolean {
    return this.history.changeSets.get(changeSetId)?.undoes === null && this.chain.isInForce(changeSetId);
  }

  /** Whether a conflict is noted, by its id. */
  hasConflict(id: string): boolean {
    return this.#conflictIds.has(id);
  }

  /** Notes a conflict, once, and gives the answer to it. */
  conflict(conflict: Conflict): 'now' | 'then' | undefined {
    if (!this.hasConflict(conflict.id)) this.conflicts.push(conflict);
    this.#conflictIds.add(conflict.id);
    return Object.hasOwn(this.#resolve, conflict.id) ? this.#resolve[conflict.id] : undefined;
  }

  /** Whether a category is there once this undo is done. */
  isThere(categoryId: string): boolean {
    const does = this.changes.of(categoryId)?.does;
    return does === 'restore' || (this.categories.has(categoryId) && does !== 'remove');
  }

  /** A category that is there then: it, or the category that it was merged with; undefined if there is none. */
  currentOf(categoryId: string): string | undefined {
    const gone = this.goneThen(categoryId);
    if (gone === null) return categoryId;
    return gone.into === undefined ? undefined : this.currentOf(gone.into);
  }

  /** A category that was there before this undo: it, or the category that it was merged with; undefined for none. */
  categoryBefore(categoryId: string): string | undefined {
    const gone = this.goneBefore(categoryId);
    if (gone === null) return categoryId;
    return gone.into === undefined ? undefined : this.categoryBefore(gone.into);
  }

  /** By the history: of an undo that goes on, the categories are those after some of its events. */
  readonly goneBefore = (categoryId: string): Gone | null => {
    const entity = this.entities.get(categoryId);
    const last = entity?.steps.at(-1);
    if (last ? last.after !== null : this.categories.has(categoryId)) return null;
    const into = last ? (last.said as Said<'category'> | null)?.into : this.merged.get(categoryId);
    return { into, revision: removedAt(entity && this.steps.counted(entity, this.#wasInForce)) };
  };

  /** Once this undo is done, as far as it is planned. */
  readonly goneThen = (categoryId: string): Gone | null => {
    if (this.isThere(categoryId)) return null;
    const planned = this.changes.of(categoryId);
    const into = planned?.does === 'remove' ? planned.into : this.merged.get(categoryId);
    const entity = this.entities.get(categoryId);
    return { into, revision: removedAt(entity && this.counted(entity)) };
  };

  /**
   * The steps of each plan before this undo, and the steps of plans whose categories were merged, by the plan that has
   * their amounts.
   */
  plansBefore(): PlansBefore {
    if (this.#before) return this.#before;
    const plans = [...this.entities.values()].filter(({ kind }) => kind === 'plan') as Entity<'plan'>[];
    const counted = new Map(plans.map((plan) => [plan.id, this.steps.counted(plan, this.#wasInForce)]));
    const holder = (id: string) => holderOf(id, this.goneBefore) ?? '';
    const merged = Map.groupBy(
      [...counted].filter(([id]) => holder(id) !== id),
      ([id]) => holder(id),
    );
    this.#before = { counted, merged };
    return this.#before;
  }
}

/** The revision of the last step that removes an entity; -1 where none does, which was before all others. */
function removedAt(steps: readonly Step[] = []): bigint {
  return steps.findLast(({ does }) => does === 'remove')?.revision ?? -1n;
}
