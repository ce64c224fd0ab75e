import Router from '@koa/router';
import Koa from 'koa';
import type { Log } from '../platform/log.ts';
import { demoCalls } from './demo/calls.ts';
import { refuseWrites } from './disk/refuse-writes.ts';
import { feedbackCalls } from './feedback/calls.ts';
import { fileCalls } from './files/calls.ts';
import { goalCalls } from './goals/calls.ts';
import { healthRoutes } from './health/routes.ts';
import type { State } from './http/context.ts';
import { dashboardFiles } from './http/dashboard-files.ts';
import { failures } from './http/failures.ts';
import { openApiRoute } from './http/openapi.ts';
import { ownOrigin } from './http/origin.ts';
import { ProblemError } from './http/problem-error.ts';
import { readableAddress } from './http/readable-address.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { identityCalls } from './identity/calls.ts';
import { deletionCalls } from './identity/deletion-calls.ts';
import { profileCalls } from './identity/profile-calls.ts';
import { sessions } from './identity/session-cookie.ts';
import { ledgerCalls } from './ledger/calls.ts';
import { paymentCalls } from './payments/calls.ts';
import { paymentWebhook } from './payments/webhook.ts';
import type { Services } from './services.ts';
import { statisticsCalls } from './statistics/calls.ts';
import { transactionCalls } from './transactions/calls.ts';
import { userCalls } from './users/calls.ts';

/** What a connection ends with that the other side has left. */
const HUNG_UP = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/** How the service is reached. */
export type AppSettings = {
  /** Like https://daybook.example. */
  publicOrigin: string;
  /** Where the built dashboard lies, if it serves it. */
  dashboardFolder: string | null;
  /** How many proxies before it are trusted to say whom they stand for. */
  proxies: number;
};

/** Puts the service together: a Koa application that answers the contract's calls and serves the dashboard. */
export function createApp(
  services: Services,
  { publicOrigin, dashboardFolder, proxies }: AppSettings,
  log: Log,
): Koa<State> {
  const app = new Koa<State>({ proxy: proxies > 0, maxIpsCount: proxies });
  const probes = new Router<State>();
  healthRoutes(probes, services);
  openApiRoute(probes);
  const webhooks = new Router<State>();
  paymentWebhook(webhooks, services);
  const router = new Router<State>();
  identityCalls(router, services);
  userCalls(router, services);
  profileCalls(router, services);
  deletionCalls(router, services);
  fileCalls(router, services);
  transactionCalls(router, services);
  goalCalls(router, services);
  statisticsCalls(router, services);
  ledgerCalls(router, services);
  feedbackCalls(router, services);
  paymentCalls(router, services);
  demoCalls(router, services);

  app.use(requestLog(log));
  app.use(failures);
  app.use(readableAddress);
  app.use(securityHeaders(publicOrigin.startsWith('https:')));
  app.use(probes.routes());
  if (dashboardFolder) app.use(dashboardFiles(dashboardFolder));
  app.use(refuseWrites(services.disk));
  app.use(webhooks.routes());
  app.use(ownOrigin(publicOrigin));
  app.use(sessions(services.database, services.cookie, services.now));
  app.use(router.routes());
  app.use(
    router.allowedMethods({
      throw: true,
      methodNotAllowed: () => new ProblemError('method_not_allowed'),
      notImplemented: () => new ProblemError('method_not_allowed'),
    }),
  );
  app.on('error', (error) => {
    // Whoever asked has hung up, often as soon as the last byte was there.
    if (HUNG_UP.has(error.code)) log.debug({ code: error.code }, 'somebody hung up');
    else log.error({ err: error }, 'a request broke');
  });
  return app;
}
