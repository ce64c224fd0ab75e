import type { Middleware } from 'koa';
import { BASE_PATH } from '#contract/addresses.ts';
import { calls } from '#contract/calls.ts';
import type { State } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { DiskSpace } from './disk-space.ts';

/** Allowed on a full disk: queries (some are POST), login and logout. */
const ALLOWED_PATHS = new Set(
  [...Object.values(calls).filter(({ kind }) => kind === 'query'), calls.login, calls.logout].map(
    ({ path }) => BASE_PATH + path,
  ),
);

/** Middleware that refuses writes while the disk is full, before their body is read. Logs when it begins and ends. */
export function refuseWrites(disk: DiskSpace): Middleware<State> {
  let refusing = false;
  return async (ctx, next) => {
    if (ctx.method === 'POST' && !ALLOWED_PATHS.has(ctx.path)) {
      const full = !(await disk.hasSpace());
      if (full && !refusing) ctx.state.log.error('the disk is full: writes are refused');
      if (!full && refusing) ctx.state.log.info('the disk has space again: writes go on');
      refusing = full;
      if (full) throw new ProblemError('disk_full');
    }
    await next();
  };
}
