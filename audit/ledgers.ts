import { SubscriptionOverrun } from '#event-log/errors.ts';
import type { EventLog } from '#event-log/event-log.ts';
import { ERASED } from '#event-log/logged-event.ts';
import type { Database } from '#platform/postgres.ts';
import { LIVE } from '#projections/tables/read-models.ts';

/** All ledgers of the log by their id; of an erased one the position of the erasure. */
export type Ledgers = Map<string, { erasedAt: string | null }>;

/** Reads the whole log once, and gives its ledgers. Throws LogUnavailable. */
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
      const { ledgerId, type, position } = delivery;
      if (type === ERASED) ledgers.set(ledgerId, { erasedAt: position });
      else if (!ledgers.has(ledgerId)) ledgers.set(ledgerId, { erasedAt: null });
    }
  } finally {
    enough.abort();
  }
  return ledgers;
}

const TABLES = [
  'ledgers',
  'goals',
  'rules',
  'rule_uses',
  'entries',
  'statistics',
  'past_ledgers',
  'past_entries',
  'past_statistics',
  'known_days',
  'category_months',
  'past_category_months',
  'piece_sums',
  'plans',
  'carries',
  'targets',
  'schedules',
  'occurrences',
  'change_sets',
  'events',
  'receipts',
  'imported_keys',
  'bank_texts',
  'stalled',
];
const PAGE = 1_000;

/** Gives the id of every ledger with a row in the read models, some of them several times. */
export async function* ledgersWithRows(database: Database): AsyncGenerator<string> {
  for (const table of TABLES) {
    // A loose index scan: the many rows of one ledger are not read.
    const next = (after: string) => `SELECT ledger_id FROM ${LIVE}.${table} WHERE ${after} ORDER BY ledger_id LIMIT 1`;
    const page = (after: string) => `WITH RECURSIVE ledgers AS ((${next(after)}) UNION ALL
      SELECT (${next('ledger_id > ledgers.ledger_id')}) FROM ledgers WHERE ledgers.ledger_id IS NOT NULL)
      SELECT ledger_id FROM ledgers WHERE ledger_id IS NOT NULL LIMIT ${PAGE}`;
    for (let last: string | null = null, more = true; more; ) {
      const { rows }: { rows: { ledger_id: string }[] } =
        last === null
          ? await database.query<{ ledger_id: string }>(page('true'))
          : await database.query<{ ledger_id: string }>(page('ledger_id > $1'), [last]);
      for (const { ledger_id } of rows) yield ledger_id;
      last = rows.at(-1)?.ledger_id ?? null;
      more = rows.length === PAGE;
    }
  }
}
