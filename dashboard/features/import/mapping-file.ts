import { type ImportMapping, type ImportPreview, importMapping } from '#contract/import-calls.ts';

type Samples = NonNullable<ImportPreview['mapping']>['samples'];

const KIND = 'daybook-columns';
/** The message for a file that is no mapping. */
export const NO_MAPPING = 'This is no file of columns from Daybook';
/** No file of columns is larger. */
export const MAPPING_FILE_BYTES_MAX = 100_000;

/** The columns of a file as a small file: the headers, and the roles by their places; nothing of entries. */
export function mappingFile(mapping: ImportMapping, samples: Samples): string {
  const { year: _, ...lasting } = mapping;
  return JSON.stringify({ kind: KIND, headers: samples.map(({ header }) => header), mapping: lasting }, null, 2);
}

/**
 * The mapping in such a file, for a file with these columns; a sentence where it is of other columns, or none. It is
 * data of a stranger: all that isn't a mapping is refused.
 */
export function mappingIn(text: string, samples: Samples): ImportMapping | string {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return NO_MAPPING;
  }
  const { kind, headers, mapping } = typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  const parsed = importMapping.safeParse(mapping);
  if (kind !== KIND || !parsed.success || !Array.isArray(headers)) return NO_MAPPING;
  const own = samples.map(({ header }) => header);
  const lacking = headers.find((header) => !own.includes(header));
  if (lacking !== undefined)
    return `These columns are of another file: this one has no ‘${String(lacking).slice(0, 40)}’`;
  // The columns may stand in another order.
  const places = new Map(headers.map((header, place) => [place, header === '' ? place : own.indexOf(header)]));
  const columns = Object.entries(parsed.data.columns).map(([role, place]) => [
    role,
    place == null ? null : places.get(place),
  ]);
  const mappingHere = importMapping.safeParse({ ...parsed.data, columns: Object.fromEntries(columns) });
  return mappingHere.success ? mappingHere.data : NO_MAPPING;
}
