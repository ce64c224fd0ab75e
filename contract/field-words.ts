import { FIELDS, type Field, MOVED, type Shape } from '#ledger/model/fields.ts';

/** The words for a field in calls and in History: its name in calls, its word, and the shape of its values. */
export type FieldWords = { name: string; word: string; shape: Shape };

type Words = Omit<Field, 'schema'>;
const known = new Map<string, FieldWords>();
for (const fields of [...Object.values<Record<string, Words>>(FIELDS), MOVED]) {
  for (const [field, { name = field, word, shape }] of Object.entries(fields)) known.set(field, { name, word, shape });
}
const byName = new Map([...known.values()].map((words) => [words.name, words]));

/** The words of a field by its name in the ledger. A name that several kinds have means the same in each. */
export function wordsOfField(field: string): FieldWords {
  return known.get(field) ?? { name: field, word: field, shape: 'text' };
}

/** The words of a field by its name in calls. */
export function wordsOfName(name: string): FieldWords {
  return byName.get(name) ?? { name, word: name, shape: 'text' };
}
