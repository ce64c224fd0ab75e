import type { DecodedEvent } from '#ledger/events.ts';
import type { ChangeSetKind } from '#ledger/model/constants.ts';
import { auditDefinitions, auditedAccounts } from './definitions.ts';
import type { Finding } from './finding.ts';
import { toMicroseconds } from './model/instants.ts';
import type { StoredRow, StoredRows } from './stored-rows.ts';

/** All events of one command. */
export type AuditedChangeSet = {
  inputHash: string;
  /** The revisions of its first and of its last event. */
  first: bigint;
  last: bigint;
  /** `recordedAt` of its first event. */
  recordedAt: string;
  kind: ChangeSetKind;
  undoes: string | null;
  /** The undo of it that is in force; null while it is in force itself. */
  undoneBy: string | null;
  /** The revision of the undo that changed `undoneBy` last. */
  undoneAt: bigint | null;
  /** The `actor` of its first event. */
  actor: string | null;
  /** Change-sets of the same accounts share one set. */
  accounts: ReadonlySet<string>;
  /** Whether its row is known: not from a faulty event up to the next reset. */
  isCertain: boolean;
};
type Difference = Pick<Finding, 'field' | 'expected' | 'found' | 'revision'>;

const NO_ACCOUNTS: ReadonlySet<string> = new Set();

/**
 * The change-sets of one ledger, from its events. The rows must hold each for as long as the ledger lives, or its
 * command could have its effect a second time (product 7.4) or be undone twice (product 4.14).
 */
export class ChangeSets {
  readonly #known = new Map<string, AuditedChangeSet>();
  readonly #accounts = new Map<string, ReadonlySet<string>>();
  #first: bigint | null = null;
  /** The revision of the last reset. */
  #since = -1n;

  /** The change-sets by their ids, in the order of their first events. */
  get all(): ReadonlyMap<string, AuditedChangeSet> {
    return this.#known;
  }

  /**
   * Adds an event to its change-set. Gives differences where its id was used for two commands: with another input hash,
   * or with events of other commands between its own, which only a reset may have; and where an undo undoes what it
   * can't.
   */
  take(recorded: Pick<DecodedEvent, 'event' | 'metadata'>, revision: bigint, isCertain: boolean): Difference[] {
    const { event, metadata } = recorded;
    const { commandId, inputHash, recordedAt } = metadata;
    const isUndo = event.type === 'ChangeSetUndone';
    this.#first ??= revision;
    if (event.type === 'LedgerReset') this.#since = revision;
    const before = this.#known.get(commandId);
    const differences = before ? repeated(commandId, before, inputHash, revision) : [];
    if (isUndo) differences.push(...this.#misled(event.data, commandId, revision));
    const changeSet = before ?? {
      inputHash,
      first: revision,
      last: revision,
      recordedAt: toMicroseconds(recordedAt),
      kind: auditDefinitions[event.type].kind,
      undoes: isUndo ? event.data.changeSetId : null,
      undoneBy: null,
      undoneAt: null,
      actor: metadata.actor ?? null,
      accounts: NO_ACCOUNTS,
      isCertain: true,
    };
    changeSet.last = revision;
    changeSet.isCertain &&= isCertain && differences.length === 0;
    changeSet.accounts = this.#with(changeSet.accounts, auditedAccounts(event));
    this.#known.set(commandId, changeSet);
    if (isUndo && !before) this.#undo(commandId, changeSet, revision);
    return differences;
  }

  /** The set of these accounts and more, which all change-sets of the same accounts share. */
  #with(accounts: ReadonlySet<string>, more: readonly string[]): ReadonlySet<string> {
    if (more.every((account) => accounts.has(account))) return accounts;
    const all = new Set([...accounts, ...more]);
    const name = [...all].sort().join(' ');
    const shared = this.#accounts.get(name) ?? all;
    this.#accounts.set(name, shared);
    return shared;
  }

  /** The differences between an undo's chain and the change-sets that it names. */
  #misled(
    { changeSetId, chain }: { changeSetId: string; chain: readonly string[] },
    commandId: string,
    revision: bigint,
  ): Difference[] {
    const differences: Difference[] = [];
    const must = (field: string, expected: string | null, found: string | null) => {
      if (expected !== found)
        differences.push({ field: `change-set ${commandId}.${field}`, expected, found, revision });
    };
    must('chain', changeSetId, chain[0] ?? null);
    for (const [index, id] of chain.entries()) {
      const known = this.#known.get(id);
      const isKnown = known !== undefined && known.first >= this.#since;
      must('chain', id, isKnown ? id : null);
      if (!isKnown) continue;
      // The first of the chain is in force, so the second, which it undid, is not, and so on.
      must(`chain ${id} undone by`, index % 2 === 1 ? (chain[index - 1] ?? null) : null, known.undoneBy);
      must(`chain after ${id}`, known.undoes, chain[index + 1] ?? null);
      if (NOT_UNDOABLE.includes(known.kind)) must(`chain ${id}`, 'what can be undone', known.kind);
    }
    return differences;
  }

  /** Updates `undoneBy` along the chain of an undo: each change-set is undone by its undo while that is in force. */
  #undo(id: string, undo: AuditedChangeSet, revision: bigint): void {
    let [byId, by] = [id, undo];
    while (by.undoes !== null) {
      const undone = this.#known.get(by.undoes);
      if (!undone || undone.first >= by.first) return;
      undone.undoneBy = by.undoneBy === null ? byId : null;
      undone.undoneAt = revision;
      undone.isCertain &&= undo.isCertain;
      [byId, by] = [by.undoes, undone];
    }
  }

  /** Whether the log no longer has the event at a revision. */
  #isTruncated(revision: bigint): boolean {
    return this.#first === null || (this.#first > 0n && revision < this.#first);
  }

  /** Compares the change-sets with their rows, but no row whose events the log no longer has. */
  async compare({ changeSets }: StoredRows): Promise<Difference[]> {
    const differences: Difference[] = [];
    const left = new Set(this.#known.keys());
    for await (const row of changeSets) {
      const name = row.change_set_id ?? '';
      const revision = BigInt(row.revision ?? -1);
      const changeSet = this.#known.get(name);
      left.delete(name);
      if (changeSet) differences.push(...unlike(name, changeSet, row));
      else if (!this.#isTruncated(revision)) {
        differences.push({ field: `change-set ${name}`, expected: null, found: `revision ${revision}`, revision });
      }
    }
    for (const name of left) {
      const { last, isCertain } = this.#known.get(name) as AuditedChangeSet;
      if (!isCertain) continue;
      differences.push({ field: `change-set ${name}`, expected: `revision ${last}`, found: null, revision: last });
    }
    return differences;
  }
}

/** The kinds of change-sets that can't be undone. */
const NOT_UNDOABLE: readonly ChangeSetKind[] = ['payment', 'demo-reset'];

/** The differences where the id of a command was used before. A reset may take several appends. */
function repeated(name: string, before: AuditedChangeSet, inputHash: string, revision: bigint): Difference[] {
  const field = `change-set ${name}`;
  if (before.kind === 'demo-reset') return [];
  if (before.inputHash !== inputHash) {
    return [{ field: `${field}.input_hash`, expected: before.inputHash, found: inputHash, revision }];
  }
  if (before.last + 1n === revision) return [];
  return [{ field, expected: `one effect, up to revision ${before.last}`, found: 'another', revision }];
}

function unlike(name: string, changeSet: AuditedChangeSet, row: StoredRow): Difference[] {
  const { last, undoneAt, isCertain } = changeSet;
  if (!isCertain) return [];
  const expected: Record<string, string | null> = {
    input_hash: changeSet.inputHash,
    first: `${changeSet.first}`,
    revision: `${last}`,
    recorded_at: changeSet.recordedAt,
    kind: changeSet.kind,
    undoes: changeSet.undoes,
    undone_by: changeSet.undoneBy,
    actor: changeSet.actor,
    accounts: list([...changeSet.accounts]),
  };
  const stored: StoredRow = { ...row, accounts: list(JSON.parse(row.accounts ?? 'null')) };
  return Object.entries(expected)
    .map(([field, wanted]) => ({ field, expected: wanted, found: stored[field] ?? null }))
    .filter(({ expected, found }) => expected !== found)
    .map(({ field, ...values }) => ({
      field: `change-set ${name}.${field}`,
      ...values,
      revision: field === 'undone_by' ? (undoneAt ?? last) : last,
    }));
}

/** The accounts of a change-set are in no order. */
function list(accounts: unknown): string {
  return JSON.stringify(Array.isArray(accounts) ? accounts.toSorted() : accounts);
}
