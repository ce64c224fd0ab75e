import type { Middleware } from 'koa';
import { BASE_PATH } from '../../contract/addresses.ts';
import { calls } from '../../contract/calls.ts';
import type { State } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { DiskSpace } from './disk-space.ts';

/** What is answered on a full disk: queries, by POST too, and login and logout, without which nobody could read. */
const GO_ON = new Set(
  [...Object.values(calls).filter(({ kind }) => kind === 'query'), calls.login, calls.logout].map(
    ({ path }) => BASE_PATH + path,
  ),
);

/** Refuses writes while the disk is full, before anything of them is read, and says in the log when that begins and ends. */
export function refuseWrites(disk: DiskSpace): Middleware<State> {
  let refusing = false;
  return async (ctx, next) => {
    if (ctx.method === 'POST' && !GO_ON.has(ctx.path)) {
      const full = !(await disk.hasSpace());
      if (full && !refusing) ctx.state.log.error('the disk is full: writes are refused');
      if (!full && refusing) ctx.state.log.info('the disk has space again: writes go on');
      refusing = full;
      if (full) throw new ProblemError('disk_full');
    }
    await next();
  };
}
