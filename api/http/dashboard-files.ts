import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import serve from 'koa-static';
import { BASE_PATH } from '../../contract/addresses.ts';

const YEAR = 365 * 24 * 60 * 60;

/**
 * Serves the built dashboard from a folder. Files named by their content are kept by browsers for good; the page itself
 * is asked for anew each time, and given at every address that isn't a file, since the dashboard finds its own way.
 */
export function dashboardFiles(folder: string): Middleware {
  const files = serve(folder, {
    index: false,
    setHeaders: (response, path) => {
      const forGood = path.includes('/assets/');
      response.setHeader('Cache-Control', forGood ? `public, max-age=${YEAR}, immutable` : 'no-cache');
    },
  });
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith(`${BASE_PATH}/`)) return await next();
    ctx.vary('Accept-Encoding'); // Files that were compressed beforehand are given so to whoever takes them.
    await files(ctx, async () => {
      if (ctx.path.startsWith('/assets/') || ctx.path.startsWith('/health/')) return await next();
      ctx.set('Cache-Control', 'no-cache');
      ctx.type = 'html';
      ctx.body = await readFile(join(folder, 'index.html'));
    });
  };
}
