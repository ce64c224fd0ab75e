import { z } from 'zod';
import { REPLACED_MAX, type Setter, WALLETS } from './constants.ts';
import { FIELDS, type FieldName, fieldsOf } from './fields.ts';
import type { RuleField } from './rule-fields.ts';
import { categoryId, id } from './values.ts';

const rule = { by: z.literal('rule'), ruleId: id, ruleVersion: z.int().min(1) };
const other = { by: z.enum(['hand', 'import', 'past', 'words'] satisfies Setter[]) };
const revision = z.int().min(0).optional();

const { parts, note, tags } = FIELDS.transaction;
const values = z
  .strictObject({
    title: z.string().nullable(),
    category: categoryId.nullable(),
    wallet: z.enum(WALLETS).nullable(),
    parts: parts.schema.nullable(),
    note: note.schema.nullable(),
    tags: tags.schema.nullable(),
  } satisfies Record<RuleField, z.ZodType>)
  .partial();
const replaced = z.discriminatedUnion('by', [
  z.strictObject({ ...rule, values }),
  z.strictObject({ ...other, values }),
]);

/**
 * The values that a rule replaced: the value of a field, and of those that are set together with it, by the names of
 * fields, null for none, and who had set it.
 */
export type Replaced = z.infer<typeof replaced>;

const setBy = z.discriminatedUnion('by', [
  z.strictObject({ ...rule, revision, replaced: z.array(replaced).min(1).max(REPLACED_MAX).optional() }),
  z.strictObject({ ...other, revision }),
]);

/**
 * Who set a field. `revision` is the revision of the event that set it, if another event says so. `replaced` is in that
 * event alone, and has values that nothing else has: the values by earlier rules of the same pass, in order, and before
 * these, if the event records the entry, the value before all rules.
 */
export type SetBy = z.infer<typeof setBy>;

/** Who set fields of an entry, as an event says it. */
export type SetFields = Readonly<Record<string, SetBy>>;

/** Who set fields, as events that do to an entry of a kind what `does` says hold it, of the fields that need it. */
export const setOf = <Kind extends 'transaction' | 'transfer'>(kind: Kind, does: keyof typeof UNSAID) =>
  z
    .partialRecord(z.enum(fieldsOf(kind) as readonly FieldName<Kind>[]), setBy)
    .optional()
    .meta({ title: 'by field: `by`, `ruleId`?, `ruleVersion`?, `revision`?, `replaced`?' })
    .describe([SAYS, ...REPLACED[does], UNSAID[does]].join(' '));

const SAYS =
  'who set a field: `hand`, a `rule` in one of its versions, `import`, the `past`, from which its value was taken, ' +
  "or the `words` of a list; and the revision of the event that did, where it isn't this one.";
const UNSAID = {
  record: 'Of a field that it does not name: as `madeBy` says',
  change: 'Of a field that it does not name: `hand`; where `changedAt` is null, as it was recorded first',
  restore: 'Of a field that it does not name: as `madeBy` says',
};

const IN_ORDER = 'in order: who set it, and `values` by field, null for none.';
const REPLACED = {
  record: [`Of a rule \`replaced\` is what it was before all rules, and what earlier ones made of it, ${IN_ORDER}`],
  change: [`Of a rule \`replaced\` is what earlier ones of its run made of what \`before\` has, ${IN_ORDER}`],
  restore: [],
};

/** Who set all fields that `set` doesn't name, as an event that records an entry, or brings it back, holds it. */
export const madeBy = z
  .enum(['hand', 'import'])
  .optional()
  .describe('who set all other fields; absent for `import` of what has `imported`, and for `hand` of all else');

/**
 * The origins of an entry's fields, as rows and states hold them: who set each field that has another origin than the
 * event that recorded the entry gave it by default. `made` is that default, absent for `hand`. Null if there is
 * nothing to say.
 */
export type Origins = { readonly [field: string]: SetBy | 'import' } | null;

/** New origins of fields, or null if a field has the default, or no value any more. */
export type ChangedOrigins = Readonly<Record<string, SetBy | null>>;

/** The name in origins under which the default is. No field has it. */
const MADE = 'made';

/** Who set the fields that origins don't name. */
export function defaultOf(origins: Origins): 'hand' | 'import' {
  return origins?.[MADE] === 'import' ? 'import' : 'hand';
}

/** Who set a field, where it isn't the default. */
export function setterIn(origins: Origins | undefined, field: string): SetBy | null {
  const setBy = origins?.[field];
  return setBy === undefined || setBy === 'import' ? null : setBy;
}

/** The origins of an entry that an event at a revision records, or brings back. */
export function originsMade(
  set: SetFields | undefined,
  madeBy: 'import' | 'hand' | undefined,
  revision: bigint,
): Origins {
  const named = Object.entries(set ?? {}).map(([field, setBy]) => [field, setAt(setBy, revision)]);
  return unlessEmpty({ ...(madeBy === 'import' && { [MADE]: madeBy }), ...Object.fromEntries(named) });
}

/** Origins after a change. */
export function originsAfter(before: Origins, changed: ChangedOrigins | null): Origins {
  if (!changed) return before;
  const after: Record<string, SetBy | 'import'> = { ...before };
  for (const [field, setBy] of Object.entries(changed)) {
    if (setBy) after[field] = setBy;
    else delete after[field];
  }
  return unlessEmpty(after);
}

/** Origins with those that other origins of the same entry have for some fields. */
export function originsOverlaid(origins: Origins, other: Origins, fields: readonly string[]): Origins {
  return originsAfter(origins, Object.fromEntries(fields.map((field) => [field, setterIn(other, field)])));
}

/** Whether a field has a value in a state; an account that is left out is Everyday. */
export function hasValue(state: object, field: string): boolean {
  return field === 'accountId' || (state as Record<string, unknown>)[field] !== undefined;
}

/** Who set a field, with the revision of the event that set it: the event that says so if it names none. */
export function setAt(setBy: SetBy, revision: bigint): SetBy {
  const { replaced: _, ...setter } = { replaced: undefined, ...setBy };
  return { ...setter, revision: setter.revision ?? Number(revision) };
}

function unlessEmpty(origins: Record<string, SetBy | 'import'>): Origins {
  return Object.keys(origins).length === 0 ? null : origins;
}
