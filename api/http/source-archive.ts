import { open } from 'node:fs/promises';
import { SOURCE_CODE_PATH } from '#contract/addresses.ts';
import packageJson from '#package.json' with { type: 'json' };
import type { AppRouter } from './context.ts';
import { ProblemError } from './problem-error.ts';

/**
 * Registers the download of the source code's archive at `path`, without a session. Browsers revalidate it each time,
 * since the address is the same for every version. Without `path`, or while it is no file, the download fails with
 * not_found.
 */
export function sourceArchiveRoute(router: AppRouter, path: string | null): void {
  router.get(SOURCE_CODE_PATH, async (ctx) => {
    // Everything is read from the open file, because `npm start` may replace it meanwhile.
    const file = path === null ? null : await open(path).catch(nullIfMissing);
    if (!file) throw new ProblemError('not_found');
    const stats = await file.stat();
    if (!stats.isFile()) {
      await file.close();
      throw new ProblemError('not_found');
    }
    ctx.body = file.createReadStream(); // Koa closes it when the response ends, also the response to HEAD or a 304.
    ctx.type = 'application/gzip';
    ctx.length = stats.size;
    ctx.etag = `${stats.size.toString(36)}-${stats.mtimeMs.toString(36)}`;
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('Content-Disposition', `attachment; filename="daybook-${packageJson.version}.tgz"`);
    if (ctx.fresh) ctx.status = 304;
  });
}

const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR']);

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code && MISSING_CODES.has(error.code)) return null;
  throw error;
}
