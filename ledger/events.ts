import { z } from 'zod';
import { accountEvents } from './accounts/events.ts';
import { balanceEvents } from './balance/events.ts';
import { changeSetEvents } from './change-sets/events.ts';
import { goalEvents } from './goals/events.ts';
import { importEvents } from './imports/events.ts';
import { COMMAND_ID_MAX } from './model/constants.ts';
import { type EventOf, instant } from './model/event-schema.ts';
import { paymentEvents } from './payments/events.ts';
import { resetEvents } from './reset/events.ts';
import { transactionEvents } from './transactions/events.ts';
import { transferEvents } from './transfers/events.ts';

/** The schema of every event's data, by the event's type. */
export const eventData = {
  ...balanceEvents,
  ...transactionEvents,
  ...transferEvents,
  ...goalEvents,
  ...accountEvents,
  ...importEvents,
  ...changeSetEvents,
  ...paymentEvents,
  ...resetEvents,
} as const;

export type EventType = keyof typeof eventData;

/** Something that happened in a ledger, recorded once and never changed. With a type, the event of that type. */
export type LedgerEvent<Type extends EventType = EventType> = EventOf<typeof eventData, Type>;

/** What is stored beside every event: which command it came from, and when. */
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
  version: z.int().min(1).describe("the version of the event's schema"),
});
export type EventMetadata = z.infer<typeof eventMetadata>;

/** An event in its stream: `revision` counts from 0. */
export type RecordedEvent = { event: LedgerEvent; metadata: EventMetadata; revision: bigint };
