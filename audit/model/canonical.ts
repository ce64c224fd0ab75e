/** A value as JSON with sorted properties, so that their order does not matter; undefined ones are left out. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, nested) => (isObject(nested) ? sorted(nested) : nested));
}

/** The column of a field: `recordedAt` is `recorded_at`. */
export function canonicalColumn(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
