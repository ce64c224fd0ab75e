import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import { BASE_PATH } from '#contract/addresses.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Serves the built dashboard from a folder. Content-hashed files are cached for a year. index.html is revalidated each
 * time, and served at every path that is no file, since routing happens in the browser.
 */
export function dashboardFiles(folder: string): Middleware {
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith(`${BASE_PATH}/`)) return await next();
    ctx.vary('Accept-Encoding'); // @koa/send serves precompressed files to clients that accept them.
    if (await isSent(ctx, folder)) return;
    if (ctx.path.startsWith('/health/') || isFile(ctx.path)) return await next();
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'html';
    ctx.body = await readFile(join(folder, 'index.html'));
  };
}

/** Whether a path names a file or an address for programs: no page of the dashboard has a dot in its path. */
function isFile(path: string): boolean {
  return /\.|%2e/i.test(path) || ['/assets/', '/api/'].some((folder) => path.startsWith(folder));
}

/** Sends the file of the request's path; false when there is none. Throws 400 or 403 for a path outside the folder. */
async function isSent(ctx: Context, folder: string): Promise<boolean> {
  try {
    const sent = await send(ctx, ctx.path, {
      root: folder,
      setHeaders: (response, path) => {
        const isHashed = path.includes('/assets/');
        response.setHeader('Cache-Control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    });
    return sent !== undefined;
  } catch (error) {
    if ((error as { status?: unknown }).status === 404) return false;
    throw error;
  }
}
