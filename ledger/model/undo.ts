import type { Rejection } from './command-rule.ts';
import type { EntityKind } from './fields.ts';
import type { Entity, Image, Saved } from './images.ts';
import type { Draft } from './state.ts';

/** An undo removes something. */
export type Removal<Kind extends EntityKind = EntityKind> = Entity<Kind> & {
  does: 'remove';
  now: Image<Kind>;
  /** The account to which a goal's money returns; Everyday where none is named. */
  returnTo?: string | undefined;
};

/** An undo brings something back. */
export type Restoring<Kind extends EntityKind = EntityKind> = Entity<Kind> & {
  does: 'restore';
  target: Image<Kind>;
  /** What is put into a goal, and from which account. */
  saved?: Saved;
};

/** An undo gives something other values. */
export type Changing<Kind extends EntityKind = EntityKind> = Entity<Kind> & {
  does: 'change';
  now: Image<Kind>;
  target: Image<Kind>;
};

/** What an undo does to something that users keep. */
export type EntityChange<Kind extends EntityKind = EntityKind> = Removal<Kind> | Restoring<Kind> | Changing<Kind>;

/** An undo moves money from an account to a goal, or back where the amount is below 0. */
export type Saving = Entity<'goal'> & { does: 'save' } & Saved;

/**
 * The events by which an undo changes what users keep of a kind, on the books before the event. `today` is the day of
 * the caller, on which a goal may be reached. `whyNot` is why the accounts don't let a change happen; null where they
 * do.
 */
export type Opposites<Kind extends EntityKind, Event> = {
  whyNot(change: EntityChange<Kind>, books: Pick<Draft, 'accounts'>): Rejection | null;
  removed(change: Removal<Kind>, draft: Draft): Event;
  restored(change: Restoring<Kind>, today: string): Event;
  changed(change: Changing<Kind>, draft: Draft, today: string): Event;
};

/** Accounts let any change happen. */
export const anyTime = (): null => null;

/** What is there from the start never comes and never goes. */
export function isLasting({ kind }: Pick<Entity, 'kind'>): never {
  throw new Error(`What is a ${kind} is always there.`);
}
