import { startEventStore } from './event-store.ts';
import { postgresLauncher } from './postgres.ts';
import type { Settings } from './settings.ts';
import type { Supervisor } from './supervisor.ts';

/** The URLs of the two services that the programs are joined by. */
export type ServiceUrls = { databaseUrl: string; eventStoreUrl: string };

/** The same, and where a browser opens the pages of an event store that was started here. */
export type StartedServices = ServiceUrls & { eventStorePagesUrl?: string };

/**
 * Gives the services' URLs: those of the settings, and of a stand-in, started in `supervisor`, for each that is absent.
 * `root` is the project's folder. Throws a `StartFailure` or a `PostgresFailure`.
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
  const ofBooks = databaseUrl ?? (await standIn.database('daybook'));
  if (eventStoreUrl) return { databaseUrl: ofBooks, eventStoreUrl };
  const ofEvents = { databaseUrl: await standIn.database('eventstore'), dataDir, reserved: port };
  const { url, pagesUrl } = await startEventStore(ofEvents, postgres, supervisor, root);
  return { databaseUrl: ofBooks, eventStoreUrl: url, ...(pagesUrl && { eventStorePagesUrl: pagesUrl }) };
}
