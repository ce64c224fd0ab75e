import type { Middleware } from 'koa';
import { requestSpan } from '#platform/telemetry/traces.ts';
import { askedFor } from './asked-for.ts';
import type { State } from './context.ts';

/** Requests that are frequent and say little. */
const UNTRACED = ['dashboard', 'health', 'none'];

/** Middleware that makes a span of each request of the API, within the trace that its headers name. */
export const traceRequests: Middleware<State> = async (ctx, next) => {
  const { method } = ctx;
  const name = askedFor(method, ctx.path);
  if (UNTRACED.includes(name)) return await next();
  await requestSpan(name, ctx.headers, { 'http.request.method': method }, async (setAttribute) => {
    await next();
    setAttribute('http.response.status_code', ctx.status);
  });
};
