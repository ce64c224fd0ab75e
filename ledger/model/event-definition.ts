import { z } from 'zod';
import type { ChangeSetKind } from './constants.ts';
import type { BookTotals, Posting } from './double-entry.ts';
import type { EntityKind } from './fields.ts';
import type { Image, Said } from './images.ts';
import type { Moving } from './movement.ts';
import type { Draft, TransactionState } from './state.ts';

/** What docs/events.md says of an event: when it is recorded and what it changes. What is left out stays as it was. */
export type About = { when: string; balance?: string; goals?: string; statistics?: string; also?: string };

/** Where an event stands: its revision in the stream, its command, and when that was made. */
export type At = { revision: bigint; commandId: string; recordedAt: string };

/** A transaction as statistics count it. */
export type Counted = Pick<TransactionState, 'type' | 'amount' | 'date'>;

/** What an event adds to the statistics of the days of transactions, or takes from them. */
export type CountedTimes = readonly (readonly [counted: Counted, times: 1 | -1])[];

/** What is said of an event about each kind beside what it does. */
type AboutKind<Data, Kind extends EntityKind> = (Kind extends 'transaction'
  ? { counts(data: Data): CountedTimes }
  : unknown) &
  (Kind extends 'goal' | 'account' ? { says(data: Data): Said<Kind> } : unknown);

/** What an event does to what it is about: the image that it makes, or the values that it changes. */
type Does<Data, Kind extends EntityKind> =
  | { does: 'make'; image(data: Data, at: At): Image<Kind> }
  | { does: 'restore'; image(data: Data, at: At): Image<Kind> }
  | { does: 'change'; image(data: Data, at: At): Partial<Image<Kind>> }
  | { does: 'remove' }
  | { does: 'move money' };

type EffectOn<Data, Kinds extends EntityKind> = {
  [Kind in Kinds]: { kind: Kind; id(data: Data): string } & Does<Data, Kind> & AboutKind<Data, Kind>;
}[Kinds];

/** What an event does to a transaction or a transfer. */
export type EffectOnEntry<Data> = EffectOn<Data, 'transaction' | 'transfer'>;

/** What an event is about, and what it does to it. */
export type Effect<Data> =
  | EffectOn<Data, EntityKind>
  /** A row of a file is matched with an entry, which stays as it is. */
  | { does: 'match'; kindIn(data: Data): 'transaction' | 'transfer'; id(data: Data): string };

/** All that code has to know of an event; `schema` is that of its data. */
export type EventDefinition<Schema extends z.ZodType = z.ZodType, Data = z.infer<Schema>> = {
  schema: Schema;
  /** The kind of the change-set that it is the first event of. */
  begins: ChangeSetKind;
  /** Null where it is about nothing that users keep. */
  effect: Effect<Data> | null;
  /** What it does to the state. May throw where the event contradicts the state. */
  evolve(draft: Draft, data: Data, at: At): void;
  /** Its postings, which add up to zero. `before` is the totals of the book accounts before it. */
  postings(data: Data, before: BookTotals): Posting[];
  /** What it moves beside transactions and transfers; null where it moves nothing. */
  moves: ((data: Data) => Moving) | null;
};

/**
 * Defines an event: what its documentation says, its data (fields with a description each, and no others), and what it
 * means.
 */
export function event<Fields extends z.ZodRawShape>({
  about,
  data,
  ...meaning
}: { about: About; data: Fields } & Omit<EventDefinition<z.ZodObject<Fields, z.core.$strict>>, 'schema'>) {
  return { schema: z.strictObject(data).meta(about), ...meaning };
}

/** Definitions of events, by the event's type. */
export type Definitions = Record<string, { schema: z.ZodType }>;

/** The events of definitions. */
export type EventOf<Defined extends Definitions, Type extends keyof Defined = keyof Defined> = {
  [Each in Type]: { type: Each; data: z.infer<Defined[Each]['schema']> };
}[Type];

/** The data of an event, by its definition. */
export type DataOf<Definition extends { schema: z.ZodType }> = z.infer<Definition['schema']>;
