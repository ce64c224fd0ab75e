/** Values in a map with one more at a position, from 1; at the end where it is beyond. */
export function insertAt<Value>(values: Map<string, Value>, id: string, value: Value, position: number): void {
  const later = [...values].slice(position - 1);
  for (const [each] of later) values.delete(each);
  values.set(id, value);
  for (const [each, own] of later) values.set(each, own);
}

/** Ids in another order: those that `wanted` names take each other's places, and others stay where they are. */
export function reordered(ids: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(ids);
  const named = wanted.filter((id) => known.has(id));
  const isNamed = new Set(named);
  let next = 0;
  return ids.map((id) => {
    if (!isNamed.has(id)) return id;
    next += 1;
    return named[next - 1] as string;
  });
}
