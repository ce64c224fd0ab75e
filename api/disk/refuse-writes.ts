import type { Middleware } from 'koa';
import { addresses, BASE_PATH } from '../../contract/addresses.ts';
import type { State } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { DiskSpace } from './disk-space.ts';

/** What goes on by POST on a full disk: what only reads, and what lets people in to read and out again. */
const GO_ON = new Set(
  [addresses.getTransaction, addresses.login, addresses.logout].map(({ path }) => BASE_PATH + path),
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
