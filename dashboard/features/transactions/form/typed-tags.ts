import { z } from 'zod';
import { note, tags } from '#contract/fields.ts';
import { field } from '../../../ui/form-schema.ts';

/** The tags in a typed text: with spaces or commas between them, with `#` or without. */
export function tagsTyped(text: string): string[] {
  return text.split(/[\s,]+/).flatMap((word) => word.replace(/^#+/, '') || []);
}

/** The text of the field for tags. */
export function tagsText(tags: readonly string[] = []): string {
  return tags.join(' ');
}

/** Schema of the field for tags: a text; undefined where there is no field, null if it is empty. */
const typedTags = z
  .string()
  .optional()
  .transform((text, { addIssue }) => {
    if (text === undefined) return undefined;
    const { data, error } = tags.safeParse(tagsTyped(text));
    if (error) addIssue({ code: 'custom', message: error.issues[0]?.message ?? '' });
    return data ?? null;
  });

/** Schemas of the fields for a note and tags; undefined while they are folded away. */
export const typedDescription = { note: field(z.string().optional(), note.optional()), tags: typedTags };
