import { z } from 'zod';
import { isGivenName } from '#ledger/model/categories.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { entryCursor, known } from './fields.ts';
import { type Figure, parseFigure } from './figure.ts';
import { EXPLAINED_ROWS, PAGE_ROWS_MAX } from './limits.ts';
import { messages } from './messages.ts';

const figure = z
  .string({ error: messages.notAFigure })
  .transform((text) => ({ text, parsed: parseFigure(text) }))
  .refine(({ parsed }) => parsed !== null, { error: messages.notAFigure, abort: true })
  .transform(({ text, parsed }) => ({ text, ...(parsed as NonNullable<typeof parsed>) }));

/**
 * Figures of the statistics need Premium (product 1.2); of figures of an own category the call says so, since a
 * category that is not there is no figure.
 */
const needsPremium = ({ figure }: { figure: Figure }) =>
  figure.kind === 'income' ||
  figure.kind === 'expense' ||
  (figure.kind === 'category' && (figure.category === null || isGivenName(figure.category, figure.type)));

/**
 * Query of explain: which figure, as of `known`, and which page of its entries, newest first, after the cursor `before`
 * (product 5.9).
 */
export const explainQuery = z.strictObject({
  figure,
  limit: z.coerce.number().int().min(1).max(PAGE_ROWS_MAX).default(EXPLAINED_ROWS),
  before: entryCursor.optional(),
  known: known.optional(),
});

/**
 * An entry behind a figure. `change` is what it adds to the figure, signed, and `part` the part that it stands in.
 * `type` is `Expense`, `Income` or `Transfer`, or what else moved money.
 */
export const explainedEntry = z.object({
  _id: z.string(),
  type: z.enum(['Expense', 'Income', 'Transfer', 'Opening', 'Set by hand', 'Put aside', 'Monthly figures']),
  title: z.string().nullable(),
  date: z.string(),
  /** The id of the account whose money it moved, or null if it moved none. */
  account: z.string().nullable(),
  change: z.number(),
  part: z.string(),
  changeSetId: z.string(),
  recordedAt: z.string(),
});
export type ExplainedEntry = z.infer<typeof explainedEntry>;

/**
 * How a figure is made up. The parts add up to `amount`, and so do the changes of all entries. `shown` is what the call
 * says that screens read; where it differs, `agrees` is false. `revision` is null for an empty ledger.
 */
export const explanation = z.object({
  figure: z.string(),
  amount: z.number(),
  shown: z.number(),
  agrees: z.boolean(),
  parts: z.array(z.object({ what: z.string(), amount: z.number(), count: z.number() })),
  entries: z.array(explainedEntry),
  next: z.string().nullable(),
  revision: z.number().nullable(),
});
export type Explanation = z.infer<typeof explanation>;

/** Query of what-changed: a figure that is no forecast, and the two moments between which it changed (product 5.11). */
export const whatChangedParameters = z.strictObject({
  figure: figure.refine(({ kind }) => kind !== 'forecast', messages.notAFigure),
  from: known,
  to: known,
});

/** A figure at a moment. `known` is the revision, null before the first entry. */
const figureAt = z.object({ known: z.number().nullable(), amount: z.number() });

/**
 * The steps that led a figure from one amount to another, oldest first. A step is one change-set, or several small
 * ones; `count` is the number of its entries that moved the figure, `change` the amount that they add to it. Of a
 * figure of a budget, `of` says whether plans or spending led to it.
 */
export const whatChanged = z.object({
  from: figureAt,
  steps: z.array(
    z.object({
      changeSetIds: z.array(z.string()),
      summary: z.string(),
      count: z.number(),
      change: z.number(),
      of: z.enum(['plan', 'spending']).optional(),
    }),
  ),
  to: figureAt,
  agrees: z.boolean(),
});
export type WhatChanged = z.infer<typeof whatChanged>;

/**
 * The changes since the user's last visit of the books that were known by then (product 5.11): the moment of that
 * visit, the revision that it saw, the change-sets that changed something known, and by how much all of them moved the
 * balance. Null if no change-set did.
 */
export const sinceLastVisit = z.object({
  since: z
    .object({ seenAt: z.string(), revision: z.number(), changeSetIds: z.array(z.string()), change: z.number() })
    .nullable(),
});
export type SinceLastVisit = z.infer<typeof sinceLastVisit>;

/** The calls that explain figures. */
export const explainCalls = {
  explain: {
    ...addresses.explain,
    kind: 'query',
    summary: 'Returns how a figure is made up: its parts, and in pages the entries behind it.',
    session: true,
    premium: needsPremium,
    query: explainQuery,
    data: explanation,
    problems: ['account_not_found', 'goal_not_found', 'category_not_found', 'query_too_slow'],
  },
  whatChanged: {
    ...addresses.whatChanged,
    kind: 'query',
    summary: 'Returns what led a figure from what it was at one moment to what it was at another.',
    session: true,
    premium: needsPremium,
    query: whatChangedParameters,
    data: whatChanged,
    problems: ['account_not_found', 'goal_not_found', 'category_not_found', 'query_too_slow'],
  },
  sinceLastVisit: {
    ...addresses.sinceLastVisit,
    kind: 'action',
    summary: 'Notes that the user is here, and returns what has changed since their last visit in what they had seen.',
    session: true,
    data: sinceLastVisit,
    problems: [],
  },
} as const satisfies Record<string, Call>;
