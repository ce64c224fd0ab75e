import { z } from 'zod';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';

/**
 * Entries of a type without a category whose titles differ in numbers alone, as the newest of them has it: `amount` is
 * their positive sum in whole units, `first` and `last` are their days (ISO dates), `ids` are the newest 1,000 of them,
 * `query` finds them and is what a rule for them may ask. The proposed category is one of the type, and has a reason in
 * words (product 5.16).
 */
export const groupToFile = z.object({
  title: z.string(),
  type: z.enum(['Expense', 'Income']),
  count: z.int(),
  amount: z.number(),
  first: z.string(),
  last: z.string(),
  ids: z.array(z.string()),
  query: z.string(),
  proposal: z.object({ categoryId: z.string(), category: z.string(), reason: z.string() }).nullable(),
});
export type GroupToFile = z.infer<typeof groupToFile>;

/** The calls of the queue of what has no category. */
export const toFileCalls = {
  getToFile: {
    ...addresses.getToFile,
    kind: 'query',
    summary:
      'Returns the incomes and expenses without a category, grouped by their titles, the largest groups first: at ' +
      'most 100 groups of the newest 5,000 entries.',
    session: true,
    data: z.object({ count: z.int(), groups: z.array(groupToFile), groupsLeft: z.int() }),
    problems: [],
  },
} as const satisfies Record<string, Call>;
