import type pg from 'pg';
import type { DecodedEvent, LedgerEvent } from '#ledger/events.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountsBeside } from '#ledger/model/state.ts';
import { movementsWithReturns } from '#ledger/movements.ts';
import { budgetChanges, type ChangedEntry } from '#ledger/proposals/sums.ts';
import { budgetOfLedger, type StoredBudget } from '#projections/queries/budget.ts';
import { firstDayOf } from '#projections/queries/month-so-far.ts';
import { type BudgetCall, budgetBuilders, monthLookedAt } from '../budget/commands.ts';
import { withMonth } from '../budget/read.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { RouteInput } from '../http/register-route.ts';

/** The books after some commands: their state, the entries that they touched, and their events. */
export type RunningBooks = { state: LedgerState; changed: readonly ChangedEntry[]; events: readonly LedgerEvent[] };

/** The budgets of a ledger at a revision, read once, with the changes of commands that are not recorded. */
export class RunningBudget {
  readonly #database: pg.Pool;
  readonly #ledgerId: string;
  readonly #revision: bigint;
  #stored: StoredBudget | null = null;

  constructor(database: pg.Pool, ledgerId: string, revision: bigint) {
    this.#database = database;
    this.#ledgerId = ledgerId;
    this.#revision = revision;
  }

  /**
   * Builds a command that depends on the budget of a month as it is after other commands; `today` is an ISO date. Null
   * if the read models have another revision by now. Throws what builders throw, and the problem unavailable.
   */
  async build<Name extends BudgetCall>(name: Name, input: RouteInput<Name>, books: RunningBooks, today: string) {
    this.#stored ??= await budgetOfLedger(this.#database, this.#ledgerId);
    if (!this.#stored) throw new ProblemError('unavailable');
    if (this.#stored.revision !== this.#revision) return null;
    const since = name === 'copyBudget' ? await firstDayOf(this.#database, this.#ledgerId, null, null) : null;
    const month = monthLookedAt(input as RouteInput<BudgetCall>);
    const read = withMonth(after(this.#stored, books), month, today.slice(0, 7));
    return budgetBuilders[name](input, read, { since, today });
  }
}

function after(stored: StoredBudget, { state, changed, events }: RunningBooks): StoredBudget {
  const { categories, plans, carries, targets, accounts } = state;
  const beside = accountsBeside(accounts);
  const sums = [...stored.sums, ...budgetChanges(changed, beside)];
  const recorded = events.map((event, index) => ({ event, revision: BigInt(index), metadata: METADATA }));
  const movements = [...stored.movements, ...movementsWithReturns(recorded as unknown as DecodedEvent[])];
  return { ...stored, categories, plans, carries, targets, beside, sums, movements };
}

const METADATA = { commandId: '-', recordedAt: new Date(0).toISOString() };
