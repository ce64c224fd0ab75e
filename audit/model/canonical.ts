/** A value as JSON, the same text in whatever order its properties are. One that is undefined counts as absent. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one) => (isObject(one) ? sorted(one) : one));
}

/** The column of a field: `recordedAt` is `recorded_at`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
