import { openEventLog } from '#event-log/event-log.ts';
import { run } from '#platform/program.ts';
import { storeUrls } from '#platform/settings.ts';
import { migrateTables } from './tables/migrate-tables.ts';
import { startWorker } from './worker/worker.ts';

// The projection worker: builds the read models from the event log. It needs DATABASE_URL and EVENTSTORE_URL.
await run('projections', async (logger) => {
  const { databaseUrl, eventStoreUrl } = storeUrls(process.env);
  await migrateTables(databaseUrl, logger);
  const log = openEventLog(eventStoreUrl);
  const worker = startWorker({ databaseUrl, log, logger });
  const role = await worker.ready;
  worker.ended.catch((error) => {
    logger.fatal({ err: error }, 'can not go on');
    process.exit(1);
  });
  return {
    ready: { role },
    stop: async () => {
      await worker.stop();
      await log.close();
    },
  };
});
