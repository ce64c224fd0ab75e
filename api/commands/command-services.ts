import type pg from 'pg';
import type { EventLog } from '#event-log/event-log.ts';
import type { KeyedMutex } from '#platform/keyed-mutex.ts';
import type { LedgerViews } from '#projections/ledger-views.ts';
import type { RevisionWaiters } from '#projections/wait-for-revision.ts';
import type { DiskSpace } from '../disk/disk-space.ts';
import type { HeavyWork } from '../heavy/heavy-work.ts';
import type { PremiumFor } from '../http/premium.ts';
import type { RecentEvents } from './recent-events.ts';

/** Dependencies of command execution. */
export type CommandServices = {
  database: pg.Pool;
  log: EventLog;
  waiters: RevisionWaiters;
  views: LedgerViews;
  /**
   * Serializes one ledger's commands within this process. Across processes the expected revision of the append does.
   */
  commandMutex: KeyedMutex<RecentEvents>;
  disk: DiskSpace;
  heavy: HeavyWork;
  premium: PremiumFor;
  now(): Date;
};
