import { z } from 'zod';
import { accountEvents } from './accounts/events.ts';
import { balanceEvents } from './balance/events.ts';
import { budgetEvents } from './budget/events.ts';
import { categoryEvents } from './categories/events.ts';
import { beginningEvents } from './change-sets.ts';
import { goalEvents } from './goals/events.ts';
import { importEvents } from './imports.ts';
import { ACTOR_MAX, COMMAND_ID_MAX } from './model/constants.ts';
import { accountCounted, type BookTotals, type Posting } from './model/double-entry.ts';
import { confirmationIn } from './model/entity-ids.ts';
import type { Step } from './model/entity-states.ts';
import type { CountedTimes, EventDefinition, EventOf } from './model/event-definition.ts';
import type { EntityKind } from './model/fields.ts';
import { instant } from './model/values.ts';
import { paymentEvents } from './payments.ts';
import { resetEvents } from './reset.ts';
import { ruleEvents } from './rules/events.ts';
import { scheduleEvents } from './schedules/events.ts';
import { transactionEvents } from './transactions/events.ts';
import { transferEvents } from './transfers/events.ts';

/** The definition of every event, by the event's type. */
export const definitions = {
  ...balanceEvents,
  ...transactionEvents,
  ...transferEvents,
  ...goalEvents,
  ...accountEvents,
  ...categoryEvents,
  ...importEvents,
  ...beginningEvents,
  ...ruleEvents,
  ...budgetEvents,
  ...scheduleEvents,
  ...paymentEvents,
  ...resetEvents,
} as const;

export type EventType = keyof typeof definitions;

/** Something that happened in a ledger, recorded once and never changed. With a type, the event of that type. */
export type LedgerEvent<Type extends EventType = EventType> = EventOf<typeof definitions, Type>;

/** The metadata stored with every event: the command that it came from, and when that was made. */
export const eventMetadata = z.object({
  commandId: z
    .string()
    .min(1)
    .max(COMMAND_ID_MAX)
    .describe("the client's `Idempotency-Key`, or an id made for the command"),
  inputHash: z
    .string()
    .min(1)
    .describe("a hash of the command's name, input and file, by which a key used for something else is noticed"),
  recordedAt: instant.describe('when the command was made'),
  actor: z
    .string()
    .min(1)
    .max(ACTOR_MAX)
    .optional()
    .describe('the program that made the command, such as `token NAME`; absent where the user or Daybook did'),
  version: z.int().min(1).describe("the version of the event's schema"),
});
export type EventMetadata = z.infer<typeof eventMetadata>;

/** An event in its stream, as it is read back later: `revision` counts from 0. */
export type RecordedEvent = {
  event: LedgerEvent;
  metadata: Pick<EventMetadata, 'commandId' | 'recordedAt'>;
  revision: bigint;
};

/** An event in its stream with all of its metadata, as it comes from the log. */
export type DecodedEvent = RecordedEvent & { metadata: EventMetadata };

/** The definition of an event's type. */
export function definitionOf<Type extends EventType>(
  type: Type,
): EventDefinition<z.ZodType, LedgerEvent<Type>['data']> {
  return definitions[type] as unknown as EventDefinition<z.ZodType, LedgerEvent<Type>['data']>;
}

/** The types of events whose definition meets a condition. */
export function typesWhere(
  isMet: (definition: EventDefinition<z.ZodType, LedgerEvent['data']>) => boolean,
): EventType[] {
  return (Object.keys(definitions) as EventType[]).filter((type) => isMet(definitionOf(type)));
}

/** The types of events about these kinds that do one of these to them. */
export function typesAbout(
  kinds: readonly EntityKind[],
  wanted: readonly Step['does'][] = ['make', 'restore', 'change', 'remove', 'move money'],
): EventType[] {
  return typesWhere(
    ({ effect }) =>
      effect !== null && effect.does !== 'match' && kinds.includes(effect.kind) && wanted.includes(effect.does),
  );
}

/** The kind and id of the entity that an event is about, or null if it is about none. */
export function entityOf({ type, data }: LedgerEvent): { kind: EntityKind; id: string } | null {
  const { effect } = definitionOf(type);
  if (!effect) return null;
  return { kind: effect.does === 'match' ? effect.kindIn(data) : effect.kind, id: effect.id(data) };
}

/**
 * Takes an event and the totals of the book accounts before it, in cents, and gives its postings: amounts that add up
 * to exactly zero, none if no money moved. A reset posts every book account back to 0. Pure.
 */
export function postingsOf<Type extends EventType>({ type, data }: LedgerEvent<Type>, before: BookTotals): Posting[] {
  return definitionOf(type).postings(data, before);
}

/** The transactions that an event adds to the statistics of their days, or takes from them. */
export function countedBy({ type, data }: LedgerEvent): CountedTimes {
  const { effect } = definitionOf(type);
  return effect && effect.does !== 'match' && effect.kind === 'transaction' ? effect.counts(data) : [];
}

/**
 * The accounts that an event opens, renames, closes, reopens or removes, whose money it moves, or of which it confirms
 * a day.
 */
export function accountsOf(event: LedgerEvent): string[] {
  const { kind, id = '' } = entityOf(event) ?? {};
  const own = kind === 'account' ? id : confirmationIn(id)?.account;
  const counted = postingsOf(event, {}).map(({ account }) => accountCounted(account));
  return [...new Set([own ?? null, ...counted])].filter((accountId) => accountId !== null);
}
