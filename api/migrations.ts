import { readableEvents } from '#ledger/log/readable-events.ts';
import type { Migration } from '#platform/migrations.ts';
import { migrations as projections } from '#projections/tables/migrations.ts';
import { migrations as bulk } from './bulk/migrations.ts';
import { migrations as demo } from './demo/migrations.ts';
import { migrations as feedback } from './feedback/migrations.ts';
import { migrations as files } from './files/migrations.ts';
import { migrations as identity } from './identity/migrations.ts';
import { migrations as imports } from './imports/migrations.ts';
import { migrations as limits } from './limits/migrations.ts';
import { migrations as proposals } from './proposals/migrations.ts';
import { migrations as reports } from './reports/migrations.ts';
import { migrations as schedules } from './schedules/migrations.ts';
import { migrations as search } from './search/migrations.ts';
import { migrations as webhooks } from './webhooks/migrations.ts';

/** All migrations that there are, in order, and the names of the events that the API may write. */
export const migrations: readonly Migration[] = [
  ...projections,
  ...identity,
  ...feedback,
  ...limits,
  ...files,
  ...imports,
  ...demo,
  ...search,
  ...bulk,
  ...proposals,
  ...webhooks,
  ...schedules,
  ...reports,
  ...readableEvents.map((name) => ({ name, sql: '' })),
];
