import { runProgram } from '#platform/program.ts';
import { storeUrls } from '#platform/settings.ts';
import { startTelemetry } from '#platform/start-telemetry.ts';
import { openLog } from './open-log.ts';
import { migrateTables } from './tables/migrate-tables.ts';
import { startWorker } from './worker/worker.ts';

// The projection worker: builds the read models from the event log. docs/operations.md describes its
// environment variables.
await runProgram('projections', async (logger) => {
  const { databaseUrl, eventStoreUrl } = storeUrls(process.env);
  const telemetry = await startTelemetry('worker', process.env, logger);
  await migrateTables(databaseUrl, logger);
  const log = openLog(eventStoreUrl);
  const worker = startWorker({ databaseUrl, log, logger });
  const role = await worker.ready;
  worker.ended.catch((error) => {
    logger.fatal({ err: error }, 'can not go on');
    process.exit(1);
  });
  return {
    ready: { role, ...telemetry.ready },
    stop: async () => {
      await worker.stop();
      await log.close();
      await telemetry.close();
    },
  };
});
