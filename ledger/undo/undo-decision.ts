import type { Entity, Saved, Step } from '../model/entity-states.ts';
import type { EntityKind } from '../model/fields.ts';
import type { EntityChange } from '../model/opposites.ts';
import type { Change } from './planned-changes.ts';

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

/** Why an undo is not possible whatever the answers to conflicts. */
export type UndoObstacle = 'occurrence_closed' | 'categories_are_one';

/** A decision of a phase of the plan of an undo. The draft takes it, in order. */
export type UndoDecision =
  | { conflict: Conflict }
  /** The change of an entity, unless it has one. */
  | { change: EntityChange }
  /** A change that is planned already, and that is not to be made. */
  | { dropped: EntityChange }
  /** A change that is planned already, which keeps its place; it is dropped where it changes nothing then. */
  | { retargeted: EntityChange }
  /** An entity may have several. */
  | { move: Exclude<Change, EntityChange> }
  /** An account with money of an entity that the undo would remove, but that an answer keeps. */
  | { keptIn: string }
  /** An account that is removed. */
  | { going: string }
  /** The steps that make a plan what it is once this undo is done. */
  | { cell: string; steps: readonly Step<'plan'>[] }
  | { obstacle: UndoObstacle };

/** The moves of money into a goal, or out of it. */
export const movesOf = (entity: Entity, missing: readonly Saved[]): UndoDecision[] =>
  missing.map((saved) => ({ move: { does: 'save', ...(entity as Entity<'goal'>), ...saved } }));
