import type { Step } from '../model/entity-states.ts';
import type { EntityChange } from '../model/opposites.ts';
import type { Gone } from './planned-amounts.ts';
import { type Change, PlannedChanges } from './planned-changes.ts';
import { positionBack } from './rule-places.ts';
import type { Conflict, UndoDecision, UndoObstacle } from './undo-decision.ts';
import { removedAt, type UndoGrounds } from './undo-grounds.ts';

/** The draft of an undo: the decisions of its phases so far. A phase reads it, and gives its own decisions. */
export type UndoDraft = Omit<UndoDrafting, 'take' | 'result'>;

/** The draft while it is being made (`planUndo`). */
export class UndoDrafting {
  readonly #grounds: UndoGrounds;
  readonly #conflicts = new Map<string, Conflict>();
  readonly #changes = new PlannedChanges();
  readonly #keptIn = new Set<string>();
  readonly #going = new Set<string>();
  readonly #cells = new Map<string, readonly Step<'plan'>[]>();
  #obstacle: UndoObstacle | null = null;

  constructor(grounds: UndoGrounds) {
    this.#grounds = grounds;
  }

  /** Adds decisions to the draft. A conflict counts once. */
  take(decisions: Iterable<UndoDecision>): void {
    for (const decision of decisions) {
      if ('conflict' in decision) this.#note(decision.conflict);
      else if ('change' in decision) this.#changes.add(decision.change);
      else if ('dropped' in decision) this.#changes.drop(decision.dropped);
      else if ('retargeted' in decision) this.#changes.retarget(decision.retargeted);
      else if ('move' in decision) this.#changes.addMove(decision.move);
      else if ('keptIn' in decision) this.#keptIn.add(decision.keptIn);
      else if ('going' in decision) this.#going.add(decision.going);
      else if ('cell' in decision) this.#cells.set(decision.cell, decision.steps);
      else this.#obstacle = decision.obstacle;
    }
  }

  #note(conflict: Conflict): void {
    if (!this.#conflicts.has(conflict.id)) this.#conflicts.set(conflict.id, conflict);
  }

  /** The conflicts, the changes in the order of their events, and why the undo is not possible, or null if it is. */
  result(): { conflicts: Conflict[]; changes: Change[]; reason: UndoObstacle | null } {
    return { conflicts: [...this.#conflicts.values()], changes: this.#changes.inOrder(), reason: this.#obstacle };
  }

  /** Whether a conflict is noted, by its id. */
  hasConflict(id: string): boolean {
    return this.#conflicts.has(id);
  }

  /** The changes of entities, in the order of planning. */
  get changes(): EntityChange[] {
    return this.#changes.ofEntities;
  }

  /** The change of an entity, if it has one. */
  changeOf(id: string): EntityChange | undefined {
    return this.#changes.of(id);
  }

  /** Whether an account has money of an entity that the undo would remove, but that an answer keeps. */
  isKeptIn(accountId: string): boolean {
    return this.#keptIn.has(accountId);
  }

  /** The accounts that are removed. */
  get going(): ReadonlySet<string> {
    return this.#going;
  }

  /** The steps that make each plan what it is once this undo is done, where it changes that. */
  get cells(): ReadonlyMap<string, readonly Step<'plan'>[]> {
    return this.#cells;
  }

  /** The position of a rule that comes back, after those that this undo has brought back before it, from 1. */
  positionOfRule(ruleId: string): number {
    const { order, there } = this.#grounds.rulePlaces;
    const back = this.changes.filter(({ kind, does }) => kind === 'rule' && does === 'restore').map(({ id }) => id);
    return positionBack({ order, there: new Set([...there, ...back]) }, ruleId);
  }

  /** Whether a category is there once this undo is done. */
  isThere(categoryId: string): boolean {
    const does = this.changeOf(categoryId)?.does;
    return does === 'restore' || (this.#grounds.categories.has(categoryId) && does !== 'remove');
  }

  /** A category that is there then: it, or the category that it was merged with; undefined if there is none. */
  currentOf(categoryId: string): string | undefined {
    const gone = this.goneThen(categoryId);
    if (gone === null) return categoryId;
    return gone.into === undefined ? undefined : this.currentOf(gone.into);
  }

  /** Once this undo is done, as far as it is planned. */
  readonly goneThen = (categoryId: string): Gone | null => {
    if (this.isThere(categoryId)) return null;
    const { entities, merged } = this.#grounds;
    const planned = this.changeOf(categoryId);
    const into = planned?.does === 'remove' ? planned.into : merged.get(categoryId);
    const entity = entities.get(categoryId);
    return { into, revision: removedAt(entity && this.#grounds.counted(entity)) };
  };
}
