import type pg from 'pg';
import type { Verification } from '../../contract/ledger-calls.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { pause } from '../../event-log/timers.ts';
import { type Summary, summary } from '../../ledger/model/double-entry.ts';
import { auditLedger, type LedgerAudit } from '../../projections/audit/ledger-audit.ts';
import { storedRows } from '../../projections/audit/stored-rows.ts';

type Needs = { database: pg.Pool; log: EventLog };

/** Limit of the differences in the response. */
const DIFFERENCES_MAX = 100;
/** The pause before the second audit, for a lagging read model. */
const RECHECK_PAUSE_MS = 1_000;

/**
 * Audits one ledger: folds its events with the audit's own code and compares the result with the read model. Audits a second
 * time when there are differences, to rule out a lagging read model. Throws LogUnavailable.
 */
export async function verify(needs: Needs, ledgerId: string): Promise<Verification> {
  let audit = await auditOnce(needs, ledgerId);
  if (audit.findings.length > 0) {
    await pause(RECHECK_PAUSE_MS);
    audit = await auditOnce(needs, ledgerId);
  }
  const { revision, counts, onTheirWay, findings, accounts } = audit;
  const { events: entries, ...compared } = counts;
  return {
    intact: findings.length === 0,
    revision: revision < 0n ? null : Number(revision),
    onTheirWay,
    counts: { entries: entries - onTheirWay, ...compared },
    totals: totals(summary(accounts)),
    differences: findings.slice(0, DIFFERENCES_MAX).map(({ field, expected, found, revision: at }) => ({
      field,
      expected,
      found,
      revision: at === null ? null : Number(at),
    })),
  };
}

async function auditOnce({ database, log }: Needs, ledgerId: string): Promise<LedgerAudit> {
  const client = await database.connect();
  const rows = await storedRows(client, ledgerId).finally(() => client.release());
  return await auditLedger(ledgerId, log.readAfter(ledgerId, -1n), rows);
}

/** Converts the totals to whole units. Negates income and opening, which are credit accounts. */
function totals({ Balance, Goals, Expenses, Income, Opening }: Summary): Verification['totals'] {
  const units = (cents: bigint) => Number(cents) / 100;
  return {
    balance: units(Balance),
    goals: units(Goals),
    expenses: units(Expenses),
    income: units(-Income),
    opening: units(-Opening),
  };
}
