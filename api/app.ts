import Router from '@koa/router';
import Koa from 'koa';
import type { Log } from '#platform/log.ts';
import { areMetricsOn } from '#platform/telemetry/metrics.ts';
import { areTracesOn } from '#platform/telemetry/traces.ts';
import { accountRoutes } from './accounts/routes.ts';
import { budgetRoutes } from './budget/routes.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { categoryRoutes } from './categories/routes.ts';
import { beginAnewIfUnused } from './demo/begin-anew.ts';
import { demoRoutes } from './demo/routes.ts';
import { digestRoutes } from './digest/routes.ts';
import { refuseWrites } from './disk/refuse-writes.ts';
import { explainRoutes } from './explain/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { forecastRoutes } from './forecast/routes.ts';
import { goalRoutes } from './goals/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { State } from './http/context.ts';
import { dashboardFiles } from './http/dashboard-files.ts';
import { failures } from './http/failures.ts';
import { measureRequests } from './http/measure-requests.ts';
import { openApiRoute } from './http/openapi.ts';
import { ownOrigin } from './http/origin.ts';
import { ProblemError } from './http/problem-error.ts';
import { readableAddress } from './http/readable-address.ts';
import { requestLog } from './http/request-log.ts';
import { apiSecurityHeaders } from './http/security-headers.ts';
import { sourceArchiveRoute } from './http/source-archive.ts';
import { traceRequests } from './http/trace-requests.ts';
import { tokenScopes } from './identity/bearer.ts';
import { deletionRoutes } from './identity/deletion-routes.ts';
import { profileRoutes } from './identity/profile-routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { sessions } from './identity/session-cookie.ts';
import { signInRoutes } from './identity/sign-in-routes.ts';
import { importRoutes } from './imports/routes.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { lineRoutes } from './line/routes.ts';
import { agentsProtocol } from './mcp/routes.ts';
import { ownWrites } from './own-writes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { paymentWebhook } from './payments/webhook.ts';
import { proposalRoutes } from './proposals/routes.ts';
import { reconcileRoutes } from './reconcile/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { ruleRoutes } from './rules/routes.ts';
import { calendarRoute } from './schedules/calendar.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { searchRoutes } from './search/routes.ts';
import type { Services } from './services.ts';
import { statisticsRoutes } from './statistics/routes.ts';
import { toFileRoutes } from './to-file/routes.ts';
import { transactionRoutes } from './transactions/routes.ts';
import { transferRoutes } from './transfers/routes.ts';
import { userRoutes } from './users/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Error codes of a connection that the client closed. */
const DISCONNECT_CODES = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/** The API's public address, the files that it serves, and its proxies. */
export type AppSettings = {
  /** Like https://daybook.example. */
  publicOrigin: string;
  /** The folder of the built dashboard; null to serve none. */
  dashboardFolder: string | null;
  /** The archive of the source code, a .tgz file; null to serve none. */
  sourceArchive: string | null;
  /** Number of trusted reverse proxies. */
  proxies: number;
};

/** Creates the Koa application with all routes and middleware. */
export function createApp(
  services: Services,
  { publicOrigin, dashboardFolder, sourceArchive, proxies }: AppSettings,
  log: Log,
): Koa<State> {
  const app = new Koa<State>({ proxy: proxies > 0, maxIpsCount: proxies });
  const probes = new Router<State>();
  healthRoutes(probes, services);
  openApiRoute(probes);
  sourceArchiveRoute(probes, sourceArchive);
  const webhooks = new Router<State>();
  paymentWebhook(webhooks, services);
  const feeds = new Router<State>();
  calendarRoute(feeds, services);
  const router = new Router<State>();
  callRoutes(router, services, { publicOrigin, dashboardFolder });

  app.use(requestLog(log));
  if (areMetricsOn()) app.use(measureRequests);
  if (areTracesOn()) app.use(traceRequests);
  app.use(failures);
  app.use(readableAddress);
  app.use(apiSecurityHeaders(publicOrigin.startsWith('https:')));
  app.use(probes.routes());
  app.use(agentsProtocol(app, services, publicOrigin));
  if (dashboardFolder) app.use(dashboardFiles(dashboardFolder));
  app.use(refuseWrites(services.disk));
  app.use(webhooks.routes());
  app.use(feeds.routes());
  app.use(ownOrigin(publicOrigin));
  app.use(sessions(services.database, services.cookie, services.now));
  app.use(tokenScopes(services.limits));
  app.use(ownWrites(services));
  app.use((ctx, next) => {
    ctx.state.hasPremium = services.premium === 'everyone' || ctx.state.session?.head.isPaid === true;
    return next();
  });
  app.use(router.routes());
  app.use(
    router.allowedMethods({
      throw: true,
      methodNotAllowed: () => new ProblemError('method_not_allowed'),
      notImplemented: () => new ProblemError('method_not_allowed'),
    }),
  );
  app.on('error', (error) => {
    // Many clients disconnect as soon as they have the last byte.
    if (DISCONNECT_CODES.has(error.code)) log.debug({ code: error.code }, 'client disconnected');
    else log.error({ err: error }, 'request failed');
  });
  return app;
}

/** Registers the routes of all calls, and of the addresses beside them that take a session. */
function callRoutes(
  router: Router<State>,
  services: Services,
  { publicOrigin, dashboardFolder }: Pick<AppSettings, 'publicOrigin' | 'dashboardFolder'>,
): void {
  identityRoutes(router, services, (user) => beginAnewIfUnused(services, user));
  userRoutes(router, services);
  profileRoutes(router, services);
  signInRoutes(router, services);
  deletionRoutes(router, services);
  fileRoutes(router, services);
  transactionRoutes(router, services);
  transferRoutes(router, services);
  accountRoutes(router, services);
  categoryRoutes(router, services);
  reconcileRoutes(router, services);
  importRoutes(router, services);
  goalRoutes(router, services);
  statisticsRoutes(router, services);
  reportRoutes(router, services);
  ledgerRoutes(router, services);
  lineRoutes(router, services);
  exportRoutes(router, services);
  digestRoutes(router, services, dashboardFolder);
  forecastRoutes(router, services);
  explainRoutes(router, services);
  feedbackRoutes(router, services);
  searchRoutes(router, services);
  bulkRoutes(router, services);
  toFileRoutes(router, services);
  ruleRoutes(router, services);
  proposalRoutes(router, services);
  budgetRoutes(router, services);
  scheduleRoutes(router, services, publicOrigin);
  webhookRoutes(router, services);
  paymentRoutes(router, services);
  demoRoutes(router, services);
}
