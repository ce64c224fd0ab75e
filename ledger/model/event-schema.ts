import { z } from 'zod';
import type { Accounts, Posting } from './double-entry.ts';
import type { Cents } from './money.ts';
import type { Draft } from './state.ts';

/** An amount in integer cents. */
export const cents = z
  .int()
  .transform((value) => value as Cents)
  .meta({ title: 'integer cents' });
/** A day of the calendar, `2026-11-20`. */
export const day = z.iso.date().meta({ title: 'day, as `2026-11-20`' });
/** The id of something that a command created. */
export const id = z.guid().meta({ title: 'UUID' });

/** What docs/events.md says of an event: when it is recorded and what it changes. What is left out stays as it was. */
export type About = { when: string; balance?: string; goals?: string; statistics?: string; also?: string };

/** The schema of an event's data: its fields, each with a description, and no others. */
export function recorded<Fields extends z.ZodRawShape>(about: About, fields: Fields) {
  return z.strictObject(fields).meta(about);
}

/** The schemas of events, by the event's type. */
export type Schemas = Record<string, z.ZodType>;

/** The events of schemas. */
export type EventOf<Of extends Schemas, Type extends keyof Of = keyof Of> = {
  [Each in Type]: { type: Each; data: z.infer<Of[Each]> };
}[Type];

/** For each event what it does to the state. May throw where the event contradicts the state. */
export type Evolvers<Of extends Schemas> = { [Type in keyof Of]: (draft: Draft, data: z.infer<Of[Type]>) => void };

/** For each event its postings, which add up to zero. `before` is the totals of the accounts before it. */
export type PostingRules<Of extends Schemas> = {
  [Type in keyof Of]: (data: z.infer<Of[Type]>, before: Accounts) => Posting[];
};
