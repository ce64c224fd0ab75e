/**
 * Whether Postgres can store a text as it is: it holds no NUL, and JSON with a lone surrogate or NUL can be written,
 * but not read by its functions.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * A value of JSON whose texts can be stored: NULs are left out, lone surrogates replaced. The same value where all of
 * them can.
 */
export function storable<Value>(value: Value): Value;
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return isStorable(value) ? value : value.replaceAll('\0', '').toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const texts = value.map(storable);
    return texts.some((text, index) => text !== value[index]) ? texts : value;
  }
  let changed: Record<string, unknown> | null = null;
  for (const [key, before] of Object.entries(value)) {
    const after = storable(before);
    if (after === before) continue;
    changed ??= { ...value };
    changed[key] = after;
  }
  return changed ?? value;
}
