import { isSame, overlaid, valueIn } from '../model/entity-states.ts';
import { type EntityKind, GROUPS } from '../model/fields.ts';
import type { Cents } from '../model/money.ts';
import type { EntityChange, Saving } from '../model/opposites.ts';

/** A change by an undo, for which it appends one event. */
export type Change =
  | EntityChange
  | Saving
  /** Adds to an account what a deposit, or a balance set by hand, made of a difference, or takes it back. */
  | { does: 'move balance'; accountId: string | undefined; amount: Cents };

/** The changes that an undo plans. Each entity has at most one. */
export class PlannedChanges {
  readonly #all: Change[] = [];
  /** An entity in an account that is removed may have a change already. */
  readonly #byEntity = new Map<string, EntityChange>();

  /** The changes of entities, in the order of planning. */
  get ofEntities(): EntityChange[] {
    return [...this.#byEntity.values()];
  }

  /** The change of an entity, if it has one. */
  of(id: string): EntityChange | undefined {
    return this.#byEntity.get(id);
  }

  /** Adds the change of an entity, unless it has one. */
  add(change: EntityChange): void {
    if (this.#byEntity.has(change.id)) return;
    this.#byEntity.set(change.id, change);
    this.#all.push(change);
  }

  /** Adds a change that moves money: an entity may have several. */
  addMove(move: Exclude<Change, EntityChange>): void {
    this.#all.push(move);
  }

  drop(change: EntityChange): void {
    this.#byEntity.delete(change.id);
    this.#all.splice(this.#all.indexOf(change), 1);
  }

  /** Replaces the change of an entity in its place; drops it if it changes nothing then. */
  retarget(other: EntityChange): void {
    const change = this.#byEntity.get(other.id);
    if (!change) return this.add(other);
    if (other.does === 'change' && isSame(other.kind, other.now, other.target)) return this.drop(change);
    this.#all[this.#all.indexOf(change)] = other;
    this.#byEntity.set(other.id, other);
  }

  /** The changes in the order of their events. */
  inOrder(): Change[] {
    return this.#all.flatMap(eachByField).toSorted((left, right) => rankOf(left) - rankOf(right));
  }
}

/** Entities of these kinds have events that change one field each (`changedBy`). */
const CHANGED_BY_FIELD: readonly EntityKind[] = ['account', 'category'];

/** Splits the change of an account or a category into a change for each field, since each becomes one event. */
function eachByField(change: Change): Change[] {
  if (change.does !== 'change' || !CHANGED_BY_FIELD.includes(change.kind)) return [change];
  const changes: Change[] = [];
  let { now } = change;
  for (const group of GROUPS[change.kind]) {
    const target = overlaid(now, change.target, group);
    if (!isSame(change.kind, now, target)) changes.push({ ...change, now, target });
    now = target;
  }
  return changes;
}

/** Accounts and categories come before their entries, and go after them; a category above others first. */
function rankOf(change: Change): number {
  if (!('kind' in change)) return 2;
  const { kind, does } = change;
  if (kind === 'account') {
    const closes = does === 'remove' || (does === 'change' && valueIn(change.target, 'isOpen') === false);
    return closes ? 3 : 0;
  }
  if (kind !== 'category') return 2;
  if (does === 'remove') return valueIn(change.now, 'parent') === undefined ? 5 : 4;
  return does === 'restore' && valueIn(change.target, 'parent') === undefined ? 0 : 1;
}
