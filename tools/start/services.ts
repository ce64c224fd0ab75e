import { startEventStoreProgram } from './event-store.ts';
import { postgresLauncher } from './postgres.ts';
import type { ProgramSettings } from './settings.ts';
import type { Supervisor } from './supervisor.ts';

/** The URLs of Postgres and the event store. */
export type ServiceUrls = { databaseUrl: string; eventStoreUrl: string };

/**
 * The same, and of the stand-in for the event store the URLs of its web pages and of the database in which it keeps its
 * events.
 */
export type StartedServices = ServiceUrls & { eventStorePagesUrl?: string; eventsDatabaseUrl?: string };

/**
 * Gives the services' URLs from the settings, and starts a stand-in in `supervisor` for each that is unset. `root` is
 * the project's folder. Throws a `StartFailure` or a `PostgresFailure`.
 */
export async function startServices(
  settings: ProgramSettings,
  supervisor: Supervisor,
  root: string,
): Promise<StartedServices> {
  const { databaseUrl, eventStoreUrl, dataDir, port } = settings;
  if (databaseUrl && eventStoreUrl) return { databaseUrl, eventStoreUrl };
  const { postgres, database } = await startDatabases(settings, supervisor);
  const readModelsUrl = databaseUrl ?? (await database('daybook'));
  if (eventStoreUrl) return { databaseUrl: readModelsUrl, eventStoreUrl };
  const eventsDatabaseUrl = await database('eventstore');
  const eventStoreOptions = { databaseUrl: eventsDatabaseUrl, dataDir, reserved: port };
  const { url, pagesUrl } = await startEventStoreProgram(eventStoreOptions, postgres, supervisor, root);
  const ofStandIn = { eventsDatabaseUrl, ...(pagesUrl && { eventStorePagesUrl: pagesUrl }) };
  return { databaseUrl: readModelsUrl, eventStoreUrl: url, ...ofStandIn };
}

/**
 * Starts the data folder's Postgres in `supervisor`, alone. `database` gives the URL of its database of this name, and
 * makes it where it is missing. Throws a `StartFailure` or a `PostgresFailure`.
 */
export async function startDatabases({ dataDir, port }: ProgramSettings, supervisor: Supervisor) {
  const standIn = postgresLauncher(dataDir, port);
  const postgres = await supervisor.start('Postgres', 'postgres', standIn.launch);
  return { postgres, database: (name: 'daybook' | 'eventstore') => standIn.database(name) };
}
