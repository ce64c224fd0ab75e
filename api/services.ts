import type pg from 'pg';
import type { EventLog } from '../event-log/event-log.ts';
import type { KeyedMutex } from '../platform/keyed-mutex.ts';
import type { RevisionWaiters } from '../projections/wait-for-revision.ts';
import type { RecentEvents } from './commands/recent-events.ts';
import type { DiskSpace } from './disk/disk-space.ts';
import type { ImageQuota } from './files/quota.ts';
import type { SessionCookie } from './identity/session-cookie.ts';
import type { Limits } from './limits/limits.ts';
import type { Payments } from './payments/payments.ts';

/** What the calls work with. */
export type Services = {
  database: pg.Pool;
  log: EventLog;
  waiters: RevisionWaiters;
  cookie: SessionCookie;
  /** Null where Stripe has no keys: nothing can be paid then. */
  payments: Payments | null;
  limits: Limits;
  imageQuota: ImageQuota;
  disk: DiskSpace;
  /** Commands of one user take turns within this process; against other processes the log's revision decides. */
  commandMutex: KeyedMutex<RecentEvents>;
  /** The clock. */
  now(): Date;
};
