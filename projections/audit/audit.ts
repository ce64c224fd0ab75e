import { LedgerErased } from '../../event-log/errors.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { isAfter, isPosition } from '../../event-log/positions.ts';
import { pause } from '../../event-log/timers.ts';
import { ACCOUNTS, type Account, UNUSED } from '../../ledger/model/accounts.ts';
import type { Database } from '../../platform/postgres.ts';
import { checkpointFindings } from './checkpoint.ts';
import type { Finding } from './finding.ts';
import { auditLedger, type Counts, type LedgerAudit } from './ledger-audit.ts';
import { type Ledgers, ledgersInLog, ledgersWithRows } from './ledgers.ts';
import { orphans } from './orphans.ts';
import { areThere, NO_ROWS, type StoredRows, storedRows } from './stored-rows.ts';

/** So many findings are listed; all are counted. */
const LISTED = 1_000;
/** How long after the first look whoever differs or lags is looked at again, in milliseconds. */
const READ_MODEL_WAIT_MS = 2_000;

/** What an audit has come to. Amounts are in cents. */
export type Report = {
  /** How many ledgers were audited, those of erased ledgers included. */
  ledgers: number;
  counts: Counts;
  accounts: Record<Account, bigint>;
  /** What the worker had yet to come to. */
  onTheirWay: { ledgers: number; events: number };
  /** How many findings there are; `findings` lists the first thousand. */
  found: number;
  findings: Finding[];
};

/** What to audit: every ledger, or one ledger's. `database` is one connection, which is only read from. */
export type AuditSettings = { database: Database; log: EventLog; ledgerId?: string | undefined; waitMs?: number };

/**
 * Audits ledgers one after the other while everything else goes on. Whoever shows a difference or lags behind is looked
 * at a second time, and only what is still so is reported: what was merely on its way has arrived by then. Throws
 * LogUnavailable and what the database throws.
 */
export async function audit({ database, log, ledgerId, waitMs = READ_MODEL_WAIT_MS }: AuditSettings): Promise<Report> {
  const auditor = new Auditor(database, log, await areThere(database));
  await auditor.start();
  for (const ledger of ledgerId === undefined ? await auditor.everybody() : [ledgerId]) {
    const first = await auditor.look(ledger);
    if (isSettled(first)) auditor.add(first);
    else auditor.again.push(ledger);
  }
  if (auditor.again.length > 0) await pause(waitMs);
  for (const ledger of auditor.again) auditor.add(await auditor.look(ledger));
  auditor.end();
  return auditor.report;
}

function isSettled({ findings, onTheirWay, beyondCheckpoint }: LedgerAudit): boolean {
  return findings.length === 0 && onTheirWay === 0 && beyondCheckpoint === null;
}

class Auditor {
  readonly again: string[] = [];
  readonly report: Report = {
    ledgers: 0,
    counts: { events: 0, transactions: 0, goals: 0, statistics: 0 },
    accounts: { ...UNUSED },
    onTheirWay: { ledgers: 0, events: 0 },
    found: 0,
    findings: [],
  };
  readonly #database: Database;
  readonly #log: EventLog;
  readonly #hasTables: boolean;
  #ledgers: Ledgers = new Map();
  #toldOfCheckpoint = false;

  constructor(database: Database, log: EventLog, hasTables: boolean) {
    this.#database = database;
    this.#log = log;
    this.#hasTables = hasTables;
  }

  async start(): Promise<void> {
    if (this.#hasTables) this.#report(await checkpointFindings(this.#database, this.#log));
  }

  /** Everybody who has a ledger or a row, in order. */
  async everybody(): Promise<string[]> {
    this.#ledgers = await ledgersInLog(this.#log);
    const ledgers = new Set(this.#ledgers.keys());
    if (this.#hasTables) for await (const ledger of ledgersWithRows(this.#database)) ledgers.add(ledger);
    return [...ledgers].sort();
  }

  async look(ledgerId: string): Promise<LedgerAudit> {
    const rows = this.#hasTables ? await storedRows(this.#database, ledgerId) : NO_ROWS;
    try {
      return await auditLedger(ledgerId, this.#log.readAfter(ledgerId, -1n), rows);
    } catch (error) {
      if (!(error instanceof LedgerErased)) throw error;
      return await this.#erased(ledgerId, rows);
    }
  }

  add({ ledgerId, revision, counts, accounts, onTheirWay, beyondCheckpoint, checkpoint, findings }: LedgerAudit): void {
    const { report } = this;
    report.ledgers += 1;
    for (const what of Object.keys(counts) as (keyof Counts)[]) report.counts[what] += counts[what];
    for (const account of ACCOUNTS) report.accounts[account] += accounts[account];
    if (onTheirWay > 0) {
      report.onTheirWay.ledgers += 1;
      report.onTheirWay.events += onTheirWay;
    }
    this.#report(findings);
    if (beyondCheckpoint === null || this.#toldOfCheckpoint) return;
    this.#toldOfCheckpoint = true;
    const expected = `${beyondCheckpoint} or later`;
    const field = 'checkpoint.position';
    this.#report([{ kind: 'checkpoint', ledger: ledgerId, field, expected, found: checkpoint, revision }]);
  }

  /** Where there are events there have to be read models. */
  end(): void {
    if (this.#hasTables || this.report.counts.events === 0) return;
    const field = 'read models';
    this.#report([{ kind: 'books', ledger: null, field, expected: 'tables', found: null, revision: null }]);
  }

  /** Of an erased ledger no row may be left, once the worker has come by its end. */
  async #erased(ledgerId: string, rows: StoredRows): Promise<LedgerAudit> {
    const left = orphans(ledgerId, rows);
    const audit: LedgerAudit = {
      ledgerId,
      revision: -1n,
      counts: { events: 0, transactions: 0, goals: 0, statistics: 0 },
      accounts: UNUSED,
      onTheirWay: 0,
      beyondCheckpoint: null,
      checkpoint: rows.checkpoint,
      findings: left,
    };
    if (left.length === 0) return audit;
    const { checkpoint } = rows;
    const end =
      this.#ledgers.get(ledgerId)?.erasedAt ?? (await ledgersInLog(this.#log)).get(ledgerId)?.erasedAt ?? null;
    const isOnItsWay = isPosition(end) && (checkpoint === null || (isPosition(checkpoint) && isAfter(end, checkpoint)));
    return isOnItsWay ? { ...audit, findings: [], onTheirWay: 1 } : audit;
  }

  #report(findings: readonly Finding[]): void {
    this.report.found += findings.length;
    this.report.findings.push(...findings.slice(0, LISTED - this.report.findings.length));
  }
}
