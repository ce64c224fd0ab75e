import { anyFreePort, isFree } from '../embedded/postgres/port.ts';
import { runChild } from './child.ts';
import type { House } from './house.ts';
import type { Kept } from './keep.ts';
import { freePort } from './ports.ts';
import { postgresLauncher } from './postgres.ts';
import type { Settings } from './settings.ts';

const USUAL_PORT = 2113;

/** The URLs of the two services that the programs are joined by. */
export type ServiceUrls = { databaseUrl: string; eventStoreUrl: string };

/**
 * Gives the services' URLs: those of the settings, and of a stand-in, started in `house`, for each that is absent.
 * `root` is the project's folder. Throws a `StartFailure` or a `PostgresFailure`.
 */
export async function startServices(settings: Settings, house: House, root: string): Promise<ServiceUrls> {
  const { databaseUrl, eventStoreUrl } = settings;
  if (databaseUrl && eventStoreUrl) return { databaseUrl, eventStoreUrl };
  const standIn = postgresLauncher(settings.dataDir, settings.port);
  const postgres = await house.keep('Postgres', 'postgres', standIn.launch);
  return {
    databaseUrl: databaseUrl ?? (await standIn.database('daybook')),
    eventStoreUrl:
      eventStoreUrl ??
      (await startEventStore(await standIn.database('eventstore'), postgres, settings.port, house, root)),
  };
}

async function startEventStore(
  databaseUrl: string,
  postgres: Kept,
  reserved: number,
  house: House,
  root: string,
): Promise<string> {
  let address = '';
  const startOn = (port: number) =>
    house.keep('The event store', 'eventstore', async (log, stopping) => {
      await postgres.up(stopping);
      const child = runChild({
        script: 'embedded/eventstore/main.ts',
        args: ['--port', String(port), '--database-url', databaseUrl],
        cwd: root,
        env: process.env,
        log,
      });
      child.ready.then(
        ({ url }) => {
          address = url ?? `esdb://127.0.0.1:${port}?tls=false`;
        },
        () => undefined,
      );
      return child;
    });
  // The event store's own pages stand one above it, where Daybook must not be kept from.
  const port = reserved === USUAL_PORT + 1 ? await anyFreePort() : await freePort(USUAL_PORT, reserved);
  try {
    await startOn(port);
  } catch (error) {
    // Another Daybook that started at the same moment may have taken the port that was free.
    if (await isFree(port)) throw error;
    await startOn(await anyFreePort());
  }
  return address;
}
