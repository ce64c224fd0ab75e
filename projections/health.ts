import { openClient } from '#platform/postgres.ts';
import { storeUrls } from '#platform/settings.ts';

// The health check of a container: exit code 0 while any projection worker leads. A standby is healthy while another
// leads.

/** Heartbeats come several times a second; a failover takes some seconds. */
const HEARTBEAT_AGE_MAX = '10 seconds';

try {
  const client = await openClient(storeUrls(process.env).databaseUrl);
  const { rows } = await client.query<{ leads: boolean }>(
    `SELECT at > now() - interval '${HEARTBEAT_AGE_MAX}' AS leads FROM projection_worker.heartbeat`,
  );
  await client.end();
  if (!rows[0]?.leads) throw new Error('No projection worker leads.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
