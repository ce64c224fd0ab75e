import { z } from 'zod';
import { GIVEN_NAMES } from '#ledger/model/categories.ts';
import { TRANSACTION_TITLE_MAX, WALLETS } from '#ledger/model/constants.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { categoryIdField, categoryName, choice, entryDate, idField, note, tags, title } from './fields.ts';
import { BULK_BODY_BYTES_MAX, BULK_IDS_MAX } from './limits.ts';
import { messages } from './messages.ts';
import { query } from './search-calls.ts';
import { user } from './user.ts';

const ids = z.array(idField, { error: messages.wrongType }).max(BULK_IDS_MAX, messages.tooManyIds);

/**
 * Schema of the new values of a bulk: a field that is left out stays, null takes a category or a note off. Tags are
 * removed first, then added.
 */
const change = z.strictObject(
  {
    title: title(TRANSACTION_TITLE_MAX).optional(),
    category: z.preprocess((value) => (value === '' ? null : value), categoryName(GIVEN_NAMES).nullable().optional()),
    categoryId: categoryIdField.optional(),
    accountId: idField.optional(),
    wallet: choice(WALLETS, messages.walletRequired).optional(),
    date: entryDate.optional(),
    note: note.optional(),
    addTags: tags.optional(),
    removeTags: tags.optional(),
  },
  { error: messages.wrongType },
);
export type BulkChangeInput = z.output<typeof change>;

/** Body of preview-bulk and of bulk (product 4.18). */
export const bulkInput = z
  .strictObject({
    select: z.strictObject(
      { q: query.optional(), ids: ids.optional(), except: ids.optional() },
      { error: messages.selectEither },
    ),
    change: change.optional(),
    delete: z.literal(true, { error: messages.wrongType }).optional(),
    /** Of a preview: what has changed since is a failure. Null for an empty ledger. */
    revision: z.int({ error: messages.wrongType }).min(0, messages.wrongType).nullable().optional(),
  })
  .check(({ value, issues }) => {
    const refuse = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value });
    const { q, ids } = value.select;
    if ((q === undefined) === (ids === undefined)) refuse('select', messages.selectEither);
    if ((value.change === undefined) === (value.delete === undefined) || (value.change && isEmpty(value.change))) {
      refuse('change', messages.changeRequired);
    }
    if (value.change?.category !== undefined && value.change.categoryId !== undefined) {
      refuse('change', messages.categoryTwice);
    }
  });

/** Whether a change names no field; a list of no tags is none. */
function isEmpty({ addTags, removeTags, ...fields }: BulkChangeInput): boolean {
  return !addTags && !removeTags && Object.values(fields).every((value) => value === undefined);
}

/** The sums of all that is selected, whole amounts, in whole units: `in` and `out` are positive. */
const sums = z.object({ in: z.number(), out: z.number(), net: z.number() });

/**
 * The effect of a bulk. `count` is `changed` + `unchanged` + `skippedCount`; `skipped` has the first 500. `after` is
 * without deleted entries. `categories`, of a change of category, are the present ones of the changed entries, null for
 * none, the largest sum first. `revision` is the ledger's; null for an empty ledger.
 */
export const bulkPreview = z.object({
  count: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.array(z.object({ _id: z.string(), title: z.string().nullable(), reason: z.string() })),
  skippedCount: z.int(),
  before: sums,
  after: sums,
  categories: z.array(z.object({ category: z.string().nullable(), count: z.int(), amount: z.number() })).optional(),
  revision: z.number().nullable(),
});
export type BulkPreview = z.infer<typeof bulkPreview>;

const problems = [
  'entry_not_found',
  'account_not_found',
  'category_not_found',
  'query_too_slow',
  'changed_meanwhile',
] as const;

/** The calls that change or delete many entries at once (product 4.18). */
export const bulkCalls = {
  previewBulk: {
    ...addresses.previewBulk,
    kind: 'query',
    summary: 'Returns what a change or a deletion of many entries would do. Changes nothing.',
    session: true,
    body: bulkInput,
    bodyBytesMax: BULK_BODY_BYTES_MAX,
    data: bulkPreview,
    problems,
  },
  bulk: {
    ...addresses.bulk,
    kind: 'command',
    needs: 'rows',
    summary: 'Changes or deletes many entries as one change-set. What a rule refuses for one of them is left as it is.',
    session: true,
    body: bulkInput,
    bodyBytesMax: BULK_BODY_BYTES_MAX,
    data: user,
    problems: [...problems, 'too_many_requests'],
  },
} as const satisfies Record<string, Call>;
