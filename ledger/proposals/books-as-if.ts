import type { SelectedEntry } from '../bulk/change-entries.ts';
import type { Command } from '../decide/commands.ts';
import { decide } from '../decide/decide.ts';
import type { LedgerEvent } from '../events.ts';
import type { LedgerState } from '../history.ts';
import type { Decision } from '../model/command-rule.ts';
import { EVERYDAY } from '../model/constants.ts';
import { type Books, type Draft, draftOf, type TransactionState, type TransferState } from '../model/state.ts';
import { recordAsIf } from '../record-as-if.ts';
import { effectsOf, type ProposedEffect, type SeenEntity, seenBy } from './effects.ts';
import type { ChangedEntry } from './sums.ts';

/** The parts of books that a snapshot has as far as commands need them. */
type Needed = Pick<Books, 'transactions' | 'transfers' | 'occurrences'>;

/** The decision of a command, with the effects of its events. */
export type DecidedAsIf =
  | Exclude<Decision<LedgerEvent>, { outcome: 'events' }>
  | { outcome: 'events'; events: readonly LedgerEvent[]; effects: readonly ProposedEffect[] };

/** Books on which commands are decided one after another, each as if the ones before it were recorded. */
export class BooksAsIf {
  readonly #before: LedgerState;
  #draft: Draft;
  /** The entities that commands have touched, as they were before the first of these. */
  readonly #first = new Map<string, SeenEntity>();

  /** The revision of the next event. */
  #next: bigint;

  /** `revision` is of the books; the event that begins the commands follows it. */
  constructor(before: LedgerState, revision: bigint) {
    this.#before = before;
    this.#draft = draftOf(before);
    this.#next = revision + 2n;
  }

  /** The books after all commands so far. It changes with the next one. */
  get state(): LedgerState {
    return { ...this.#draft, history: this.#before.history };
  }

  /** The entries that commands have touched, before all of them and after. */
  changedEntries(): ChangedEntry[] {
    return [...this.#first.values()].flatMap(({ kind, id, state: before }): ChangedEntry[] => {
      if (kind === 'transaction') {
        return [{ kind, before: before as TransactionState | null, after: this.#draft.transactions.get(id) ?? null }];
      }
      if (kind !== 'transfer') return [];
      return [{ kind, before: before as TransferState | null, after: this.#draft.transfers.get(id) ?? null }];
    });
  }

  /** Whether a command has touched an entity. */
  hasTouched(id: string): boolean {
    return this.#first.has(id);
  }

  /** Whether a command has touched an entry that is or was of an account. */
  hasTouchedEntriesOf(account: string): boolean {
    return this.changedEntries().some(({ kind, before, after }) =>
      [before, after].some((entry) => {
        if (entry === null) return false;
        const { accountId = EVERYDAY } = entry as TransactionState;
        const { from, to } = entry as TransferState;
        return kind === 'transfer' ? from === account || to === account : accountId === account;
      }),
    );
  }

  /** The entries that have a category, themselves or in a part. */
  entriesOf(categoryId: string): SelectedEntry[] {
    const { transactions, transfers } = this.#draft;
    const hasPart = ({ parts = [] }: TransactionState) => parts.some(({ category }) => category === categoryId);
    const isOf = (entry: TransactionState) => entry.category === categoryId || hasPart(entry);
    return [
      ...[...transactions].flatMap(([id, entry]) => (isOf(entry) ? [{ id, kind: 'transaction' as const }] : [])),
      ...[...transfers].flatMap(([id, { category }]) =>
        category === categoryId ? [{ id, kind: 'transfer' as const }] : [],
      ),
    ];
  }

  /** Adds entries and marks as they are before all commands; those that are there already stay. */
  add({ transactions, transfers, occurrences }: Needed): void {
    addMissing(this.#draft.transactions, transactions, this.#first);
    addMissing(this.#draft.transfers, transfers, this.#first);
    addMissing(this.#draft.occurrences, occurrences, this.#first);
  }

  /**
   * Decides a command, takes its events into the books, and gives their effects beside them. The event that begins a
   * command about many entries is left out: their events follow alone. `check` throws to refuse the events.
   */
  decide(command: Command, check: (events: readonly LedgerEvent[], before: Books) => void): DecidedAsIf {
    const before = this.state;
    const decision = decide(command, before);
    if (decision.outcome !== 'events') return decision;
    const events = decision.events.filter(({ type }) => !BEGINNINGS.includes(type)).map(withoutCount);
    check(events, before);
    const draft = events.length === 1 ? this.#draft : draftOf(before);
    const effects: ProposedEffect[] = [];
    for (const [index, event] of events.entries()) {
      const earlier = seenBy(event, draft);
      const reason = recordAsIf(draft, event, this.#next + BigInt(index));
      if (reason) return { outcome: 'rejected', reason };
      const later = seenBy(event, draft);
      if (earlier && later) effects.push(...effectsOf(event, earlier, later));
      if (earlier && !this.#first.has(earlier.id)) this.#first.set(earlier.id, earlier);
    }
    this.#draft = draft;
    this.#next += BigInt(events.length);
    return { outcome: 'events', events, effects };
  }
}

/** The events that begin a change-set of many entries, and change nothing themselves. */
const BEGINNINGS: readonly LedgerEvent['type'][] = ['BulkBegun', 'CategoriesMerged', 'RulesRun'];

/** The removal of a rule without the number of events that follow: the first event of a proposal counts all. */
function withoutCount(event: LedgerEvent): LedgerEvent {
  if (event.type !== 'RuleRemoved') return event;
  const { count: _, ...data } = event.data;
  return { ...event, data };
}

/** Adds what is missing, but for what commands have touched. */
function addMissing<Value>(
  held: Map<string, Value>,
  added: ReadonlyMap<string, Value>,
  touched: ReadonlyMap<string, SeenEntity>,
) {
  for (const [id, value] of added) if (!held.has(id) && !touched.has(id)) held.set(id, value);
}
