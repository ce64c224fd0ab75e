import { z } from 'zod';
import type { ChangeSetKind } from './constants.ts';
import type { BookTotals, Posting } from './double-entry.ts';
import type { EntityState, Said } from './entity-states.ts';
import type { EntityKind } from './fields.ts';
import type { Moving } from './movement.ts';
import type { ChangedOrigins } from './origins.ts';
import type { Draft, TransactionState } from './state.ts';

/** The texts of an event in docs/events.md: when it is recorded and what it changes. What has no text is unchanged. */
export type About = { when: string; balance?: string; goals?: string; statistics?: string; also?: string };

/** The metadata of an event: its revision in the stream, the id of its command, and when that was made (UTC). */
export type EventContext = { revision: bigint; commandId: string; recordedAt: string };

/** A transaction as statistics count it. */
export type Counted = Pick<TransactionState, 'type' | 'amount' | 'date'>;

/** The transactions that an event adds to the statistics of their days (1) or takes from them (-1). */
export type CountedTimes = readonly (readonly [counted: Counted, times: 1 | -1])[];

/** The parts of an effect that only some kinds have. */
type AboutKind<Data, Kind extends EntityKind> = (Kind extends 'transaction'
  ? { counts(data: Data): CountedTimes }
  : unknown) &
  (Kind extends 'goal' | 'account' | 'category' | 'rule' | 'ruleOrder' | 'plan'
    ? { says(data: Data): Said<Kind> }
    : unknown);

/** The values that a change sets, with the new origins of an entry's fields. */
type ChangedState<Kind extends EntityKind> = Kind extends 'transaction' | 'transfer'
  ? Partial<Omit<EntityState<Kind>, 'origins'>> & { origins: ChangedOrigins }
  : Partial<EntityState<Kind>>;

/** The effect of an event on its entity: `state` gives the whole state, or the values that a change sets. */
type Does<Data, Kind extends EntityKind> =
  | { does: 'make'; state(data: Data, context: EventContext): EntityState<Kind> }
  | { does: 'restore'; state(data: Data, context: EventContext): EntityState<Kind> }
  | { does: 'change'; state(data: Data, context: EventContext): ChangedState<Kind> }
  | { does: 'remove' }
  | { does: 'move money' };

type EffectOn<Data, Kinds extends EntityKind> = {
  [Kind in Kinds]: { kind: Kind; id(data: Data): string } & Does<Data, Kind> & AboutKind<Data, Kind>;
}[Kinds];

/** The effect of an event on a transaction or a transfer. */
export type EffectOnEntry<Data> = EffectOn<Data, 'transaction' | 'transfer'>;

/** The entity that an event is about, and the effect on it. */
export type Effect<Data> =
  | EffectOn<Data, EntityKind>
  /** A row of a file is matched with an entry, which stays as it is. */
  | { does: 'match'; kindIn(data: Data): 'transaction' | 'transfer'; id(data: Data): string };

/** The definition of an event; `schema` is the schema of its data. */
export type EventDefinition<Schema extends z.ZodType = z.ZodType, Data = z.infer<Schema>> = {
  schema: Schema;
  /** The kind of the change-set that it is the first event of. */
  begins: ChangeSetKind;
  /** Null if it is about no entity. */
  effect: Effect<Data> | null;
  /** Applies the event to the ledger's state. May throw where the event contradicts it. */
  evolve(draft: Draft, data: Data, context: EventContext): void;
  /** Its postings, which add up to zero. `before` is the totals of the book accounts before it. */
  postings(data: Data, before: BookTotals): Posting[];
  /** The money that it moves beside transactions and transfers, or null if it moves none. */
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
