import { openEventLog } from '../ledger/event-log/event-log.ts';
import { migrate } from '../platform/migrations.ts';
import { openPool } from '../platform/postgres.ts';
import { run } from '../platform/program.ts';
import { storeUrls } from '../platform/settings.ts';
import { migrations } from './tables/migrations.ts';
import { startWorker } from './worker/worker.ts';

// The projection worker: builds the read models from the event log. It needs DATABASE_URL and EVENTSTORE_URL.
await run('projections', async (logger) => {
  const { databaseUrl, eventStoreUrl } = storeUrls(process.env);
  const pool = openPool(databaseUrl, logger, 1);
  await migrate(pool, migrations);
  await pool.end();
  const log = openEventLog(eventStoreUrl);
  const worker = startWorker({ databaseUrl, log, logger });
  return {
    ready: { role: await worker.ready },
    stop: async () => {
      await worker.stop();
      await log.close();
    },
  };
});
