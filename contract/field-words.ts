import { type EntityKind, FIELDS, type Field, MOVED, type Shape } from '#ledger/model/fields.ts';

/** The words for a field in calls and in History: its name in calls, its word, and the shape of its values. */
export type FieldWords = { name: string; word: string; shape: Shape };

type Words = Omit<Field, 'schema'>;
const known = new Map<string, FieldWords>();
const byName = new Map<string, FieldWords>();
for (const fields of [...Object.values<Record<string, Words>>(FIELDS), MOVED]) {
  for (const [field, { name = field, word, shape }] of Object.entries(fields)) {
    known.set(field, known.get(field) ?? { name, word, shape });
    byName.set(name, { name, word, shape });
  }
}

/** The words of a field by its name in the ledger: of the first kind that has it, where no kind is named. */
export function wordsOfField(field: string, kind?: EntityKind): FieldWords {
  const own: Words | undefined = kind && (FIELDS[kind] as Record<string, Words>)[field];
  if (own) return { name: own.name ?? field, word: own.word, shape: own.shape };
  return known.get(field) ?? { name: field, word: field, shape: 'text' };
}

/** The words of a field by its name in History. A name that several kinds have means the same in each. */
export function wordsOfName(name: string): FieldWords {
  return byName.get(name) ?? { name, word: name, shape: 'text' };
}
