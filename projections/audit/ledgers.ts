import { SubscriptionOverrun } from '../../event-log/errors.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { ERASED } from '../../event-log/logged-event.ts';
import type { Database } from '../../platform/postgres.ts';
import { LIVE } from '../tables/read-models.ts';

/** Every ledger there is, by its user; of an erased one the position of its end. */
export type Ledgers = Map<string, { erasedAt: string | null }>;

/** Goes through the whole log once, up to now, and gives the ledgers in it. Throws LogUnavailable where that breaks. */
export async function ledgersInLog(log: EventLog): Promise<Ledgers> {
  const ledgers: Ledgers = new Map();
  const enough = new AbortController();
  const refuse = (error: Error) => {
    if (!(error instanceof SubscriptionOverrun)) throw error;
  };
  try {
    for await (const delivery of log.subscribe(null, enough.signal, refuse)) {
      if (delivery.kind === 'caught-up') break;
      if (delivery.kind !== 'event') continue;
      const { userId, type, position } = delivery;
      if (type === ERASED) ledgers.set(userId, { erasedAt: position });
      else if (!ledgers.has(userId)) ledgers.set(userId, { erasedAt: null });
    }
  } finally {
    enough.abort();
  }
  return ledgers;
}

const TABLES = ['accounts', 'goals', 'transactions', 'statistics', 'commands', 'stalled'];
const PAGE = 1_000;

/** Gives every user who has a row in the read models, some of them several times. */
export async function* usersWithRows(database: Database): AsyncGenerator<string> {
  for (const table of TABLES) {
    // From user to user by the index: what a user has many rows of is not read.
    const next = (after: string) => `SELECT user_id FROM ${LIVE}.${table} WHERE ${after} ORDER BY user_id LIMIT 1`;
    const page = (after: string) => `WITH RECURSIVE users AS ((${next(after)}) UNION ALL
      SELECT (${next('user_id > users.user_id')}) FROM users WHERE users.user_id IS NOT NULL)
      SELECT user_id FROM users WHERE user_id IS NOT NULL LIMIT ${PAGE}`;
    for (let last: string | null = null, more = true; more; ) {
      const { rows }: { rows: { user_id: string }[] } =
        last === null
          ? await database.query<{ user_id: string }>(page('true'))
          : await database.query<{ user_id: string }>(page('user_id > $1'), [last]);
      for (const { user_id } of rows) yield user_id;
      last = rows.at(-1)?.user_id ?? null;
      more = rows.length === PAGE;
    }
  }
}
