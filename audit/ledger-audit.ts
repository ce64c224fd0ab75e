import type { LoggedEvent } from '#event-log/logged-event.ts';
import { isAfter, isPosition } from '#event-log/positions.ts';
import type { DecodedEvent, EventType } from '#ledger/events.ts';
import { decodeEvent, UnreadableEvent } from '#ledger/log/codec.ts';
import { type BookTotals, UNUSED } from '#ledger/model/double-entry.ts';
import { applyToAudit } from './apply.ts';
import { ChangeSets } from './change-sets.ts';
import { compare } from './compare.ts';
import { pastLedgerColumns } from './compare-past.ts';
import { comparedColumns, RowsInOrder } from './compare-rows.ts';
import type { Finding } from './finding.ts';
import { type AuditLedger, disagreements, emptyLedger } from './model/audit-ledger.ts';
import { orphans } from './orphans.ts';
import type { StoredRows } from './stored-rows.ts';

/**
 * The number of events read and of rows compared; `past` counts the rows of past states.
 */
export type Counts = { events: number; transactions: number; goals: number; statistics: number; past: number };

/** No event and no row. */
export const NO_COUNTS: Counts = { events: 0, transactions: 0, goals: 0, statistics: 0, past: 0 };

/** The result of the audit of one ledger. */
export type LedgerAudit = {
  ledgerId: string;
  /** The revision at which log and rows were compared; -1 before the first event. */
  revision: bigint;
  counts: Counts;
  /** The totals of the book accounts at that revision, in cents. */
  accounts: BookTotals;
  /** How many events the worker has not applied yet. */
  onTheirWay: number;
  /** The position of the event that the rows have reached, where it lies after `reached`. */
  beyondReached: string | null;
  /** The last position whose event may be in the rows, by the checkpoint; null before the first event. */
  reached: string | null;
  findings: Finding[];
};

/** No event before this one counts; they may be truncated. */
const RESET: EventType = 'LedgerReset';

/**
 * Audits one ledger: reads its events from the first, checks each against those before it, and compares the state with
 * the rows at the revision that the rows have reached. Later events are not applied yet, unless the checkpoint is past
 * them. Throws what reading the events throws.
 */
export async function auditLedger(
  ledgerId: string,
  events: AsyncIterable<LoggedEvent>,
  rows: StoredRows,
): Promise<LedgerAudit> {
  const audit = new RunningAudit(ledgerId, rows);
  for await (const event of events) await audit.take(event);
  return await audit.close();
}

function pastRows({ pastEntries, pastLedgers, pastStatistics, knownDays, pastCategoryMonths }: StoredRows): number {
  const all = [pastEntries, pastLedgers, pastStatistics, knownDays, pastCategoryMonths];
  return all.reduce((sum, { length }) => sum + length, 0);
}

class RunningAudit {
  readonly #rows: StoredRows;
  readonly #result: LedgerAudit;
  /** The revision of the ledger's row. */
  readonly #claimed: bigint;
  readonly #changeSets = new ChangeSets();
  readonly #inOrder: { events: RowsInOrder; pastLedgers: RowsInOrder };
  #ledger: AuditLedger = emptyLedger(0n);
  /** False from an event that is missing or can't be decoded up to the next reset: the state is unknown there. */
  #known = true;
  /** False from a contradicting event up to the next reset: postings and state differ there. */
  #sound = true;
  #last: bigint | null = null;
  /** The position of the last event. */
  #reached = '';
  #compared = false;

  constructor(ledgerId: string, rows: StoredRows) {
    this.#rows = rows;
    this.#inOrder = {
      events: new RowsInOrder(rows.events, 'event'),
      pastLedgers: new RowsInOrder(rows.pastLedgers, 'past ledger'),
    };
    this.#claimed = BigInt(rows.ledger?.revision ?? -1);
    this.#result = {
      ledgerId,
      revision: -1n,
      counts: {
        events: 0,
        transactions: rows.transactions,
        goals: rows.goals.length,
        statistics: rows.statistics.length,
        past: pastRows(rows),
      },
      accounts: UNUSED,
      onTheirWay: 0,
      beyondReached: null,
      reached: rows.reached,
      findings: [],
    };
  }

  async take(event: LoggedEvent): Promise<void> {
    const { revision, position } = event;
    if (!this.#isDue(event)) {
      await this.#compareOnce();
      if (!this.#rows.stalled) this.#result.onTheirWay += 1;
    }
    if (revision === this.#claimed && this.#isBeyondReached(position)) this.#result.beyondReached = position;
    this.#result.counts.events += 1;
    this.#mustFollow(event);
    this.#last = revision;
    this.#reached = position;
    const recorded = this.#read(event);
    if (!recorded) return;
    this.#write(recorded, revision);
    if (!this.#compared) await this.#compareInOrder(recorded.event.type);
    const isCertain = this.#known && this.#sound;
    for (const difference of this.#changeSets.take(recorded, revision, isCertain)) this.#report('log', difference);
  }

  async close(): Promise<LedgerAudit> {
    const { stalled } = this.#rows;
    if (this.#last === null) this.#nothingLeft();
    else await this.#compareOnce();
    if (this.#last !== null && stalled) {
      const revision = BigInt(stalled.revision ?? -1);
      this.#report('stalled', { field: 'stalled', expected: null, found: stalled.reason ?? '', revision });
    }
    return this.#result;
  }

  /** There is no event, so there may be no rows. */
  #nothingLeft(): void {
    if (this.#claimed >= 0n) {
      this.#report('log', { field: 'revision', expected: `0 to ${this.#claimed}`, found: null, revision: 0n });
    }
    this.#result.findings.push(...orphans(this.#result.ledgerId, this.#rows));
  }

  /** Whether the rows must include this event: by their own revision, or by the checkpoint. */
  #isDue({ revision, position }: LoggedEvent): boolean {
    if (revision <= this.#claimed) return true;
    return !this.#compared && !this.#rows.stalled && this.#isWithinCheckpoint(position);
  }

  #isWithinCheckpoint(position: string): boolean {
    const { checkpoint } = this.#rows;
    return isPosition(position) && isPosition(checkpoint) && !isAfter(position, checkpoint);
  }

  #isBeyondReached(position: string): boolean {
    const { reached } = this.#rows;
    return isPosition(position) && (reached === null || (isPosition(reached) && isAfter(position, reached)));
  }

  #mustFollow({ revision, type, position }: LoggedEvent): void {
    if (isPosition(position) && isPosition(this.#reached) && isAfter(this.#reached, position)) {
      this.#report('log', { field: 'position', expected: `after ${this.#reached}`, found: position, revision });
    }
    const next = (this.#last ?? -1n) + 1n;
    if (revision === next || (this.#last === null && type === RESET)) return;
    this.#report('log', { field: 'revision', expected: `${next}`, found: `${revision}`, revision: next });
    this.#known = false;
  }

  #read(event: LoggedEvent): Omit<DecodedEvent, 'revision'> | null {
    try {
      return decodeEvent(event);
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
      const { revision } = event;
      this.#report('log', { field: 'event', expected: 'a readable event', found: error.message, revision });
      this.#known = false;
      return null;
    }
  }

  #write({ event, metadata }: Omit<DecodedEvent, 'revision'>, revision: bigint): void {
    if (event.type === RESET) {
      if (!this.#known || !this.#sound || this.#result.counts.events === 1) this.#ledger = emptyLedger(revision);
      this.#known = true;
      this.#sound = true;
    }
    for (const contradiction of applyToAudit(this.#ledger, event, metadata, revision)) {
      this.#sound = false;
      if (this.#known) this.#report('log', { ...contradiction, revision });
    }
  }

  /**
   * Compares the rows that come in the order of revisions at once and drops them, since they are most of what the audit
   * would hold. A reset discards all before it.
   */
  async #compareInOrder(type: EventType): Promise<void> {
    const { events, pastLedgers } = this.#ledger;
    if (type === RESET) for (const rows of Object.values(this.#inOrder)) rows.startAnew();
    for (const [revision, event] of events) await this.#inOrder.events.take(revision, comparedColumns(event));
    for (const [revision, past] of pastLedgers) {
      await this.#inOrder.pastLedgers.take(revision, pastLedgerColumns(this.#result.ledgerId, past));
    }
    events.clear();
    pastLedgers.clear();
  }

  async #compareOnce(): Promise<void> {
    if (this.#compared) return;
    this.#compared = true;
    const last = this.#last ?? -1n;
    // The rows have not applied the reset that the stream begins with: the events up to their revision are truncated.
    if (this.#last === null && this.#claimed >= 0n) return;
    this.#result.revision = last;
    this.#result.accounts = this.#ledger.books;
    this.#compareRevision(last);
    if (!this.#known) return;
    if (this.#sound) {
      for (const difference of disagreements(this.#ledger)) this.#report('log', { ...difference, revision: last });
    }
    // Rows at a revision that the log does not have differ from the first missing event on.
    const part = this.#claimed > last ? { revision: last + 1n } : {};
    const differences = await compare(this.#ledger, this.#rows, this.#inOrder);
    for (const difference of differences) this.#report('rows', { ...difference, ...part });
    for (const difference of await this.#changeSets.compare(this.#rows)) this.#report('rows', difference);
  }

  #compareRevision(last: bigint): void {
    if (last === this.#claimed) return;
    const revision = (last < this.#claimed ? last : this.#claimed) + 1n;
    if (this.#rows.ledger) {
      this.#report('rows', { field: 'ledger.revision', expected: `${last}`, found: `${this.#claimed}`, revision });
    } else {
      this.#report('rows', { field: 'ledger', expected: `revision ${last}`, found: null, revision });
    }
  }

  #report(kind: Finding['kind'], finding: Omit<Finding, 'kind' | 'ledger'>): void {
    this.#result.findings.push({ kind, ledger: this.#result.ledgerId, ...finding });
  }
}
