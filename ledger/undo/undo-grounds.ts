import type { History, LedgerState } from '../history.ts';
import type { Categories, CategoryState } from '../model/categories.ts';
import type { Entity, Said, Saved, Step } from '../model/entity-states.ts';
import type { EntityKind } from '../model/fields.ts';
import type { UndoChain } from './chain.ts';
import { CountedSteps, type InForce } from './counted-steps.ts';
import { entitiesOf } from './entity-history.ts';
import { savedBy } from './goal-savings.ts';
import { type Gone, holderOf } from './planned-amounts.ts';
import { placesOf, type RulePlaces } from './rule-places.ts';
import type { Resolve } from './undo-decision.ts';

type PlanSteps = readonly (readonly [id: string, steps: readonly Step<'plan'>[]])[];
type PlansBefore = { counted: ReadonlyMap<string, readonly Step<'plan'>[]>; merged: ReadonlyMap<string, PlanSteps> };

/** The input of the plan of an undo. */
export type PlannedOn = Pick<LedgerState, 'history' | 'accounts' | 'categories' | 'merged' | 'plans'>;

/** The grounds on which an undo is planned: its input, and the facts that follow from it. No phase changes them. */
export class UndoGrounds {
  readonly history: History;
  readonly accounts: LedgerState['accounts'];
  readonly categories: Categories;
  /** These, and those that are gone and that this undo may bring back. */
  readonly knownCategories: Categories;
  readonly merged: LedgerState['merged'];
  readonly plans: LedgerState['plans'];
  readonly chain: UndoChain;
  readonly #resolve: Resolve;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly steps: CountedSteps;
  readonly rulePlaces: RulePlaces;
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
    this.merged = merged;
    this.plans = plans;
    this.chain = chain;
    this.#resolve = resolve;
    this.entities = entitiesOf(history.events);
    this.knownCategories = new Map([...categories, ...this.#categoriesBack()]);
    this.steps = new CountedSteps(history, this.entities);
    this.rulePlaces = placesOf(history.events);
  }

  /** The categories of this undo that are gone, as they were last. */
  *#categoriesBack(): Generator<[string, CategoryState]> {
    for (const { kind, id, steps } of this.entities.values()) {
      if (kind !== 'category' || this.categories.has(id)) continue;
      if (!steps.some((step) => this.chain.ids.includes(step.changeSetId))) continue;
      const last = steps.findLast(({ after }) => after !== null)?.after;
      if (last) yield [id, last as CategoryState];
    }
  }

  /** The answer to a conflict, by its id; undefined if it has none. */
  answerTo({ id }: { id: string }): 'now' | 'then' | undefined {
    return Object.hasOwn(this.#resolve, id) ? this.#resolve[id] : undefined;
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

  /** Whether a change-set, which is no undo, is in force once this undo is done. */
  isOwnInForce(changeSetId: string): boolean {
    return this.history.changeSets.get(changeSetId)?.undoes === null && this.chain.isInForce(changeSetId);
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
export function removedAt(steps: readonly Step[] = []): bigint {
  return steps.findLast(({ does }) => does === 'remove')?.revision ?? -1n;
}
