import type { LoggedEvent } from '../../event-log/logged-event.ts';
import { isAfter, isPosition } from '../../event-log/positions.ts';
import { decode, UnreadableEvent } from '../../ledger/codec.ts';
import type { EventType, RecordedEvent } from '../../ledger/events.ts';
import { type Accounts, UNUSED } from '../../ledger/model/accounts.ts';
import { type AuditLedger, disagreements, newBook, write } from './audit-ledger.ts';
import { Commands } from './commands.ts';
import { compare } from './compare.ts';
import type { Finding } from './finding.ts';
import { orphans } from './orphans.ts';
import type { StoredRows } from './stored-rows.ts';

/** How much of a ledger was looked at: its events, and what the rows hold. */
export type Counts = { events: number; transactions: number; goals: number; statistics: number };

/** What the audit of one ledger has come to. */
export type LedgerAudit = {
  ledgerId: string;
  /** The revision at which log and rows were compared; -1 before the first event. */
  revision: bigint;
  counts: Counts;
  /** What stands on the accounts at that revision, in cents. */
  accounts: Accounts;
  /** How many events the worker has yet to come to. */
  onTheirWay: number;
  /** The event that the rows stand at, where it lies beyond what the worker says it has come to. */
  beyondCheckpoint: string | null;
  /** What the worker said it had come to; null before the first event. */
  checkpoint: string | null;
  findings: Finding[];
};

/** Before this event anything may have been truncated, and nothing of it counts any more. */
const RESET: EventType = 'LedgerReset';

/**
 * Audits one ledger: reads its events from the first, holds each against those before it, and compares the book they
 * make with the rows, at the revision the rows have reached. What comes after that is on its way, unless the worker
 * says that it has passed it. Throws what reading the events throws.
 */
export async function auditLedger(
  ledgerId: string,
  events: AsyncIterable<LoggedEvent>,
  rows: StoredRows,
): Promise<LedgerAudit> {
  const audit = new RunningAudit(ledgerId, rows);
  for await (const event of events) audit.take(event);
  return audit.close();
}

class RunningAudit {
  readonly #rows: StoredRows;
  readonly #result: LedgerAudit;
  /** The revision that the rows say they stand at. */
  readonly #claimed: bigint;
  readonly #commands = new Commands();
  #book: AuditLedger = newBook(0n);
  /** False from an event that is missing or can't be read up to the next reset: what stands in the book is unknown. */
  #known = true;
  /** False from an event that contradicts those before it up to the next reset: postings and book part there. */
  #sound = true;
  #last: bigint | null = null;
  /** Where the last event stands in the whole log. */
  #reached = '';
  #compared = false;

  constructor(ledgerId: string, rows: StoredRows) {
    this.#rows = rows;
    this.#claimed = BigInt(rows.account?.revision ?? -1);
    const { goals, statistics, transactions } = rows;
    this.#result = {
      ledgerId,
      revision: -1n,
      counts: {
        events: 0,
        transactions: transactions.length,
        goals: goals.length,
        statistics: statistics.length,
      },
      accounts: UNUSED,
      onTheirWay: 0,
      beyondCheckpoint: null,
      checkpoint: rows.checkpoint,
      findings: [],
    };
  }

  take(event: LoggedEvent): void {
    const { revision, position } = event;
    if (!this.#isDue(event)) {
      this.#compareOnce();
      if (!this.#rows.stalled) this.#result.onTheirWay += 1;
    }
    if (revision === this.#claimed && this.#lies(position, 'beyond')) this.#result.beyondCheckpoint = position;
    this.#result.counts.events += 1;
    this.#mustFollow(event);
    this.#last = revision;
    this.#reached = position;
    const recorded = this.#read(event);
    if (recorded) this.#write(recorded, revision);
    if (!recorded || this.#compared) return;
    for (const one of this.#commands.take(recorded, revision, this.#known && this.#sound)) this.#report('log', one);
  }

  close(): LedgerAudit {
    const { stalled } = this.#rows;
    if (this.#last === null) this.#nothingLeft();
    else this.#compareOnce();
    if (this.#last !== null && stalled) {
      const revision = BigInt(stalled.revision ?? -1);
      this.#report('stalled', { field: 'stalled', expected: null, found: stalled.reason ?? '', revision });
    }
    return this.#result;
  }

  /** There is no event: whatever the rows hold came of events that are gone, or of none. */
  #nothingLeft(): void {
    if (this.#claimed >= 0n) {
      this.#report('log', { field: 'revision', expected: `0 to ${this.#claimed}`, found: null, revision: 0n });
    }
    this.#result.findings.push(...orphans(this.#result.ledgerId, this.#rows));
  }

  /** Whether the rows should have this event: because they say so, or because the worker says that it has passed it. */
  #isDue({ revision, position }: LoggedEvent): boolean {
    if (revision <= this.#claimed) return true;
    return !this.#compared && !this.#rows.stalled && this.#lies(position, 'within');
  }

  #lies(position: string, where: 'within' | 'beyond'): boolean {
    const { checkpoint } = this.#rows;
    if (!isPosition(position)) return false;
    if (!isPosition(checkpoint)) return where === 'beyond' && checkpoint === null;
    return isAfter(position, checkpoint) === (where === 'beyond');
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

  #read(event: LoggedEvent): Omit<RecordedEvent, 'revision'> | null {
    try {
      return decode(event);
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
      const { revision } = event;
      this.#report('log', { field: 'event', expected: 'a readable event', found: error.message, revision });
      this.#known = false;
      return null;
    }
  }

  #write({ event, metadata }: Omit<RecordedEvent, 'revision'>, revision: bigint): void {
    if (event.type === RESET) {
      if (!this.#known || !this.#sound || this.#result.counts.events === 1) this.#book = newBook(revision);
      this.#known = true;
      this.#sound = true;
    }
    for (const contradiction of write(this.#book, event, metadata, revision)) {
      this.#sound = false;
      if (this.#known) this.#report('log', { ...contradiction, revision });
    }
  }

  #compareOnce(): void {
    if (this.#compared) return;
    this.#compared = true;
    const at = this.#last ?? -1n;
    // The stream begins with a reset that the rows have yet to come to: what they stand at is truncated.
    if (this.#last === null && this.#claimed >= 0n) return;
    this.#result.revision = at;
    this.#result.accounts = this.#book.accounts;
    this.#compareRevision(at);
    if (!this.#known) return;
    if (this.#sound) {
      for (const one of disagreements(this.#book)) this.#report('log', { ...one, revision: at });
    }
    // Where the rows have come further than the log, they part at the first event that the log doesn't have.
    const part = this.#claimed > at ? { revision: at + 1n } : {};
    for (const one of compare(this.#book, this.#rows)) this.#report('books', { ...one, ...part });
    for (const one of this.#commands.compare(this.#rows)) this.#report('books', one);
  }

  #compareRevision(at: bigint): void {
    if (at === this.#claimed) return;
    const revision = (at < this.#claimed ? at : this.#claimed) + 1n;
    if (this.#rows.account) {
      this.#report('books', { field: 'account.revision', expected: `${at}`, found: `${this.#claimed}`, revision });
    } else {
      this.#report('books', { field: 'account', expected: `revision ${at}`, found: null, revision });
    }
  }

  #report(kind: Finding['kind'], finding: Omit<Finding, 'kind' | 'ledger'>): void {
    this.#result.findings.push({ kind, ledger: this.#result.ledgerId, ...finding });
  }
}
