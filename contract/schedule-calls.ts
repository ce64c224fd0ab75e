import { z } from 'zod';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { entryDate } from './fields.ts';
import { messages } from './messages.ts';
import { scheduleRule } from './schedule-rule.ts';

/** An occurrence of a rule: its nominal day, which names it, and the day on which it falls (ISO dates). */
const occurrence = z.object({ nominal: z.string(), day: z.string() });

/** The calls of schedules (product 13). */
export const scheduleCalls = {
  getOccurrences: {
    ...addresses.getOccurrences,
    kind: 'query',
    summary: 'Returns the days that a rule gives, by day, up to 1,000. Changes nothing.',
    session: true,
    body: z
      .strictObject({ rule: scheduleRule, from: entryDate, to: entryDate })
      .refine(({ from, to }) => from <= to, { error: messages.daysInOrder, path: ['from'] }),
    data: z.object({ days: z.array(occurrence) }),
    problems: [],
  },
} as const satisfies Record<string, Call>;
