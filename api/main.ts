import { openEventLog } from '../event-log/event-log.ts';
import { KeyedMutex } from '../platform/keyed-mutex.ts';
import { migrate } from '../platform/migrations.ts';
import { openPool } from '../platform/postgres.ts';
import { run } from '../platform/program.ts';
import { repeat } from '../platform/repeat.ts';
import { storeUrls, wholeNumber } from '../platform/settings.ts';
import { listenForCommits } from '../projections/listen.ts';
import { RevisionWaiters } from '../projections/wait-for-revision.ts';
import { createApp } from './app.ts';
import { RecentEvents } from './commands/recent-events.ts';
import { ensureDemoUser } from './demo/demo-user.ts';
import { TENDED_EVERY_MS, tendDemoUser } from './demo/upkeep.ts';
import { DiskSpace, freeBytesAt } from './disk/disk-space.ts';
import { imageQuotaOf } from './files/quota.ts';
import { SWEPT_EVERY, sweep } from './files/sweep.ts';
import { listen } from './http/listen.ts';
import { publicOriginOf } from './http/origin.ts';
import { finishDeletions } from './identity/deletion.ts';
import { SessionCookie } from './identity/session-cookie.ts';
import { deleteExpiredSessions } from './identity/sessions.ts';
import { openLimits } from './limits/limits.ts';
import { migrations } from './migrations.ts';
import { Payments } from './payments/payments.ts';
import { paymentSettings } from './payments/settings.ts';

/** How often pending account deletions are retried, in milliseconds. */
const DELETIONS_EVERY = 10_000;
/** How long after a failure the demo user is prepared again, in milliseconds. */
const DEMO_EVERY = 5_000;
/** How often sessions are deleted whose users stayed away, in milliseconds. */
const EXPIRED_EVERY = 60 * 60 * 1000;

// The API and the built dashboard. It needs DATABASE_URL and EVENTSTORE_URL; PORT, HOST, PUBLIC_ORIGIN and DASHBOARD_DIR
// say where it is reached and what it serves,
// STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET (without them nothing can be paid), STRIPE_PRICE_ID and STRIPE_API_BASE how
// Premium is paid,
// DAYBOOK_DATA the folder on whose disk the stores write, if they do so on this machine,
// STORED_IMAGES_MB and DEMO_STORED_IMAGES_MB how much a user's images may take up,
// TRUSTED_PROXIES how many proxies stand before it, RATE_LIMIT_FACTOR how much larger its limits are; DEMO_USER=off
// leaves the demo user out.
await run('api', async (logger) => {
  const { databaseUrl, eventStoreUrl } = storeUrls(process.env);
  const port = wholeNumber(process.env, 'PORT', 3000);
  const host = process.env.HOST || '127.0.0.1';
  const publicOrigin = publicOriginOf(process.env, port);
  const stripe = paymentSettings(process.env);
  const database = openPool(databaseUrl, logger);
  await migrate(database, migrations);

  const log = openEventLog(eventStoreUrl);
  const waiters = new RevisionWaiters(database);
  const commits = await listenForCommits(databaseUrl, logger, () => waiters.hint());
  const cookie = new SessionCookie(publicOrigin.startsWith('https:'));
  const limits = openLimits(database, wholeNumber(process.env, 'RATE_LIMIT_FACTOR', 1, 1, 1_000_000));
  const payments = stripe && new Payments(stripe, publicOrigin, logger);
  const hasDemo = process.env.DEMO_USER !== 'off';
  const { DAYBOOK_DATA: dataFolder } = process.env;
  const disk = new DiskSpace(dataFolder ? freeBytesAt(dataFolder) : async () => Number.POSITIVE_INFINITY);
  const services = {
    database,
    log,
    waiters,
    cookie,
    payments,
    limits,
    imageQuota: imageQuotaOf(process.env),
    disk,
    commandMutex: new KeyedMutex(() => new RecentEvents()),
    now: () => new Date(),
  };
  const app = createApp(
    services,
    {
      publicOrigin,
      dashboardFolder: process.env.DASHBOARD_DIR || null,
      proxies: wholeNumber(process.env, 'TRUSTED_PROXIES', 0, 0, 10),
    },
    logger,
  );
  const server = await listen(app.callback(), port, host, logger);

  /** On a full disk nothing is done: it is tried again the next time. */
  const whereSpace = (action: () => Promise<'done' | undefined>) => async () =>
    (await disk.hasSpace()) ? await action() : undefined;
  const deletions = repeat(
    'deleting accounts',
    DELETIONS_EVERY,
    logger,
    whereSpace(() => finishDeletions(services)),
  );
  const demo = repeat(
    'preparing the demo user',
    DEMO_EVERY,
    logger,
    whereSpace(async () => {
      if (hasDemo) await ensureDemoUser(services);
      return 'done';
    }),
  );
  await demo.first;
  const tending = repeat(
    'restoring the demo user',
    TENDED_EVERY_MS,
    logger,
    whereSpace(async () => (hasDemo ? await tendDemoUser(services) : 'done')),
  );
  const sweeping = repeat(
    'sweeping images',
    SWEPT_EVERY,
    logger,
    whereSpace(async () => {
      logger.info({ images: await sweep(services) }, 'images swept');
      return undefined;
    }),
  );
  const expiring = repeat('deleting expired sessions', EXPIRED_EVERY, logger, async () => {
    logger.info({ sessions: await deleteExpiredSessions(database, services.now()) }, 'expired sessions deleted');
  });

  return {
    ready: { url: publicOrigin },
    stop: async () => {
      await server.close();
      await Promise.all([deletions, demo, tending, sweeping, expiring].map((repeated) => repeated.stop()));
      await commits.close();
      waiters.close();
      await log.close();
      await database.end();
    },
  };
});
