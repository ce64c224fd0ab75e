import { openClient } from '../platform/postgres.ts';
import { storeUrls } from '../platform/settings.ts';

// Says by its exit code whether some projection worker leads, for whoever watches workers from outside, as a container's
// health check does. A standby is well as long as there is somebody to stand by for.

/** A leader gives a sign of life several times a second; a successor needs a moment. */
const RECENT = '10 seconds';

const client = await openClient(storeUrls(process.env).databaseUrl);
const { rows } = await client.query<{ leads: boolean }>(
  `SELECT at > now() - interval '${RECENT}' AS leads FROM projection_worker.heartbeat`,
);
await client.end();
if (!rows[0]?.leads) {
  console.error('No projection worker leads.');
  process.exitCode = 1;
}
