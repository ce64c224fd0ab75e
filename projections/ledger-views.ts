import type { DecodedEvent } from '#ledger/events.ts';
import type { LedgerState } from '#ledger/history.ts';
import type { Needs } from '#ledger/model/command-rule.ts';
import type { Database } from '#platform/postgres.ts';
import { budgetOfLedger, type StoredBudget } from './queries/budget.ts';
import type { LedgerHead } from './queries/head.ts';
import { EMPTY_VIEW, type LedgerView, loadLedgerView, viewAfterAll } from './queries/ledger-view.ts';
import type { SeenCommand } from './queries/snapshot.ts';
import { transactionOf } from './tables/entries.ts';

/** The size of all views together: their transactions, goals and accounts. A row takes about 600 bytes. */
const ROWS_MAX = 60_000;
/** The rows that a view takes beside those that it lists. */
const ROWS_OF_A_VIEW = 10;
/** The number of rows of a budget that take as much as one of a view. */
const BUDGET_ROWS = 4;
/** A view with more commands is not kept: the read models are far behind. */
const COMMANDS_MAX = 500;
/**
 * The number of events for which commands are kept after the read models have them: heads of requests may come out of
 * order.
 */
const COMMAND_EVENTS_KEPT = 64n;

/**
 * A view, the tables that it was loaded from, and the commands that the read models may lack: those after the revision
 * `since`, in the order of their events.
 */
type Kept = {
  view: LedgerView;
  tables: number;
  since: bigint;
  commands: Map<string, SeenCommand>;
  /** The budget that was read last, which may be of an earlier revision. */
  budget?: StoredBudget;
};

/** A state on which a command is decided, its view, and the command where it was carried out before. */
export type Start = { view: LedgerView; state: LedgerState; seen: SeenCommand | null };

/**
 * Keeps the views of the ledgers that were read or written last (decision 25). Bounded; the longest unused goes first.
 * A view is given for a read only where its revision is the newest that Postgres has just said that the read models
 * have (`LedgerHead`), and as the start of a command, which the append at exactly its revision proves.
 */
export class LedgerViews {
  /** The longest unused first. */
  readonly #kept = new Map<string, Kept>();
  #rows = 0;

  /** Gives the view of a ledger at its head: the kept one, or one that is loaded, and kept from then on. */
  async current(database: Database, ledgerId: string, head: LedgerHead): Promise<LedgerView> {
    if (head.revision === -1n) return { ...EMPTY_VIEW, ledgerId };
    const keptView = this.#kept.get(ledgerId);
    if (keptView && keptView.tables === head.tables && keptView.view.revision === head.revision) {
      this.#put(ledgerId, keptView);
      return keptView.view;
    }
    return await this.load(database, ledgerId);
  }

  /** Gives the budget of a ledger at its head like `current`, where its view is kept; null as `budgetOfLedger` does. */
  async budget(database: Database, ledgerId: string, head: LedgerHead): Promise<StoredBudget | null> {
    const keptView = this.#kept.get(ledgerId);
    if (keptView?.budget && keptView.tables === head.tables && keptView.budget.revision === head.revision)
      return keptView.budget;
    const budget = await budgetOfLedger(database, ledgerId);
    if (!keptView) await this.load(database, ledgerId);
    const now = this.#kept.get(ledgerId);
    if (budget && now?.tables === head.tables && budget.revision === head.revision) {
      this.#put(ledgerId, { ...now, budget });
    }
    return budget;
  }

  /** Loads the view of a ledger, and keeps it. */
  async load(database: Database, ledgerId: string): Promise<LedgerView> {
    const view = await loadLedgerView(database, ledgerId);
    const { tables } = view;
    const keptView = this.#kept.get(ledgerId);
    const isOlder = keptView?.tables === tables && view.revision <= (keptView?.view.revision ?? -1n);
    if (tables !== null && !isOlder) {
      this.#put(ledgerId, { view, tables, since: view.revision, commands: new Map() });
    }
    return view;
  }

  /**
   * The start of a command from the view that is kept, at the head's revision or later, or null if it lacks what the
   * command needs, or can't tell whether it was carried out before.
   */
  startOf(ledgerId: string, commandId: string, needs: Needs, head: LedgerHead): Start | null {
    const keptView = this.#kept.get(ledgerId);
    if (
      !keptView ||
      keptView.tables !== head.tables ||
      keptView.view.revision < head.revision ||
      keptView.since > head.revision
    ) {
      return null;
    }
    const { view, commands } = keptView;
    const { changeSetId, transferIds, rules, budget, schedules } = needs;
    if (changeSetId !== undefined || transferIds?.length || rules || budget || schedules) return null;
    const needed = needs.transactionIds ?? [];
    const rows = view.newest.filter(({ entryId }) => needed.includes(entryId));
    if (rows.length < new Set(needed).size) return null;
    this.#put(ledgerId, withoutOld(keptView, head.revision - COMMAND_EVENTS_KEPT));
    const transactions = new Map(rows.map((row) => [row.entryId, transactionOf(row)]));
    return { view, state: { ...view.state, transactions }, seen: commands.get(commandId) ?? head.seen };
  }

  /**
   * Returns the view after `events`, which follow the start without a gap, or null if it can't be told from them. Keeps
   * it in place of the start's view, unless another one has been kept meanwhile, or the view has too many commands.
   */
  advance({ view: before }: Start, events: readonly DecodedEvent[]): LedgerView | null {
    const { ledgerId } = before;
    const view = viewAfterAll(before, events);
    const keptView = this.#kept.get(ledgerId);
    if (keptView?.view !== before) return view;
    const { commands } = keptView;
    for (const { metadata, revision } of events) {
      commands.set(metadata.commandId, { inputHash: metadata.inputHash, revision });
    }
    if (view && commands.size <= COMMANDS_MAX) this.#put(ledgerId, { ...keptView, view });
    else this.#remove(ledgerId);
    return view;
  }

  #put(ledgerId: string, kept: Kept): void {
    this.#remove(ledgerId);
    this.#kept.set(ledgerId, kept);
    this.#rows += rowsOf(kept);
    for (const [oldest] of this.#kept) {
      if (this.#rows <= ROWS_MAX) break;
      this.#remove(oldest);
    }
  }

  #remove(ledgerId: string): void {
    const keptView = this.#kept.get(ledgerId);
    if (!keptView) return;
    this.#kept.delete(ledgerId);
    this.#rows -= rowsOf(keptView);
  }
}

/** Forgets the commands up to a revision. */
function withoutOld(kept: Kept, revision: bigint): Kept {
  if (revision <= kept.since) return kept;
  for (const [commandId, seen] of kept.commands) {
    if (seen.revision > revision) break;
    kept.commands.delete(commandId);
  }
  return { ...kept, since: revision };
}

function rowsOf({ view: { newest, state }, budget }: Kept): number {
  const ofBudget = budget ? (budget.plans.size + budget.sums.length + budget.fromEntries.length) / BUDGET_ROWS : 0;
  return ROWS_OF_A_VIEW + newest.length + state.goals.size + state.accounts.size + Math.ceil(ofBudget);
}
