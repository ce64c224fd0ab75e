import type { Middleware } from 'koa';
import {
  addresses,
  BASE_PATH,
  CALENDAR_PATH,
  DIGEST_PATH,
  EXPORT_PATH,
  SOURCE_CODE_PATH,
} from '#contract/addresses.ts';
import { count, observe, secondsSince } from '#platform/telemetry/metrics.ts';
import type { State } from './context.ts';

/** The names of calls by their method and path, and of what else has an address of its own. */
const NAMES = new Map([
  ...Object.entries(addresses).map(([name, { method, path }]) => [`${method} ${BASE_PATH}${path}`, name] as const),
  [`GET ${BASE_PATH}${EXPORT_PATH}`, 'export'],
  [`GET ${BASE_PATH}${CALENDAR_PATH}`, 'calendar'],
  [`GET ${BASE_PATH}${DIGEST_PATH}`, 'digest'],
  [`GET ${BASE_PATH}/openapi.json`, 'openapi'],
  [`POST ${BASE_PATH}/pay/webhook`, 'webhook'],
  [`GET ${SOURCE_CODE_PATH}`, 'sourceCode'],
]);
/** The same of paths that begin so. */
const FOLDERS = [
  ['/health/', 'health'],
  [`${BASE_PATH}/health/`, 'health'],
  [`${BASE_PATH}/files/`, 'file'],
  ['/api/', 'none'],
] as const;

/**
 * The name of what a request asks for: a call of the contract, what else has an address of its own, `dashboard` for any
 * path outside of the API, or `none`. So there are few names, whatever clients ask for.
 */
export function askedFor(method: string, path: string): string {
  const name = NAMES.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
  return name ?? FOLDERS.find(([folder]) => path.startsWith(folder))?.[1] ?? 'dashboard';
}

/** Middleware that counts each request with its status, and measures it until its answer is made or sent. */
export const measureRequests: Middleware<State> = async (ctx, next) => {
  const beginMs = performance.now();
  await next();
  const call = askedFor(ctx.method, ctx.path);
  count('daybook_requests_total', { call, status: String(ctx.status) });
  observe('daybook_request_duration_seconds', secondsSince(beginMs), { call });
};
