import { auditLedger, type LedgerAudit } from '#audit/ledger-audit.ts';
import { withStoredRows } from '#audit/stored-rows.ts';
import type { Verification } from '#contract/ledger-calls.ts';
import { pause } from '#event-log/timers.ts';
import { isAsRecorded } from '#ledger/log/as-recorded.ts';
import { type ChainedEvent, sealOf } from '#ledger/log/seal.ts';
import { type Summary, summary } from '#ledger/model/double-entry.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { type NamedReceipt, noteReceipt, replacedReceipts } from './receipts.ts';
import { readChain } from './seal.ts';

/** Whose ledger is verified. */
type Checked = { userId: string; ledgerId: string };

/** Limit of the differences in the response. */
const DIFFERENCES_MAX = 100;
/** The pause before the second audit, for a lagging read model. */
const RECHECK_PAUSE_MS = 1_000;

/**
 * Audits one ledger: folds its events with the audit's own code and compares the result with the read model. Audits a
 * second time when there are differences, to rule out a lagging read model. Then compares the stored receipts with the
 * hashes that the events name, and reads the entries as stored: whether their bytes may be those that were recorded,
 * and their seal (product 5.12). Throws LogUnavailable.
 */
export async function verifyLedger(needs: JobServices, { userId, ledgerId }: Checked): Promise<Verification> {
  let { audit, receipts } = await auditOnce(needs, ledgerId);
  if (audit.findings.length > 0) {
    await pause(RECHECK_PAUSE_MS);
    ({ audit, receipts } = await auditOnce(needs, ledgerId));
  }
  const replaced = await replacedReceipts(needs.database, userId, receipts);
  const changed: Verification['differences'] = [];
  const chain = await readChain(needs.log, ledgerId, audit.revision, (_, entry) => {
    if (entry && changed.length < DIFFERENCES_MAX && !isAsRecorded(entry)) changed.push(notAsRecorded(entry));
  });
  const { revision, counts, onTheirWay, findings, accounts } = audit;
  const { events: entries, past: _, ...compared } = counts;
  return {
    intact: findings.length === 0 && changed.length === 0 && replaced.length === 0,
    revision: revision < 0n ? null : Number(revision),
    onTheirWay,
    counts: { entries: entries - onTheirWay, ...compared },
    totals: totals(summary(accounts)),
    seal: sealOf(chain.entries, chain.head),
    differences: findings
      .map(({ field, expected, found, revision }) => ({
        field,
        expected,
        found,
        revision: revision === null ? null : Number(revision),
      }))
      .concat(changed, replaced)
      .slice(0, DIFFERENCES_MAX),
  };
}

export const VERIFICATION_JOB = jobOf(verifyLedger, import.meta.url, 'check');

/** Audits a ledger, and notes on the way what its events say of receipts. */
async function auditOnce(
  { database, log }: JobServices,
  ledgerId: string,
): Promise<{ audit: LedgerAudit; receipts: Map<string, NamedReceipt> }> {
  const receipts = new Map<string, NamedReceipt>();
  async function* events() {
    for await (const event of log.readAfter(ledgerId, -1n)) {
      noteReceipt(receipts, event);
      yield event;
    }
  }
  const client = await database.connect();
  const audited = withStoredRows(client, ledgerId, (rows) => auditLedger(ledgerId, events(), rows));
  return { audit: await audited.finally(() => client.release()), receipts };
}

function notAsRecorded({ revision }: ChainedEvent): Verification['differences'][number] {
  const field = `entry ${revision}`;
  return { field, expected: 'as it was recorded', found: 'of other bytes', revision: Number(revision) };
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
