import type { Rejection } from './command-rule.ts';
import { type Entity, type EntityState, isSameIn, type Saved } from './entity-states.ts';
import type { EntityKind, FieldName } from './fields.ts';
import type { Draft } from './state.ts';

/** An undo removes an entity. */
export type Removal<Kind extends EntityKind = EntityKind> = Entity<Kind> & {
  does: 'remove';
  now: EntityState<Kind>;
  /** The account to which a goal's money returns; Everyday where none is named. */
  returnTo?: string | undefined;
  /** The category that gets the entries of one that goes; undefined for none. */
  into?: string | undefined;
};

/** An undo brings an entity back. */
export type Restoring<Kind extends EntityKind = EntityKind> = Entity<Kind> & {
  does: 'restore';
  target: EntityState<Kind>;
  /** The money put into a goal, and the account that it comes from. */
  saved?: Saved;
  /** The position of a rule in the order, from 1. */
  position?: number;
};

/** An undo gives an entity other values. */
export type Changing<Kind extends EntityKind = EntityKind> = Entity<Kind> & {
  does: 'change';
  now: EntityState<Kind>;
  target: EntityState<Kind>;
};

/** The change of an entity by an undo. */
export type EntityChange<Kind extends EntityKind = EntityKind> = Removal<Kind> | Restoring<Kind> | Changing<Kind>;

/** An undo moves money from an account to a goal, or back where the amount is below 0. */
export type Saving = Entity<'goal'> & { does: 'save' } & Saved;

/**
 * The events by which an undo changes the entities of a kind, on the books before the event. `today` is the day of the
 * caller (ISO date), on which a goal may be reached. `whyNot` gives the rejection of a change that the books don't
 * allow, or null if they do.
 */
export type Opposites<Kind extends EntityKind, Event> = {
  whyNot(
    change: EntityChange<Kind>,
    books: Pick<Draft, 'accounts' | 'categories' | 'rules' | 'schedules' | 'occurrences'>,
  ): Rejection | null;
  removed(change: Removal<Kind>, draft: Draft): Event;
  restored(change: Restoring<Kind>, today: string): Event;
  changed(change: Changing<Kind>, draft: Draft, today: string): Event;
};

/** The event that gives an entity another value of each field, or null for a field that no event changes. */
export type FieldEvents<Kind extends EntityKind, Event> = Record<
  FieldName<Kind>,
  ((change: Changing<Kind>) => Event) | null
>;

/** The event of the field that an undo gives another value. Throws if no event changes it, or another field differs. */
export function changedBy<Kind extends EntityKind, Event>(
  events: FieldEvents<Kind, Event>,
  change: Changing<Kind>,
): Event {
  const fields = Object.keys(events) as FieldName<Kind>[];
  const differing = fields.filter((each) => !isSameIn(change.now, change.target, each));
  const [field] = differing;
  const event = field && differing.length === 1 ? events[field]?.(change) : null;
  if (!event) throw new Error(`No event gives the ${change.kind} ${change.id} another ${differing.join(', ')}.`);
  return event;
}

/** The `whyNot` of kinds whose changes are always allowed. */
export const anyTime = (): null => null;

/** The `removed` and `restored` of kinds whose entities exist from the start. Throws. */
export function isLasting({ kind }: Pick<Entity, 'kind'>): never {
  throw new Error(`What is a ${kind} is always there.`);
}
