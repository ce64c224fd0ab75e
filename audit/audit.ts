import { LedgerErased } from '#event-log/errors.ts';
import type { EventLog } from '#event-log/event-log.ts';
import { isAfter, isPosition } from '#event-log/positions.ts';
import { pause } from '#event-log/timers.ts';
import { type Summary, summary, UNUSED } from '#ledger/model/double-entry.ts';
import type { Database } from '#platform/postgres.ts';
import { checkpointFindings } from './checkpoint.ts';
import type { Finding } from './finding.ts';
import { auditLedger, type Counts, type LedgerAudit, NO_COUNTS } from './ledger-audit.ts';
import { type Ledgers, ledgersInLog, ledgersWithRows } from './ledgers.ts';
import { orphans } from './orphans.ts';
import { haveTables, NO_ROWS, type StoredRows, withStoredRows } from './stored-rows.ts';

/** The largest number of findings in the list; all are counted. */
const FINDINGS_LISTED_MAX = 1_000;
/** Pause before ledgers that differ or lag are audited again. */
const RECHECK_PAUSE_MS = 2_000;

/** The result of an audit. Amounts are in cents. */
export type Report = {
  /** How many ledgers were audited, erased ones included. */
  ledgers: number;
  counts: Counts;
  accounts: Summary;
  /** The events that the worker has not applied yet, and their ledgers. */
  onTheirWay: { ledgers: number; events: number };
  /** How many findings there are; `findings` lists the first thousand. */
  found: number;
  findings: Finding[];
};

/** The settings of an audit. Without `ledgerId` it audits all ledgers. `database` is one connection, only read from. */
export type AuditSettings = { database: Database; log: EventLog; ledgerId?: string | undefined; waitMs?: number };

/**
 * Audits ledgers one after the other beside running programs. A ledger that differs or lags is audited a second time,
 * and only the second result counts, since the worker may have been applying its events. Throws LogUnavailable and what
 * the database throws.
 */
export async function audit({ database, log, ledgerId, waitMs = RECHECK_PAUSE_MS }: AuditSettings): Promise<Report> {
  const auditor = new Auditor(database, log, await haveTables(database));
  await auditor.start();
  for (const ledger of ledgerId === undefined ? await auditor.allLedgers() : [ledgerId]) {
    const first = await auditor.auditOne(ledger);
    if (isSettled(first)) auditor.add(first);
    else auditor.again.push(ledger);
  }
  if (auditor.again.length > 0) await pause(waitMs);
  for (const ledger of auditor.again) auditor.add(await auditor.auditOne(ledger));
  auditor.checkTables();
  return auditor.report;
}

function isSettled({ findings, onTheirWay, beyondReached }: LedgerAudit): boolean {
  return findings.length === 0 && onTheirWay === 0 && beyondReached === null;
}

class Auditor {
  readonly again: string[] = [];
  readonly report: Report = {
    ledgers: 0,
    counts: { ...NO_COUNTS },
    accounts: summary(UNUSED),
    onTheirWay: { ledgers: 0, events: 0 },
    found: 0,
    findings: [],
  };
  readonly #database: Database;
  readonly #log: EventLog;
  readonly #hasTables: boolean;
  #ledgers: Ledgers = new Map();
  #hasReportedCheckpoint = false;

  constructor(database: Database, log: EventLog, hasTables: boolean) {
    this.#database = database;
    this.#log = log;
    this.#hasTables = hasTables;
  }

  async start(): Promise<void> {
    if (this.#hasTables) this.#report(await checkpointFindings(this.#database, this.#log));
  }

  /** The ids of all ledgers with an event or a row, in order. */
  async allLedgers(): Promise<string[]> {
    this.#ledgers = await ledgersInLog(this.#log);
    const ledgers = new Set(this.#ledgers.keys());
    if (this.#hasTables) for await (const ledger of ledgersWithRows(this.#database)) ledgers.add(ledger);
    return [...ledgers].sort();
  }

  async auditOne(ledgerId: string): Promise<LedgerAudit> {
    return this.#hasTables
      ? await withStoredRows(this.#database, ledgerId, (rows) => this.#auditWith(ledgerId, rows))
      : await this.#auditWith(ledgerId, NO_ROWS);
  }

  async #auditWith(ledgerId: string, rows: StoredRows): Promise<LedgerAudit> {
    try {
      return await auditLedger(ledgerId, this.#log.readAfter(ledgerId, -1n), rows);
    } catch (error) {
      if (!(error instanceof LedgerErased)) throw error;
      return await this.#erased(ledgerId, rows);
    }
  }

  add({ ledgerId, revision, counts, accounts, onTheirWay, beyondReached, reached, findings }: LedgerAudit): void {
    const { report } = this;
    report.ledgers += 1;
    for (const name of Object.keys(counts) as (keyof Counts)[]) report.counts[name] += counts[name];
    for (const [account, amount] of Object.entries(summary(accounts))) {
      report.accounts[account as keyof Summary] += amount;
    }
    if (onTheirWay > 0) {
      report.onTheirWay.ledgers += 1;
      report.onTheirWay.events += onTheirWay;
    }
    this.#report(findings);
    if (beyondReached === null || this.#hasReportedCheckpoint) return;
    this.#hasReportedCheckpoint = true;
    const expected = `${beyondReached} or later`;
    const field = 'checkpoint.reached';
    this.#report([{ kind: 'checkpoint', ledger: ledgerId, field, expected, found: reached, revision }]);
  }

  /** Reports events without any read models. */
  checkTables(): void {
    if (this.#hasTables || this.report.counts.events === 0) return;
    const field = 'read models';
    this.#report([{ kind: 'rows', ledger: null, field, expected: 'tables', found: null, revision: null }]);
  }

  /** An erased ledger may have no rows once the worker has applied its erasure. */
  async #erased(ledgerId: string, rows: StoredRows): Promise<LedgerAudit> {
    const left = orphans(ledgerId, rows);
    const audit: LedgerAudit = {
      ledgerId,
      revision: -1n,
      counts: { ...NO_COUNTS },
      accounts: UNUSED,
      onTheirWay: 0,
      beyondReached: null,
      reached: rows.reached,
      findings: left,
    };
    if (left.length === 0) return audit;
    const { checkpoint } = rows;
    const end =
      this.#ledgers.get(ledgerId)?.erasedAt ?? (await ledgersInLog(this.#log)).get(ledgerId)?.erasedAt ?? null;
    const isPending = isPosition(end) && (checkpoint === null || (isPosition(checkpoint) && isAfter(end, checkpoint)));
    return isPending ? { ...audit, findings: [], onTheirWay: 1 } : audit;
  }

  #report(findings: readonly Finding[]): void {
    this.report.found += findings.length;
    this.report.findings.push(...findings.slice(0, FINDINGS_LISTED_MAX - this.report.findings.length));
  }
}
