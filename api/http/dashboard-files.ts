import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import { BASE_PATH } from '../../contract/addresses.ts';

const YEAR = 365 * 24 * 60 * 60;

/**
 * Serves the built dashboard from a folder. Files named by their content are kept by browsers for good; the page itself
 * is asked for anew each time, and given at every address that isn't a file, since the dashboard finds its own way.
 */
export function dashboardFiles(folder: string): Middleware {
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith(`${BASE_PATH}/`)) return await next();
    ctx.vary('Accept-Encoding'); // Files that were compressed beforehand are given so to whoever takes them.
    if (await isSent(ctx, folder)) return;
    if (ctx.path.startsWith('/assets/') || ctx.path.startsWith('/health/')) return await next();
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'html';
    ctx.body = await readFile(join(folder, 'index.html'));
  };
}

/** Answers with the file that the address names, and tells whether there is one. Throws 400 or 403 where it leads elsewhere. */
async function isSent(ctx: Context, folder: string): Promise<boolean> {
  try {
    const sent = await send(ctx, ctx.path, {
      root: folder,
      setHeaders: (response, path) => {
        const forGood = path.includes('/assets/');
        response.setHeader('Cache-Control', forGood ? `public, max-age=${YEAR}, immutable` : 'no-cache');
      },
    });
    return sent !== undefined;
  } catch (error) {
    if ((error as { status?: unknown }).status === 404) return false;
    throw error;
  }
}
