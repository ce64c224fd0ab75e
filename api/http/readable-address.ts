import type { Context, Middleware } from 'koa';
import { ProblemError } from './problem-error.ts';

/** Refuses a request for an address that is none, like `GET http://[`, before anything asks for its path. */
export const readableAddress: Middleware = async (ctx, next) => {
  if (!hasPath(ctx)) {
    ctx.req.url = '/'; // The log still asks.
    throw new ProblemError('malformed');
  }
  await next();
};

function hasPath(ctx: Context): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}
