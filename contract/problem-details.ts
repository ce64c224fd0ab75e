import { z } from 'zod';

/**
 * A conflict of an undo. `now` and `then` are values as the API shows them; `field` is null if it concerns the
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
export type ConflictDetails = z.infer<typeof conflict>;

/** The missing or wrong parts of a line, in the UTF-16 units from `from` to `to` (product 4.17). */
export const lineProblem = z.object({
  code: z.enum([
    'amount_missing',
    'amount_wrong',
    'title_missing',
    'date_wrong',
    'category_ambiguous',
    'account_ambiguous',
    'account_unknown',
    'same_account',
  ]),
  from: z.number(),
  to: z.number(),
  message: z.string(),
});
export type LineProblemDetails = z.infer<typeof lineProblem>;

/** The refusal of a command of a proposal by the ledger; `command` counts from 0 (product 5.18). */
export const proposalProblem = z.object({ command: z.int(), code: z.string(), title: z.string() });
export type ProposalProblem = z.infer<typeof proposalProblem>;

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
  /** The parts that a line lacks, or the commands of a proposal that no longer fit. */
  problems: z.union([z.array(lineProblem), z.array(proposalProblem)]).optional(),
  /** The first wrong character of a query, in UTF-16 units from 0. */
  at: z.number().optional(),
});
export type Problem = z.infer<typeof problemDetails>;
