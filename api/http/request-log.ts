import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Log } from '#platform/log.ts';
import type { State } from './context.ts';

/** Node accepts URLs of 16 KB. */
const PATH_MAX_CHARS = 200;

/**
 * Middleware that gives each request a logger with its id and logs one line for the response: method, path, status,
 * duration in milliseconds, user id. Bodies and query strings are not logged: they hold titles, amounts and passwords.
 */
export function requestLog(log: Log): Middleware<State> {
  return async (ctx, next) => {
    const requestId = randomUUID();
    let own: Log | null = null;
    // Few requests log more than their line.
    Object.defineProperty(ctx.state, 'log', { get: () => (own ??= log.child({ requestId })) });
    ctx.set('X-Request-Id', requestId);
    const start = performance.now();
    await next();
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const { method, status, state } = ctx;
    const path = ctx.path.slice(0, PATH_MAX_CHARS);
    log.info({ requestId, method, path, status, ms, userId: state.session?.userId }, 'answered');
  };
}
