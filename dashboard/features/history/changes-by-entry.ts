import type { FieldChange } from '#contract/ledger-calls.ts';

/** Changes that a change-set made to one entry: each field once. */
export type ChangeOfEntry = { entry: string; changes: FieldChange[] };

/** Groups changes by entry, with the first value before and the last value after of each field. */
export function changesByEntry(changes: readonly FieldChange[]): ChangeOfEntry[] {
  const entries = new Map<string, Map<string, FieldChange>>();
  for (const change of changes) {
    const fields = entries.get(change.entry) ?? new Map<string, FieldChange>();
    const earlier = fields.get(change.field);
    fields.set(change.field, earlier ? { ...change, before: earlier.before } : change);
    entries.set(change.entry, fields);
  }
  return [...entries].map(([entry, fields]) => ({ entry, changes: [...fields.values()] }));
}
