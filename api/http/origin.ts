import type { Middleware } from 'koa';
import { ProblemError } from './problem-error.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that another site made a browser send. Every browser names the page a write comes from in `Origin`
 * (or says by `Sec-Fetch-Site` that it is the same site): it has to be the address Daybook is reached at, or the
 * public one. A program that is no browser sends neither, and carries nobody's cookie unawares.
 */
export function ownOrigin(publicOrigin: string): Middleware {
  return async (ctx, next) => {
    if (!SAFE.has(ctx.method) && !isOurs(ctx.get('Origin'), ctx.get('Sec-Fetch-Site'), ctx.host, publicOrigin)) {
      throw new ProblemError('foreign_origin');
    }
    await next();
  };
}

function isOurs(origin: string, site: string, host: string, publicOrigin: string): boolean {
  if (origin === '') return site === '' || site === 'same-origin' || site === 'none';
  return origin === publicOrigin || origin === `http://${host}` || origin === `https://${host}`;
}
