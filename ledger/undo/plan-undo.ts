import { definitionOf, type LedgerEvent } from '../events.ts';
import type { History, LedgerState } from '../history.ts';
import { cellOf } from '../model/budget.ts';
import type { Categories, CategoryState } from '../model/categories.ts';
import { budgetId, cellIn, confirmationIn } from '../model/entity-ids.ts';
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
import { negated, safe, ZERO } from '../model/money.ts';
import type { Mark } from '../model/schedule.ts';
import { unlessEveryday } from '../model/state.ts';
import { type NotUndone, type UndoChain, undoChainOf } from './chain.ts';
import { CountedSteps, type InForce, touchedBy } from './counted-steps.ts';
import { entitiesOf, stateAfter, stateAtStart, statesAfter } from './entity-history.ts';
import {
  type FiledEntry,
  filedIn,
  inCategories,
  isEntryKind,
  namesCategory,
  partsOfEntry,
  setByUndo,
  withoutCategory,
} from './filed-entries.ts';
import { returnedTo, savedBy } from './goal-savings.ts';
import { type Gone, heldAmounts, holderOf } from './planned-amounts.ts';
import { type Change, PlannedChanges } from './planned-changes.ts';
import { placesOf, positionBack, type RulePlaces } from './rule-places.ts';

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

/**
 * The changes of an undo, in the order of their events, and its conflicts. `chain` as in `ChangeSetUndone`. `reason` is
 * why it is not possible whatever the answers, or null if it is.
 */
export type UndoPlan = {
  chain: string[];
  conflicts: Conflict[];
  changes: Change[];
  reason: 'occurrence_closed' | 'categories_are_one' | null;
};

/**
 * Plans the undo of a change-set (product 4.14): each entity that it made, changed or removed gets the state that the
 * other change-sets in force give it. An entity or a field that later ones have touched is a conflict, which is left as
 * it is unless `resolve` says `then`. The accounts and categories are today's. Pure.
 */
export function planUndo(
  { history, ...books }: PlannedOn,
  changeSetId: string,
  resolve: Resolve,
): UndoPlan | NotUndone {
  const chain = undoChainOf(history, changeSetId);
  if (typeof chain === 'string') return chain;
  return new Planning({ history, ...books }, chain, resolve).plan();
}

type Plans = readonly (readonly [id: string, steps: readonly Step<'plan'>[]])[];
type PlansBefore = { counted: ReadonlyMap<string, readonly Step<'plan'>[]>; merged: ReadonlyMap<string, Plans> };

/** The input of the plan of an undo. */
type PlannedOn = Pick<LedgerState, 'history' | 'accounts' | 'categories' | 'merged' | 'plans'>;

class Planning {
  readonly #history: History;
  readonly #accounts: LedgerState['accounts'];
  readonly #categories: Categories;
  /** These, and those that are gone and that this undo may bring back. */
  readonly #knownCategories: Map<string, CategoryState>;
  readonly #merged: LedgerState['merged'];
  readonly #plans: LedgerState['plans'];
  readonly #chain: UndoChain;
  readonly #resolve: Resolve;
  readonly #entities: Map<string, Entity>;
  readonly #steps: CountedSteps;
  readonly #conflicts: Conflict[] = [];
  readonly #isNoted = new Set<string>();
  readonly #changes = new PlannedChanges();
  /** The places of rules, of which some have come back by this undo. */
  readonly #rulePlaces: RulePlaces;
  /** The accounts with money of an entity that the undo would remove, but that an answer keeps. */
  readonly #keptIn = new Set<string>();
  /** The accounts that are removed. */
  readonly #going = new Set<string>();
  /** The steps that make each plan what it is once this undo is done, where it changes that. */
  readonly #cells = new Map<string, readonly Step<'plan'>[]>();
  #reason: UndoPlan['reason'] = null;
  #before: PlansBefore | undefined;
  /** The change-sets in force before this undo. */
  readonly #wasInForce: InForce = {
    has: (changeSetId) => this.#chain.wasInForce(changeSetId),
    undoOf: (root) => this.#steps.newestUndo(root),
  };

  constructor({ history, accounts, categories, merged, plans }: PlannedOn, chain: UndoChain, resolve: Resolve) {
    this.#history = history;
    this.#accounts = accounts;
    this.#categories = categories;
    this.#knownCategories = new Map(categories);
    this.#merged = merged;
    this.#plans = plans;
    this.#chain = chain;
    this.#resolve = resolve;
    this.#entities = entitiesOf(history.events);
    for (const { kind, id, steps } of this.#entities.values()) {
      if (kind !== 'category' || categories.has(id) || !steps.some((step) => chain.ids.includes(step.changeSetId)))
        continue;
      const last = steps.findLast(({ after }) => after !== null)?.after;
      if (last) this.#knownCategories.set(id, last as CategoryState);
    }
    this.#steps = new CountedSteps(history, this.#entities);
    this.#rulePlaces = placesOf(history.events);
  }

  plan(): UndoPlan {
    const isChained = new Set(this.#chain.ids);
    // Accounts and categories are last: what a change-set has made in one that it opened goes by itself.
    const rank = ({ kind, steps }: Entity) => {
      if (kind === 'account') return 1;
      if (kind !== 'category') return 0;
      return valueIn(steps.at(-1)?.after ?? null, 'parent') === undefined ? 3 : 2;
    };
    for (const entity of [...this.#entities.values()].sort((left, right) => rank(left) - rank(right))) {
      const own = entity.steps.filter(({ changeSetId }) => isChained.has(changeSetId));
      if (own.length > 0) this.#planEntity(entity, own);
    }
    for (const accountId of this.#going) this.#removeWhatIsIn(accountId);
    this.#keepPosted();
    this.#recategorise();
    this.#categorise();
    this.#settlePlans();
    for (const { event, metadata } of this.#history.events) {
      const difference = metadata.commandId === this.#chain.rootId ? differenceOf(event) : null;
      if (!difference) continue;
      const { accountId, amount } = difference;
      this.#changes.addMove({
        does: 'move balance',
        accountId,
        amount: this.#chain.isRedone ? amount : negated(amount),
      });
    }
    const planned = { conflicts: this.#conflicts, changes: this.#changes.inOrder(), reason: this.#reason };
    return { chain: [...this.#chain.ids], ...planned };
  }

  #planEntity(entity: Entity, own: readonly Step[]): void {
    // A match leaves the entry as it is; with its change-set it is out of force.
    if (own.every(({ does }) => does === 'match')) return;
    const { kind, steps } = entity;
    const now = steps.at(-1)?.after ?? null;
    const inForce = this.#counted(entity);
    if (kind === 'balance' || kind === 'carry' || kind === 'target') {
      return this.#planLast(entity, now ?? {}, inForce.at(-1)?.after ?? null);
    }
    if (kind === 'occurrence') return this.#planOccurrence(entity, now ?? {}, inForce);
    if (kind === 'plan') return this.#planCell(entity as Entity<'plan'>, inForce as readonly Step<'plan'>[]);
    const then = inForce.filter(({ revision }) => revision <= this.#chain.end);
    const target = stateAfter(entity, then);
    const later = inForce.filter(({ revision }) => revision > this.#chain.end);
    const isMadeOrRemoved = own.some((step) => isMade(step) || step.does === 'remove');
    if (target === null) {
      const returnTo = returnedTo(inForce.findLast(({ does }) => does === 'remove'));
      const hasSaved = own.some(({ does }) => does === 'move money');
      const saved = hasSaved ? this.#missingIn(entity).filter(({ accountId }) => accountId !== returnTo) : [];
      const { into: mergedInto } = (inForce.findLast(({ does }) => does === 'remove')?.said ?? {}) as Said<'category'>;
      // The other category of the merge may be gone by now.
      const into = mergedInto === undefined ? undefined : this.#currentOf(mergedInto);
      // It was merged into this one since: what is planned would go round and round.
      if (into === entity.id) {
        this.#reason = 'categories_are_one';
        return;
      }
      // An entity that went with an account is gone already.
      const touching = later.filter(({ does, changeSetId }) => does !== 'remove' || this.#isOwnInForce(changeSetId));
      if (isMadeOrRemoved) this.#planRemoval(entity, now, touching, { returnTo, saved, into });
    } else if (now === null) {
      // The changes by later change-sets while it is gone count once it is back.
      const state = isMadeOrRemoved ? stateAfter(entity, inForce) : null;
      if (state) this.#restore(entity, state, inForce);
      else this.#planReturn(entity, own, inForce, target, later);
    } else {
      this.#planFields(entity, own, { inForce, then, later }, { now, target });
      if (own.some(({ does }) => does === 'move money')) this.#save(entity, this.#missingIn(entity));
    }
  }

  /**
   * The mark of an occurrence has the value of the last step in force, too. Where it gets an entry back, that goes
   * before what was skipped or opened since; one that has another entry by then stays closed (product 13.3).
   */
  #planOccurrence(entity: Entity, now: EntityState, inForce: readonly Step[]): void {
    const last = inForce.at(-1)?.after ?? null;
    const back = inForce.findLast(({ revision }) => revision <= this.#chain.end)?.after ?? null;
    const [entry, closing] = [this.#entryOf(back), this.#entryOf(last)];
    if (entry !== null && closing !== null && entry !== closing) this.#reason = 'occurrence_closed';
    this.#planLast(entity, now, entry === null || closing !== null ? last : back);
  }

  /** The entry that closes an occurrence with this state, and is there once this undo is done; null for none. */
  #entryOf(occurrence: EntityState | null): string | null {
    const { entry = null } = (valueIn(occurrence, 'mark') as Mark | undefined) ?? {};
    const known = entry === null ? undefined : this.#entities.get(entry);
    return known && stateAfter(known, this.#counted(known)) === null ? null : entry;
  }

  /**
   * A confirmed day, a target and what carries over have the values of the last step in force, so nothing stands in the
   * way.
   */
  #planLast(entity: Entity, now: EntityState, last: EntityState | null): void {
    const target = last ?? stateAtStart(entity) ?? {};
    if (isSame(entity.kind, now, target) && isSameIn(now, target, 'place')) return;
    this.#changes.add({ does: 'change', ...entity, now, target });
  }

  /**
   * A plan is what the steps in force make of it in their order: some set it, and some add to it. Only a later one that
   * sets it stands in the way (product 12.2).
   */
  #planCell({ kind, id, steps }: Entity<'plan'>, inForce: readonly Step<'plan'>[]): void {
    const setting = inForce.findLast(({ revision, said }) => revision > this.#chain.end && said?.adds === undefined);
    if (!setting) return void this.#cells.set(id, inForce);
    const kept = inForce.filter(({ revision, said }) => revision <= this.#chain.end || said?.adds !== undefined);
    const cells = new Map([...(this.#plansBefore().merged.get(id) ?? []), [id, kept] as const]);
    const target = safe(heldAmounts(cells, this.#goneBefore).get(id) ?? 0);
    const now = steps.at(-1)?.after?.amount ?? ZERO;
    const conflict = { id: `${id} amount`, changeSetId: setting.changeSetId, entity: id, kind, field: 'amount' };
    if (this.#conflict({ ...conflict, now, target }) === 'then') this.#cells.set(id, kept);
  }

  /**
   * Plans what each cell has then: what is planned for its category, and for those that are not there and were merged
   * with it. What is planned for one that is nowhere goes back to To budget.
   */
  #settlePlans(): void {
    const isOfCategory = this.#changes.ofEntities.some(({ kind }) => kind === 'category');
    if (this.#cells.size === 0 && !isOfCategory) return;
    const now = new Map([...this.#plans].map(([cell, amount]) => [budgetId('plan', cellOf(cell)), amount]));
    const { counted } = this.#plansBefore();
    for (const { kind, id, steps } of this.#entities.values()) {
      if (kind === 'plan') now.set(id, (steps as readonly Step<'plan'>[]).at(-1)?.after?.amount ?? ZERO);
    }
    const before = heldAmounts(counted, this.#goneBefore);
    const then = heldAmounts(new Map([...counted, ...this.#cells]), this.#goneThen);
    const settled = new Set([...this.#cells.keys()].map((id) => holderOf(id, this.#goneThen)));
    // In an order that an undo which goes on finds again.
    for (const id of [...new Set([...now.keys(), ...then.keys()])].sort()) {
      const planned = now.get(id) ?? ZERO;
      const rest = settled.has(id) ? 0 : planned - (before.get(id) ?? 0);
      const amount = safe(rest + (then.get(id) ?? 0));
      if (amount === planned) continue;
      const cell = cellIn('plan', id);
      const entity = (this.#entities.get(id) ?? { kind: 'plan', id, steps: [] }) as Entity<'plan'>;
      this.#changes.add({ does: 'change', ...entity, now: { ...cell, amount: planned }, target: { ...cell, amount } });
    }
  }

  /**
   * The steps of each plan before this undo, and the steps of plans whose categories were merged, by the plan that has
   * their amounts.
   */
  #plansBefore(): PlansBefore {
    if (this.#before) return this.#before;
    const plans = [...this.#entities.values()].filter(({ kind }) => kind === 'plan') as Entity<'plan'>[];
    const counted = new Map(plans.map((plan) => [plan.id, this.#steps.counted(plan, this.#wasInForce)]));
    const holder = (id: string) => holderOf(id, this.#goneBefore) ?? '';
    const merged = Map.groupBy(
      [...counted].filter(([id]) => holder(id) !== id),
      ([id]) => holder(id),
    );
    this.#before = { counted, merged };
    return this.#before;
  }

  /** A category that was there before this undo: it, or the category that it was merged with; undefined for none. */
  #categoryBefore(categoryId: string): string | undefined {
    const gone = this.#goneBefore(categoryId);
    if (gone === null) return categoryId;
    return gone.into === undefined ? undefined : this.#categoryBefore(gone.into);
  }

  /** By the history: of an undo that goes on, the categories are those after some of its events. */
  readonly #goneBefore = (categoryId: string): Gone | null => {
    const entity = this.#entities.get(categoryId);
    const last = entity?.steps.at(-1);
    if (last ? last.after !== null : this.#categories.has(categoryId)) return null;
    const into = last ? (last.said as Said<'category'> | null)?.into : this.#merged.get(categoryId);
    return { into, revision: removedAt(entity && this.#steps.counted(entity, this.#wasInForce)) };
  };

  readonly #goneThen = (categoryId: string): Gone | null => {
    if (this.#isThere(categoryId)) return null;
    const planned = this.#changes.of(categoryId);
    const into = planned?.does === 'remove' ? planned.into : this.#merged.get(categoryId);
    const entity = this.#entities.get(categoryId);
    return { into, revision: removedAt(entity && this.#counted(entity)) };
  };

  /**
   * Plans that the entity goes. Every later change-set that touched it stands in the way. The `saved` money of a goal
   * returns to the accounts that it came from, the rest to `returnTo`; the entries of a category get `into`.
   */
  #planRemoval(
    entity: Entity,
    now: EntityState | null,
    later: readonly Step[],
    { returnTo, saved, into }: { returnTo: string | undefined; saved: readonly Saved[]; into: string | undefined },
  ): void {
    const { kind, id } = entity;
    const touching = new Set(later.map(({ changeSetId }) => changeSetId));
    if (kind === 'account') for (const changeSetId of this.#laterWithMoneyOf(id)) touching.add(changeSetId);
    const answers = [...touching].map((changeSetId) =>
      this.#conflict({
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
      for (const accountId of traitsOf(kind).accountsOf(now)) this.#keptIn.add(accountId);
      return;
    }
    if (kind === 'account') {
      // An account that nothing stands in the way of stays with what is kept in it.
      if (answers.length === 0 && this.#keptIn.has(id)) return;
      this.#going.add(id);
    }
    if (kind === 'category' && !this.#emptyCategory(id, into)) return;
    this.#save(entity, saved);
    this.#changes.add({ does: 'remove', ...entity, now, returnTo, ...(kind === 'category' && { into }) });
  }

  /** An entity that is gone would have other values: it stays gone, or is brought back with them. */
  #planReturn(
    entity: Entity,
    own: readonly Step[],
    inForce: readonly Step[],
    target: EntityState,
    later: readonly Step[],
  ): void {
    const { kind, id, steps } = entity;
    const removal = later.findLast(({ does }) => does === 'remove') ?? steps.at(-1);
    const answer = this.#conflict({
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
    this.#restore(entity, last ? overlaid(last, target, touchedBy(own, kind)) : target, inForce);
  }

  /** Each group of fields goes back by itself, where nothing later has touched it. */
  #planFields(
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
      const value = consistent(kind, overlaid(wanted, target, group), group, then, this.#knownCategories);
      const inTheWay = later.findLast(({ touched }) => group.some((each) => touched.includes(each)));
      if (inTheWay) {
        const differing = [field, ...group].find((each) => !isSameIn(now, value, each)) ?? field;
        const answer = this.#conflict({
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
    this.#changes.add({ does: 'change', ...entity, now, target: dated as EntityState });
  }

  /** Brings an entity back; a goal with the money that change-sets in force have put into it. */
  #restore(entity: Entity, state: EntityState, inForce: readonly Step[]): void {
    const { kind, steps } = entity;
    const target = GROUPS[kind].reduce(
      (fitting, group) => consistent(kind, fitting, group, inForce, this.#knownCategories),
      state,
    );
    if (kind === 'rule')
      return this.#changes.add({ does: 'restore', ...entity, target, position: this.#ruleBack(entity.id) });
    if (kind !== 'goal') return this.#changes.add({ does: 'restore', ...entity, target });
    const to = returnedTo(steps.findLast(({ does }) => does === 'remove'));
    const missing = this.#missingIn(entity);
    const saved = missing.find(({ accountId, amount }) => accountId === to && amount > 0);
    this.#changes.add({ does: 'restore', ...entity, target, ...(saved && { saved }) });
    this.#save(
      entity,
      missing.filter((each) => each !== saved),
    );
  }

  /** The position of a rule that comes back, after those that this undo has brought back before it. */
  #ruleBack(ruleId: string): number {
    const places = this.#rulePlaces;
    const position = positionBack(places, ruleId);
    places.there.add(ruleId);
    return position;
  }

  #save(entity: Entity, missing: readonly Saved[]): void {
    for (const saved of missing) this.#changes.addMove({ does: 'save', ...(entity as Entity<'goal'>), ...saved });
  }

  /**
   * Entries that were made in an account go with it; those that an edit has put into it go back to where they were.
   * None of its days is confirmed.
   */
  #removeWhatIsIn(accountId: string): void {
    for (const entity of this.#entities.values()) {
      const { kind, id, steps } = entity;
      const now = steps.at(-1)?.after ?? null;
      if (confirmationIn(id)?.account === accountId && now && valueIn(now, 'balance') !== undefined) {
        this.#changes.add({ does: 'change', ...entity, now, target: { ...now, balance: undefined } });
      }
      const planned = this.#changes.of(id);
      const last = planned ? 'target' in planned && planned.target : now;
      if (!last || !traitsOf(kind).accountsOf(last).includes(accountId)) continue;
      if (planned) this.#changes.drop(planned);
      const target = this.#elsewhere(entity, last);
      if (now === null) {
        if (target) this.#changes.add({ does: 'restore', ...entity, target });
      } else if (!target) this.#changes.add({ does: 'remove', ...entity, now });
      else if (!isSame(kind, now, target)) this.#changes.add({ does: 'change', ...entity, now, target });
    }
  }

  /**
   * The state of an entity in the accounts that held it last, by the change-sets in force, before one that is removed;
   * null if there are none.
   */
  #elsewhere(entity: Entity, state: EntityState): EntityState | null {
    const { accountsOf, accountFields, fits } = traitsOf(entity.kind);
    const inForce = this.#counted(entity);
    const last = statesAfter(entity, inForce).findLast(
      (each) => each !== null && accountsOf(each).every((accountId) => this.#stays(accountId)),
    );
    const target = last && overlaid(state, last, accountFields);
    return target && fits(target, this.#knownCategories) ? target : null;
  }

  /**
   * Plans that the entries of a category that goes get the category `into`, or none, and that those below it are at the
   * top. Each is a conflict, unless this undo changes it anyway. False where an answer keeps one of them as it is.
   */
  #emptyCategory(id: string, into: string | undefined): boolean {
    const emptied: { entity: Entity; now: EntityState | null; last: EntityState; target: EntityState }[] = [];
    let isKept = false;
    for (const entity of this.#entities.values()) {
      const now = entity.steps.at(-1)?.after ?? null;
      const planned = this.#changes.of(entity.id);
      const last = planned ? 'target' in planned && planned.target : now;
      if (!last || (!isEntryKind(entity.kind) && entity.kind !== 'category')) continue;
      const field = entity.kind === 'category' ? 'parent' : 'category';
      const target =
        entity.kind === 'category'
          ? valueIn(last, 'parent') === id && ({ ...last, parent: undefined } as EntityState)
          : namesCategory(last, id) && withoutCategory(last, this.#categories, id, into);
      if (!target) continue;
      const fields = entity.kind === 'category' ? [field] : filedIn(entity.kind);
      const puts = (step: Step) => isMade(step) || fields.some((each) => step.touched.includes(each));
      const conflictId = `${entity.id} ${field}`;
      // A category that an undo of this chain has put there, and nothing since elsewhere, goes with it.
      const putBy = entity.steps.findLast(puts);
      const isByChain = putBy?.does === 'change' && this.#chain.ids.slice(0, -1).includes(putBy.changeSetId);
      if (isByChain && !this.#isNoted.has(conflictId)) {
        emptied.push({ entity, now, last, target });
        continue;
      }
      const touching = entity.steps.findLast((step) => this.#isOwnInForce(step.changeSetId) && puts(step));
      const answer = this.#conflict({
        id: conflictId,
        changeSetId: touching?.changeSetId ?? entity.steps.at(-1)?.changeSetId ?? '',
        entity: entity.id,
        kind: entity.kind,
        field,
        now: id,
        target: into,
      });
      if (answer === 'then') emptied.push({ entity, now, last, target });
      else isKept = true;
    }
    if (isKept) return false;
    for (const { entity, now, target } of emptied) {
      const planned = this.#changes.of(entity.id);
      if (planned) this.#changes.drop(planned);
      if (now === null) this.#changes.add({ does: 'restore', ...entity, target });
      else this.#changes.add({ does: 'change', ...entity, now, target });
    }
    return true;
  }

  /** An occurrence stays posted where an answer keeps its entry. */
  #keepPosted(): void {
    for (const change of this.#changes.ofEntities) {
      if (change.kind !== 'occurrence' || change.does !== 'change') continue;
      const { entry } = (valueIn(change.now, 'mark') as Mark | undefined) ?? {};
      const { steps = [] } = this.#entities.get(entry ?? '') ?? {};
      const isPosted = steps.some((step) => step.changeSetId === this.#chain.rootId && isMade(step));
      const isThere = steps.at(-1)?.after !== null && this.#changes.of(entry ?? '')?.does !== 'remove';
      if (isPosted && isThere && !this.#chain.isRedone) this.#changes.drop(change);
    }
  }

  /**
   * Where categories come back, entries whose category an earlier undo has replaced, since it was gone, get theirs
   * back: by the change-sets in force. What this undo takes back or does again is planned already.
   */
  #recategorise(): void {
    const isBack = this.#changes.ofEntities.some(({ kind, does }) => kind === 'category' && does === 'restore');
    if (!isBack) return;
    const before = (id: string) => this.#categoryBefore(id);
    for (const entity of this.#entities.values()) {
      const { kind, steps } = entity;
      if (!isEntryKind(kind) || steps.some(({ changeSetId }) => this.#chain.ids.includes(changeSetId))) continue;
      const now = steps.at(-1)?.after ?? null;
      const own = stateAfter(entity, this.#counted(entity)) as FiledEntry | null;
      if (!now || !own || this.#changes.of(entity.id)) continue;
      const fields = filedIn(kind);
      const replaced = inCategories(own, before);
      const target = overlaid(now, own, fields);
      if (isSame(kind, now, target) || fields.some((field) => !isSameIn(now, replaced, field))) continue;
      this.#changes.add({ does: 'change', ...entity, now, target });
    }
  }

  /** Gives entries that change or come back the categories that are there then, in place of those that are not. */
  #categorise(): void {
    const isThere = (id: string) => this.#isThere(id);
    const current = (id: string) => this.#currentOf(id);
    for (const change of this.#changes.ofEntities) {
      if (!isEntryKind(change.kind) || !('target' in change)) continue;
      const target = change.target as FiledEntry;
      const ids = [target.category, ...(partsOfEntry(target) ?? []).map((part) => part.category)];
      if (ids.every((id) => id === undefined || isThere(id))) continue;
      this.#changes.retarget(change, setByUndo(target, inCategories(target, current)));
    }
  }

  /** Whether a category is there once this undo is done. */
  #isThere(categoryId: string): boolean {
    const does = this.#changes.of(categoryId)?.does;
    return does === 'restore' || (this.#categories.has(categoryId) && does !== 'remove');
  }

  /** A category that is there then: it, or the category that it was merged with; undefined if there is none. */
  #currentOf(categoryId: string): string | undefined {
    const gone = this.#goneThen(categoryId);
    if (gone === null) return categoryId;
    return gone.into === undefined ? undefined : this.#currentOf(gone.into);
  }

  /** Whether an account is there once this undo is done. */
  #stays(accountId: string): boolean {
    const isThere = this.#accounts.has(accountId) || this.#changes.of(accountId)?.does === 'restore';
    return isThere && !this.#going.has(accountId);
  }

  /** The ids of later change-sets, in force, that have moved money of an account. */
  #laterWithMoneyOf(accountId: string): string[] {
    return [...this.#history.changeSets]
      .filter(
        ([id, { first, accounts }]) =>
          first > this.#chain.end && accounts.includes(accountId) && this.#isOwnInForce(id),
      )
      .sort(([, left], [, right]) => (left.first < right.first ? -1 : 1))
      .map(([id]) => id);
  }

  /** The steps that make an entity what it is once this undo is done. */
  #counted<Kind extends EntityKind>(entity: Entity<Kind>): Step<Kind>[] {
    return this.#steps.counted(entity, {
      has: (changeSetId) => this.#chain.isInForce(changeSetId),
      undone: this.#chain.ids.length === 1 ? this.#chain.rootId : undefined,
      // An undo that is done again has made of its change-set what it made of it then.
      undoOf: (root) =>
        root === this.#chain.rootId ? this.#steps.undoBefore(this.#chain.ids[0] ?? '') : this.#steps.newestUndo(root),
    });
  }

  /** The money that each account has to put into a goal, so that it holds what change-sets in force put into it. */
  #missingIn({ steps }: Entity): Saved[] {
    return savedBy(
      steps,
      steps.filter(({ changeSetId }) => this.#isOwnInForce(changeSetId)),
    );
  }

  /** Whether a change-set, which is no undo, is in force once this undo is done. */
  #isOwnInForce(changeSetId: string): boolean {
    return this.#history.changeSets.get(changeSetId)?.undoes === null && this.#chain.isInForce(changeSetId);
  }

  /** Notes a conflict, once, and gives the answer to it. */
  #conflict(conflict: Conflict): 'now' | 'then' | undefined {
    if (!this.#isNoted.has(conflict.id)) this.#conflicts.push(conflict);
    this.#isNoted.add(conflict.id);
    return Object.hasOwn(this.#resolve, conflict.id) ? this.#resolve[conflict.id] : undefined;
  }
}

/**
 * The amount that an event about no entity adds to the balance of an account, in cents: a deposit, or a balance set by
 * hand; null of other events.
 */
function differenceOf({ type, data }: LedgerEvent): Saved | null {
  const { effect, moves } = definitionOf(type);
  const moving = effect ? null : moves?.(data);
  if (!moving || !('moved' in moving)) return null;
  const { account, amount } = moving.moved;
  return { accountId: unlessEveryday(account), amount };
}

/** The revision of the last step that removes an entity; -1 where none does, which was before all others. */
function removedAt(steps: readonly Step[] = []): bigint {
  return steps.findLast(({ does }) => does === 'remove')?.revision ?? -1n;
}

/** The name of an entity in this state, or null if it has none, or is gone. */
export function nameOf(kind: EntityKind, state: EntityState | null): string | null {
  return state && traitsOf(kind).nameOf(state);
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
