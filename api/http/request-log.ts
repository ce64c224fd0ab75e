import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Log } from '../../platform/log.ts';
import type { State } from './context.ts';

/** So much of an address is logged at most: Node takes one of 16 KB. */
const PATH_MAX_CHARS = 200;

/**
 * Gives each request a log of its own, and writes one line when it is answered: method, route, status, duration and
 * whose it was. Neither bodies nor queries are in it, so no title, amount or password is.
 */
export function requestLog(log: Log): Middleware<State> {
  return async (ctx, next) => {
    const requestId = randomUUID();
    ctx.state.log = log.child({ requestId });
    ctx.set('X-Request-Id', requestId);
    const begun = performance.now();
    await next();
    const ms = Math.round((performance.now() - begun) * 10) / 10;
    const { method, status, state } = ctx;
    const path = ctx.path.slice(0, PATH_MAX_CHARS);
    state.log.info({ method, path, status, ms, userId: state.session?.userId }, 'answered');
  };
}
