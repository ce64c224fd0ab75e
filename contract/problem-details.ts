import { z } from 'zod';

/**
 * A conflict of an undo. `now` and `then` are values as the API shows them; `field` is null where it concerns the
 * whole.
 */
export const conflict = z.object({
  _id: z.string(),
  /** The newest change-set in the way. */
  changeSetId: z.string(),
  entry: z.string(),
  field: z.string().nullable(),
  now: z.unknown(),
  then: z.unknown(),
});
export type Conflict = z.infer<typeof conflict>;

/** Body of a failed response (Problem Details, RFC 9457). `errors` maps a field name to its message. */
export const problemDetails = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
  /** The conflicts of an undo: at most the first CONFLICTS_MAX. */
  conflicts: z.array(conflict).optional(),
  /** The first wrong character of a query, in UTF-16 units from 0. */
  at: z.number().optional(),
});
export type Problem = z.infer<typeof problemDetails>;
