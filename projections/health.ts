import { openClient } from '../platform/postgres.ts';
import { storeUrls } from '../platform/settings.ts';
import { isLed } from './worker/lease.ts';

// Says by its exit code whether some projection worker leads, for whoever watches workers from outside, as a container's
// health check does. A standby is well as long as there is somebody to stand by for.

const client = await openClient(storeUrls(process.env).databaseUrl);
const leads = await isLed(client);
await client.end();
if (!leads) {
  console.error('No projection worker leads.');
  process.exitCode = 1;
}
