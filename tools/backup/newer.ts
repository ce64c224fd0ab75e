import { migrations } from '#api/migrations.ts';
import { SCHEMA_VERSION } from '#tools/embedded/eventstore/storage/schema.ts';
import type { Manifest } from './manifest.ts';

/** Whether databases have what a newer Daybook made, of which this one doesn't know all tables. */
export function isOfNewer({ daybook, eventstore }: Manifest['schemas']): boolean {
  const known = new Set(migrations.map(({ name }) => name));
  return daybook.some((name) => !known.has(name)) || (eventstore ?? 0) > SCHEMA_VERSION;
}
