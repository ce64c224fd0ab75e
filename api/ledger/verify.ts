import type pg from 'pg';
import type { Verification } from '../../contract/ledger-calls.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { pause } from '../../event-log/timers.ts';
import type { Accounts } from '../../ledger/model/accounts.ts';
import { auditLedger, type LedgerAudit } from '../../projections/audit/ledger-audit.ts';
import { storedRows } from '../../projections/audit/stored-rows.ts';

type Needs = { database: pg.Pool; log: EventLog };

/** So many differences are told. */
const DIFFERENCES_MAX = 100;
/** How long after the first look one that found a difference is made again, in milliseconds. */
const READ_MODEL_WAIT_MS = 1_000;

/**
 * Replays a user's ledger by the audit's own fold, event by event, and compares it with the rows the screens are made of.
 * What differs is looked at a second time, so that nothing which was merely on its way is told. Throws LogUnavailable.
 */
export async function verify(needs: Needs, ledgerId: string): Promise<Verification> {
  let audit = await look(needs, ledgerId);
  if (audit.findings.length > 0) {
    await pause(READ_MODEL_WAIT_MS);
    audit = await look(needs, ledgerId);
  }
  const { revision, counts, onTheirWay, findings, accounts } = audit;
  const { events: entries, ...compared } = counts;
  return {
    intact: findings.length === 0,
    revision: revision < 0n ? null : Number(revision),
    onTheirWay,
    counts: { entries: entries - onTheirWay, ...compared },
    totals: totals(accounts),
    differences: findings.slice(0, DIFFERENCES_MAX).map(({ field, expected, found, revision: at }) => ({
      field,
      expected,
      found,
      revision: at === null ? null : Number(at),
    })),
  };
}

async function look({ database, log }: Needs, ledgerId: string): Promise<LedgerAudit> {
  const client = await database.connect();
  const rows = await storedRows(client, ledgerId).finally(() => client.release());
  return await auditLedger(ledgerId, log.readAfter(ledgerId, -1n), rows);
}

/** What came in counts down in double entry; here everything is told as one would say it. */
function totals({ Balance, Goals, Expenses, Income, Opening }: Accounts): Verification['totals'] {
  const units = (cents: bigint) => Number(cents) / 100;
  return {
    balance: units(Balance),
    goals: units(Goals),
    expenses: units(Expenses),
    income: units(-Income),
    opening: units(-Opening),
  };
}
