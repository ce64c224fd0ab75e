import { z } from 'zod';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { comparedName, idField, known } from './fields.ts';
import { VIEW_NAME_MAX } from './limits.ts';
import { messages } from './messages.ts';

/** Schema of a query; what isn't understood of it is named where it is read (product 5.15). */
export const query = z.string({ error: messages.wrongType });

/** Query of find: the totals of what `q` finds, as of `known`. */
export const findQuery = z.strictObject({ q: query.default(''), known: known.optional() });

/**
 * The number of entries that a query finds, and their sums: `in` and `out` are positive, `net` is their difference, in
 * whole units. `revision` is the ledger's; null for an empty ledger.
 */
export const totals = z.object({
  count: z.number(),
  in: z.number(),
  out: z.number(),
  net: z.number(),
  revision: z.number().nullable(),
});
export type Totals = z.infer<typeof totals>;

/** A query that the user keeps under a name. */
export const view = z.object({ _id: z.string(), name: z.string(), q: z.string() });
export type SearchView = z.infer<typeof view>;

/** Body of save-view. */
export const saveViewInput = z.strictObject({
  name: comparedName(messages.nameRequired, VIEW_NAME_MAX, messages.nameTooLong(VIEW_NAME_MAX)),
  q: query,
});

/** Body of remove-view. */
export const removeViewInput = z.strictObject({ viewId: idField });

/** The calls of search (product 5.15). */
export const searchCalls = {
  find: {
    ...addresses.find,
    kind: 'query',
    summary: 'Returns how many entries a query finds, and their totals.',
    session: true,
    query: findQuery,
    data: totals,
    problems: ['query_too_slow'],
  },
  getViews: {
    ...addresses.getViews,
    kind: 'query',
    summary: 'Returns the user’s views, oldest first.',
    session: true,
    data: z.object({ views: z.array(view) }),
    problems: [],
  },
  saveView: {
    ...addresses.saveView,
    kind: 'action',
    summary: 'Keeps a query under a name; a view of the same name gets the query.',
    session: true,
    body: saveViewInput,
    data: z.object({ view, views: z.array(view) }),
    problems: ['too_many_views'],
  },
  removeView: {
    ...addresses.removeView,
    kind: 'action',
    summary: 'Removes a view.',
    session: true,
    body: removeViewInput,
    data: z.object({ views: z.array(view) }),
    problems: ['view_not_found'],
  },
} as const satisfies Record<string, Call>;
