import type pg from 'pg';
import type { EventLog } from '../../event-log/event-log.ts';
import type { KeyedMutex } from '../../platform/keyed-mutex.ts';
import type { RevisionWaiters } from '../../projections/wait-for-revision.ts';
import type { RecentEvents } from './recent-events.ts';

/** What a command is carried out with. */
export type CommandServices = {
  database: pg.Pool;
  log: EventLog;
  waiters: RevisionWaiters;
  /** Runs the commands of one user one after the other within this process; across processes the stream's revision decides. */
  commandMutex: KeyedMutex<RecentEvents>;
  now(): Date;
};
