import { hash } from 'node:crypto';
import type { EventMetadata, EventType, LedgerEvent } from '#ledger/events.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { LARGEST_AMOUNT } from '#ledger/model/money.ts';
import type { ImportedRow } from '#ledger/model/values.ts';
import {
  type AuditedAccount,
  type AuditedEntry,
  type AuditLedger,
  BLOCK_REVISIONS,
  type Contradiction,
  knownDay,
  type PlacedEntity,
  type Run,
} from './audit-ledger.ts';
import { canonicalColumn } from './canonical.ts';
import { toMicroseconds } from './instants.ts';
import { bankText } from './texts.ts';

/** The data of the events of a type. */
export type Data<Type extends EventType> = LedgerEvent<Type>['data'];

/** Fields of a transaction, transfer, goal or account, by their names. */
type Fields = Readonly<Record<string, unknown>>;

const ALONE = { takesBack: false, chain: [], answers: [] };

/** An event as it is applied: what all topics need to check it, and to change the audit's ledger. */
export class Application {
  readonly contradictions: Contradiction[] = [];
  readonly ledger: AuditLedger;
  readonly commandId: string;
  /** In microseconds. */
  readonly recordedAt: string;
  readonly revision: bigint;
  /**
   * Whether the event takes back what a change-set did, or records what a file has: the rules that look at balances and
   * amounts are about neither.
   */
  readonly isUndo: boolean;
  readonly isImport: boolean;
  /** Whether it changes or deletes one of many entries, or begins or ends that. */
  readonly isBulk: boolean;
  /** Whether it is of commands that a program proposed, or begins or ends them. */
  readonly isProposal: boolean;
  /** Whether it may name an earlier event as what set a field. */
  readonly mayGiveBack: boolean;
  /** The amounts that the event adds to accounts, in cents; 0 for accounts that it only names. */
  readonly #moves = new Map<string, bigint>();

  /** `kind` is the kind of the command of many events that the event belongs to; null for any other command. */
  constructor(
    ledger: AuditLedger,
    { commandId, recordedAt }: Pick<EventMetadata, 'commandId' | 'recordedAt'>,
    revision: bigint,
    kind: Run['kind'] | null,
  ) {
    this.ledger = ledger;
    this.commandId = commandId;
    this.recordedAt = toMicroseconds(recordedAt);
    this.revision = revision;
    this.isUndo = kind === 'undo';
    this.isImport = kind === 'import';
    this.isBulk = kind === 'bulk';
    this.isProposal = kind === 'proposal';
    this.mayGiveBack = this.isUndo || (ledger.run?.changeSetId === commandId && ledger.run.takesBack);
  }

  /** An undo, an import or a bulk begins: `count` of its events follow. */
  begin(kind: Run['kind'], count: number, more: Partial<Pick<Run, 'takesBack' | 'chain' | 'answers'>> = {}): void {
    const { commandId: changeSetId, revision: first } = this;
    this.ledger.run = { kind, changeSetId, first, left: count, ...ALONE, ...more, moved: 0 };
    this.touch('unfinished');
  }

  /** An import or a bulk ends without `count` of its events. */
  cutShort(missing: number): void {
    const { run } = this.ledger;
    this.must('missing', run?.left ?? 0, missing);
    if (run) run.left = 0;
    this.touch('unfinished');
  }

  /** The balance of an account before this event, in cents; of Everyday where none is named. */
  balance(accountId: string = EVERYDAY): bigint {
    return this.account(accountId)?.balance ?? 0n;
  }

  account(accountId: string = EVERYDAY): AuditedAccount | undefined {
    return this.ledger.accounts.get(accountId);
  }

  /** Adds an amount to an account, Everyday where none is named, once the event is applied. */
  move(accountId: string = EVERYDAY, amount: bigint): void {
    this.#moves.set(accountId, (this.#moves.get(accountId) ?? 0n) + amount);
  }

  /** Adds all amounts to their accounts. Each has to be there, and open where its balance changes. */
  settle(): void {
    let sum = 0n;
    for (const [accountId, amount] of this.#moves) {
      const label = `account ${accountId}`;
      const account = this.ledger.accounts.get(accountId);
      this.present(label, account);
      if (!account || amount === 0n) continue;
      if (!account.isOpen) this.must(label, 'open', 'closed');
      const changed = { ...account, balance: account.balance + amount };
      this.changed(label, account, changed);
      this.ledger.accounts.set(accountId, changed);
      sum += amount;
    }
    this.#moves.clear();
    if (sum !== 0n) this.touch('balance');
  }

  /** The place of an entity that this event makes, which is its own revision. */
  first(label: string): PlacedEntity {
    const { revision, recordedAt } = this;
    this.ledger.made.set(label, { place: revision, recordedAt });
    return { revision, recordedAt, changedAt: null, knownFrom: revision };
  }

  /** The place of an entity that this event restores, which it repeats from the event that made it. */
  placed(
    label: string,
    { place, recordedAt, changedAt }: { place: number; recordedAt?: string; changedAt?: string | undefined },
  ): PlacedEntity {
    const made = this.ledger.made.get(label);
    this.must(`${label} before`, 'made', made ? 'made' : null);
    const first = recordedAt === undefined ? this.recordedAt : toMicroseconds(recordedAt);
    if (made) this.must(`${label}.place`, made.place, BigInt(place));
    if (made && recordedAt !== undefined) this.must(`${label}.recorded_at`, made.recordedAt, first);
    const last = changedAt === undefined ? null : toMicroseconds(changedAt);
    return { revision: BigInt(place), recordedAt: first, changedAt: last, knownFrom: this.revision };
  }

  /** The instant of the last change of an entry: the event's own where it gives none. */
  changedAt(instant: string | null | undefined): string | null {
    return instant === undefined ? this.recordedAt : instant && toMicroseconds(instant);
  }

  /** Notes that an entity was made, with all of its fields. */
  made(label: string, fields: Fields): void {
    for (const field of Object.keys(fields)) this.ledger.touched.delete(`${label}.${canonicalColumn(field)}`);
    this.touch(label);
  }

  /** Notes the fields of an entity that have changed; the others keep the revision of their last change. */
  changed(label: string, before: Fields, after: Fields): void {
    const { touched } = this.ledger;
    const made = touched.get(label) ?? this.ledger.since;
    for (const field of Object.keys(after)) {
      const name = `${label}.${canonicalColumn(field)}`;
      if (before[field] !== after[field]) this.touch(name);
      else if (!touched.has(name)) touched.set(name, made);
    }
    this.touch(label);
  }

  /** Keeps the state of an entry before this event, by its name. */
  keepPast(name: string, entry: AuditedEntry | undefined): void {
    if (!entry) return;
    this.ledger.pastEntries.set(`${name} from ${entry.knownFrom}`, { ...entry, knownUntil: this.revision });
  }

  /** Notes that an entry of these accounts has a day. */
  date(date: string, ...accountIds: string[]): void {
    const { knownDays } = this.ledger;
    for (const name of ['', ...accountIds].map((accountId) => knownDay(date, accountId))) {
      if (!knownDays.has(name)) knownDays.set(name, this.revision);
    }
  }

  /** Keeps the keys of the rows of a file that the event records of an entry, and what the bank said in them. */
  keepRows(entryId: string, rows: readonly ImportedRow[] | undefined): void {
    if (!rows) return;
    const { revision, commandId } = this;
    const statement = { revision, entryId, changeSetId: commandId, texts: bankText(rows) };
    this.ledger.bankTexts.set(String(revision), statement);
    const block = String(revision / BLOCK_REVISIONS);
    const place = (revision % BLOCK_REVISIONS).toString(16).padStart(2, '0');
    const ofEvent = new Set(rows.flatMap(({ key, rawKey }) => [key, rawKey]));
    ofEvent.delete(undefined);
    const written = [...(ofEvent as Set<string>)].map((key) => `${hash('sha256', key).slice(0, 16)}${place}`);
    const before = this.ledger.importedKeys.get(block)?.keys ?? '\\x';
    this.ledger.importedKeys.set(block, { block, keys: before + written.join(''), revision });
  }

  touch(...names: string[]): void {
    for (const name of names) this.ledger.touched.set(name, this.revision);
  }

  /** Adds a contradiction where the found value is not the expected one. */
  must(field: string, expected: unknown, found: unknown): void {
    if (expected === found) return;
    this.contradictions.push({ field, expected: text(expected), found: text(found) });
  }

  present(label: string, found: object | undefined): void {
    this.must(label, 'present', found ? 'present' : null);
  }

  /** Adds a contradiction for each field that an event repeats otherwise than the entity has it. */
  repeats(label: string, held: Fields | undefined, fields: Fields): void {
    if (!held) return;
    for (const [field, value] of Object.entries(fields))
      this.must(`${label}.${canonicalColumn(field)}`, held[field], value);
  }

  within(field: string, amount: number, least = 1): void {
    if (amount < least || amount > LARGEST_AMOUNT) this.must(field, `${least} to ${LARGEST_AMOUNT}`, amount);
  }

  atMost(field: string, most: bigint, amount: number): void {
    if (BigInt(amount) > most) this.must(field, `at most ${most}`, amount);
  }
}

function text(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
