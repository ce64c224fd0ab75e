import type { Context, Middleware } from 'koa';
import { ProblemError } from './problem-error.ts';

/** Middleware that refuses a request with an invalid URL, like `GET http://[`: reading its path would throw. */
export const readableAddress: Middleware = async (ctx, next) => {
  if (!hasPath(ctx)) {
    ctx.req.url = '/'; // The request log reads the path.
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
