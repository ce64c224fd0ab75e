import { startEventStore } from './event-store.ts';
import { postgresLauncher } from './postgres.ts';
import type { Settings } from './settings.ts';
import type { Supervisor } from './supervisor.ts';

/** The URLs of Postgres and the event store. */
export type ServiceUrls = { databaseUrl: string; eventStoreUrl: string };

/** The same, with the URL of the web pages if the event store is the stand-in. */
export type StartedServices = ServiceUrls & { eventStorePagesUrl?: string };

/**
 * Gives the services' URLs from the settings, and starts a stand-in in `supervisor` for each that is unset. `root` is
 * the project's folder. Throws a `StartFailure` or a `PostgresFailure`.
 */
export async function startServices(
  settings: Settings,
  supervisor: Supervisor,
  root: string,
): Promise<StartedServices> {
  const { databaseUrl, eventStoreUrl, dataDir, port } = settings;
  if (databaseUrl && eventStoreUrl) return { databaseUrl, eventStoreUrl };
  const standIn = postgresLauncher(dataDir, port);
  const postgres = await supervisor.start('Postgres', 'postgres', standIn.launch);
  const readModelsUrl = databaseUrl ?? (await standIn.database('daybook'));
  if (eventStoreUrl) return { databaseUrl: readModelsUrl, eventStoreUrl };
  const eventStoreOptions = { databaseUrl: await standIn.database('eventstore'), dataDir, reserved: port };
  const { url, pagesUrl } = await startEventStore(eventStoreOptions, postgres, supervisor, root);
  return { databaseUrl: readModelsUrl, eventStoreUrl: url, ...(pagesUrl && { eventStorePagesUrl: pagesUrl }) };
}
