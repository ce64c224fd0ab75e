import { BASE_PATH, OIDC_CALLBACK_PATH } from '#contract/addresses.ts';
import { clock } from '#platform/clock.ts';
import { KeyedMutex } from '#platform/keyed-mutex.ts';
import { migrateSchema } from '#platform/migrations.ts';
import { openPool } from '#platform/postgres.ts';
import { runProgram } from '#platform/program.ts';
import { repeat } from '#platform/repeat.ts';
import { storeUrls, wholeNumber } from '#platform/settings.ts';
import { startTelemetry } from '#platform/start-telemetry.ts';
import { watchQueue } from '#platform/telemetry/queues.ts';
import { LedgerViews } from '#projections/ledger-views.ts';
import { listenForCommits } from '#projections/listen.ts';
import { openLog } from '#projections/open-log.ts';
import { addMissing } from '#projections/tables/add-missing.ts';
import { RevisionWaiters } from '#projections/wait-for-revision.ts';
import { createApp } from './app.ts';
import { FINISH_INTERVAL_MS, finishUnfinished } from './commands/finish-unfinished.ts';
import { RecentEvents } from './commands/recent-events.ts';
import { canDemoLogIn, ensureDemoUser } from './demo/demo-user.ts';
import { restoreDemoUserIfDue, UPKEEP_INTERVAL_MS } from './demo/upkeep.ts';
import { diskSpaceOf } from './disk/disk-space.ts';
import { imageQuotaOf } from './files/quota.ts';
import { SWEEP_INTERVAL_MS, sweep } from './files/sweep.ts';
import { readStores } from './health/store-readings.ts';
import { HeavyWork } from './heavy/heavy-work.ts';
import { listen } from './http/listen.ts';
import { LONG_ANSWER_CONNECTIONS } from './http/long-answer.ts';
import { publicOriginOf } from './http/origin.ts';
import { premiumSetting } from './http/premium.ts';
import { finishDeletions } from './identity/deletion.ts';
import { isLocalLoginOn, OidcProvider, oidcSettings } from './identity/oidc-provider.ts';
import { relyingPartyOf } from './identity/passkeys.ts';
import { passwordRules } from './identity/password-rules.ts';
import { secretKeyFile, secretKeyIn } from './identity/secret-key.ts';
import { deleteOldSecurityEvents } from './identity/security-log.ts';
import { SessionCookie } from './identity/session-cookie.ts';
import { deleteExpiredSessions } from './identity/sessions.ts';
import { deleteExpiredTickets } from './identity/tickets.ts';
import { ImportReader } from './imports/reader.ts';
import { sweepImports } from './imports/stored-imports.ts';
import { openLimits } from './limits/limits.ts';
import { migrations } from './migrations.ts';
import { Payments } from './payments/payments.ts';
import { paymentSettings } from './payments/settings.ts';
import { POST_INTERVAL_MS, postDue } from './schedules/post-due.ts';
import { openSearch } from './search/search.ts';
import { DELIVERY_INTERVAL_MS, WebhookDeliveries } from './webhooks/deliver.ts';

const DELETIONS_INTERVAL_MS = 10_000;
/** The pause before a failed creation of the demo user is retried. */
const DEMO_RETRY_MS = 5_000;
const IMPORT_SWEEP_INTERVAL_MS = 60 * 60 * 1000;
const EXPIRED_SESSIONS_INTERVAL_MS = 60 * 60 * 1000;

// The API server, which also serves the built dashboard. docs/operations.md describes its environment variables.
await runProgram('api', async (logger) => {
  const { databaseUrl, eventStoreUrl } = storeUrls(process.env);
  const port = wholeNumber(process.env, 'PORT', 3000);
  const host = process.env.HOST || '127.0.0.1';
  const publicOrigin = publicOriginOf(process.env, port);
  const stripe = paymentSettings(process.env);
  const oidc = oidcSettings(process.env);
  const telemetry = await startTelemetry('api', process.env, logger);
  const database = openPool(databaseUrl, logger, undefined, { name: 'main' });
  await migrateSchema(database, migrations);
  await addMissing(database);

  const log = openLog(eventStoreUrl);
  const waiters = new RevisionWaiters(database);
  const commits = await listenForCommits(databaseUrl, logger, (reached) => waiters.hint(reached));
  const cookie = new SessionCookie(publicOrigin.startsWith('https:'));
  const limits = openLimits(database, wholeNumber(process.env, 'RATE_LIMIT_FACTOR', 1, 1, 1_000_000));
  const payments = stripe && new Payments(stripe, publicOrigin, logger);
  const hasDemo = process.env.DEMO_USER !== 'off';
  const { DAYBOOK_DATA: dataFolder } = process.env;
  const disk = diskSpaceOf(dataFolder);
  const stopReadings = readStores({ databaseUrl, log, dataFolder }, logger);
  const services = {
    database,
    longAnswers: openPool(databaseUrl, logger, LONG_ANSWER_CONNECTIONS, { name: 'long_answers' }),
    search: openSearch(databaseUrl, logger),
    log,
    waiters,
    views: new LedgerViews(),
    cookie,
    payments,
    limits,
    premium: premiumSetting(process.env),
    passwordRules: passwordRules(process.env),
    secretKey: secretKeyIn(secretKeyFile(process.env)),
    party: relyingPartyOf(publicOrigin),
    localLogin: isLocalLoginOn(process.env),
    oidc: oidc && new OidcProvider(oidc, `${publicOrigin}${BASE_PATH}${OIDC_CALLBACK_PATH}`),
    imageQuota: imageQuotaOf(process.env),
    isWebhookPrivate: process.env.WEBHOOK_PRIVATE === 'on',
    disk,
    importReader: new ImportReader(databaseUrl),
    heavy: new HeavyWork({ databaseUrl, eventStoreUrl, dataFolder }),
    commandMutex: watchQueue('commands', new KeyedMutex(() => new RecentEvents())),
    now: clock,
  };
  const app = createApp(
    services,
    {
      publicOrigin,
      dashboardFolder: process.env.DASHBOARD_DIR || null,
      sourceArchive: process.env.SOURCE_ARCHIVE || null,
      proxies: wholeNumber(process.env, 'TRUSTED_PROXIES', 0, 0, 10),
    },
    logger,
  );
  const server = await listen(app.callback(), port, host, logger);

  /** Skips a run while the disk is full. */
  const unlessDiskFull = (action: () => Promise<'done' | undefined>) => async () =>
    (await disk.hasSpace()) ? await action() : undefined;
  const deletions = repeat(
    'deleting accounts',
    DELETIONS_INTERVAL_MS,
    logger,
    unlessDiskFull(() => finishDeletions(services)),
  );
  const demo = repeat(
    'preparing the demo user',
    DEMO_RETRY_MS,
    logger,
    unlessDiskFull(async () => {
      if (hasDemo) await ensureDemoUser(services);
      return 'done';
    }),
  );
  if (hasDemo && !(await canDemoLogIn(database))) await demo.first;
  const unfinished = repeat(
    'finishing change-sets',
    FINISH_INTERVAL_MS,
    logger,
    unlessDiskFull(() => finishUnfinished(services)),
  );
  const posting = repeat(
    'posting what is due',
    POST_INTERVAL_MS,
    logger,
    unlessDiskFull(() => postDue(services)),
  );
  const deliveries = new WebhookDeliveries(services, (error) =>
    logger.warn({ err: error }, 'sending a webhook failed and will be tried again'),
  );
  const webhooks = repeat('sending webhooks', DELIVERY_INTERVAL_MS, logger, () => deliveries.look());
  const upkeep = repeat(
    'restoring the demo user',
    UPKEEP_INTERVAL_MS,
    logger,
    unlessDiskFull(async () => (hasDemo ? await restoreDemoUserIfDue(services) : 'done')),
  );
  const imageSweep = repeat(
    'sweeping images',
    SWEEP_INTERVAL_MS,
    logger,
    unlessDiskFull(async () => {
      logger.info({ images: await sweep(services) }, 'images swept');
      return undefined;
    }),
  );
  const importSweep = repeat(
    'sweeping imports',
    IMPORT_SWEEP_INTERVAL_MS,
    logger,
    unlessDiskFull(() => sweepImports(database, services.now())),
  );
  const sessionExpiry = repeat('deleting expired sessions', EXPIRED_SESSIONS_INTERVAL_MS, logger, async () => {
    logger.info({ sessions: await deleteExpiredSessions(database, services.now()) }, 'expired sessions deleted');
    await deleteExpiredTickets(database, services.now());
    await deleteOldSecurityEvents(database, services.now());
  });

  return {
    ready: { url: publicOrigin, ...telemetry.ready },
    stop: async () => {
      await server.close();
      await services.importReader.close();
      await services.heavy.close();
      await Promise.all(
        [deletions, demo, unfinished, posting, webhooks, upkeep, imageSweep, importSweep, sessionExpiry].map((task) =>
          task.stop(),
        ),
      );
      await deliveries.idle();
      await commits.close();
      waiters.close();
      await log.close();
      await services.search.close();
      await services.longAnswers.end();
      await stopReadings();
      await database.end();
      await telemetry.close();
    },
  };
});
