import { type EntityKind, fieldsOf, type ValuesOf } from './fields.ts';
import type { Cents } from './money.ts';

/** What orders an entry among others, when it was recorded first, and when it was changed last. */
export type Placed = { place: number; recordedAt: string; changedAt?: string | undefined };

/** What an entry has beside its fields as an event records it. */
export function recordedNow({ revision, recordedAt }: { revision: bigint; recordedAt: string }): Placed {
  return { place: Number(revision), recordedAt, changedAt: undefined };
}

/** What each kind has beside its fields. */
type Beside = {
  transaction: Placed;
  transfer: Placed;
  goal: { place: number };
  account: { place: number };
  figures: unknown;
  balance: { account: string; date: string };
};

/** The kinds that are there from the start: their fields have no values until an event gives them some. */
type Lasting = 'figures' | 'balance';

type Unset<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

type Images = {
  [Kind in EntityKind]: (Kind extends Lasting ? Unset<ValuesOf<Kind>> : ValuesOf<Kind>) & Beside[Kind];
};

/** What events have made of something that users keep: the values of its fields, and what it has beside them. */
export type Image<Kind extends EntityKind = EntityKind> = Images[Kind];

/** Money in a goal, in cents, and the account that it came from; Everyday where none is named. */
export type Saved = { accountId: string | undefined; amount: Cents };

/**
 * What an event says of something beside its image. Of a goal: what it puts into it, below 0 what it takes out, null
 * where it moves no money, and the day on which the goal was reached; of an account: what it holds as it goes or comes
 * back.
 */
type Says = {
  transaction: unknown;
  transfer: unknown;
  goal: { saves: Saved | null; reachedOn?: string | undefined };
  account: { holds: Cents };
  figures: unknown;
  balance: unknown;
};
export type Said<Kind extends EntityKind = EntityKind> = Says[Kind];

/** An event about something: what it did, the fields that it changed, and the image before and after it. */
export type Step<Kind extends EntityKind = EntityKind> = {
  changeSetId: string;
  revision: bigint;
  does: 'make' | 'restore' | 'change' | 'remove' | 'move money' | 'match';
  /** The fields that it gave another value. */
  touched: readonly string[];
  before: Image<Kind> | null;
  after: Image<Kind> | null;
  said: Said<Kind> | null;
};

/** Whether a step leads to something that was not there before it. */
export function isMade({ does }: Pick<Step, 'does'>): boolean {
  return does === 'make' || does === 'restore';
}

/** Something with the steps that lead to what it is. */
export type Entity<Kind extends EntityKind = EntityKind> = { kind: Kind; id: string; steps: readonly Step<Kind>[] };

/** The value of a field in an image. */
export function valueIn(image: Image | null, field: string): unknown {
  return (image as Record<string, unknown> | null)?.[field];
}

/** An image with some fields of another. */
export function overlaid<Kind extends EntityKind>(
  image: Image<Kind>,
  other: Image<Kind>,
  fields: readonly string[],
): Image<Kind> {
  const values = other as Record<string, unknown>;
  return { ...image, ...Object.fromEntries(fields.map((field) => [field, values[field]])) };
}

/** Whether a field has the same value in two images, or other objects. */
export function isSameIn(image: object, other: object, field: string): boolean {
  const [value, otherValue] = [image, other].map((each) => (each as Record<string, unknown>)[field]);
  return value === otherValue || (Array.isArray(value) && Array.isArray(otherValue) && isSameList(value, otherValue));
}

/** Whether two lists have the same objects in the same order. */
function isSameList(list: readonly object[], other: readonly object[]): boolean {
  const fieldsIn = (...objects: object[]) => new Set(objects.flatMap((each) => Object.keys(each)));
  return (
    list.length === other.length &&
    list.every((each, index) => {
      const counterpart = other[index] ?? {};
      return [...fieldsIn(each, counterpart)].every((field) => isSameIn(each, counterpart, field));
    })
  );
}

/** Whether all fields of a kind have the same values in two images, or other objects. */
export function isSame(kind: EntityKind, image: object, other: object): boolean {
  return fieldsOf(kind).every((field) => isSameIn(image, other, field));
}
