import type { Middleware } from 'koa';
import { countMetric, observe, secondsSince } from '#platform/telemetry/metrics.ts';
import { askedFor } from './asked-for.ts';
import type { State } from './context.ts';

/** Middleware that counts each request with its status, and measures it until its answer is made or sent. */
export const measureRequests: Middleware<State> = async (ctx, next) => {
  const beginMs = performance.now();
  await next();
  const call = askedFor(ctx.method, ctx.path);
  countMetric('daybook_requests_total', { call, status: String(ctx.status) });
  observe('daybook_request_duration_seconds', secondsSince(beginMs), { call });
};
