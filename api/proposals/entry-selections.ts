import { PROPOSAL_EVENTS_MAX } from '#contract/limits.ts';
import { proposalMessages } from '#contract/proposal-messages.ts';
import type { Command } from '#ledger/decide/commands.ts';
import { accountKey } from '#ledger/ids.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import type { BooksAsIf } from '#ledger/proposals/books-as-if.ts';
import { readConsistently } from '#platform/postgres.ts';
import { revisionOfRows, selectByIds } from '#projections/queries/search.ts';
import type { Snapshot } from '#projections/queries/snapshot.ts';
import { askedOf } from '../bulk/asked.ts';
import type { SelectedByBulk } from '../bulk/do-selected.ts';
import { selectedByBulk, withSelectedEntries } from '../bulk/selection.ts';
import type { CommandContext } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { RouteInput } from '../http/register-route.ts';
import { calendarOf, type Session } from '../http/session.ts';
import { booksAt } from '../reconcile/jobs.ts';
import { mendingCommand } from '../reconcile/mend.ts';
import { askedRules } from '../rules/asked.ts';
import { selectRun } from '../rules/run.ts';
import { selectTakenBack } from '../rules/take-back.ts';

/** The books have another revision than those on which the work has begun. */
export class Overtaken extends Error {}

type Input = {
  services: CommandServices;
  session: Session;
  /** The author's day, an ISO date. */
  day: string;
  snapshot: Snapshot;
  books: BooksAsIf;
};

/**
 * Builds the commands of a proposal about entries that are found in the read models, as they are before all commands
 * (product 5.18), and gives the books these entries. Throws ProblemErrors, and Overtaken.
 */
export class EntrySelections {
  readonly #input: Input;

  constructor(input: Input) {
    this.#input = input;
  }

  bulk(input: RouteInput<'bulk'>): Promise<Command> {
    const { services, session, day } = this.#input;
    return this.#take((before) => selectedByBulk(services.database, askedOf(session, day, input), before));
  }

  /** The merge of a category, with the entries that have it by then. */
  async merge({ from: mergedId, into }: RouteInput<'mergeCategories'>): Promise<Command> {
    const { services, session, day, books } = this.#input;
    const own = { ledgerId: session.ledgerId, today: day, calendar: calendarOf(session) };
    const asked = { ...own, select: {}, change: null, merge: { mergedId, into }, revision: undefined };
    await this.#take((before) => selectedByBulk(services.database, asked, before));
    return { type: 'MergeCategories', mergedId, into, entries: books.entriesOf(mergedId) };
  }

  /** A run of rules, without the entries that commands before it have touched. */
  async run(input: RouteInput<'runRules'>): Promise<Command> {
    const { services, session, day, books } = this.#input;
    const run = await this.#take((before) => selectRun(services.database, askedRules(session, day, input), before));
    return { ...run, edits: run.edits.filter(({ id }) => !books.hasTouched(id)) };
  }

  takeBack(ruleId: string): Promise<Command> {
    const { services, session } = this.#input;
    const { ledgerId } = session;
    return this.#take((before) => selectTakenBack(services.database, { ledgerId, ruleId }, before));
  }

  async mend({ accountId, date, mend }: RouteInput<'mend'>, context: CommandContext): Promise<Command> {
    const { services, session, snapshot } = this.#input;
    const { ledgerId } = session;
    const isOfBalance = mend.does === 'adjust' || mend.does === 'begin with';
    if (isOfBalance && this.#hasChanged(accountKey(ledgerId, accountId) ?? EVERYDAY))
      throw new ProblemError('invalid', { mend: proposalMessages.balanceChangedBefore });
    return await this.#take(() =>
      readConsistently(services.database, async (client) => {
        if ((await revisionOfRows(client, ledgerId)) !== snapshot.revision) return null;
        const rows = 'entryId' in mend ? await selectByIds(client, ledgerId, [mend.entryId]) : [];
        const books = await booksAt(client, { ledgerId, accountId, now: services.now() }, undefined);
        const command = await mendingCommand(books, date, mend, context);
        return { command, snapshot: withSelectedEntries(snapshot, rows), count: 1 };
      }),
    );
  }

  /** Whether commands have changed the entries or the balance of an account. */
  #hasChanged(account: string): boolean {
    const { snapshot, books } = this.#input;
    const [before, after] = [snapshot.state.accounts.get(account), books.state.accounts.get(account)];
    return before?.balance !== after?.balance || books.hasTouchedEntriesOf(account);
  }

  /** The command about entries that `select` finds; the rules and categories are those by then. */
  async #take<Selected extends Command>(
    select: (before: Snapshot) => Promise<SelectedByBulk<Selected> | null>,
  ): Promise<Selected> {
    const { snapshot, books } = this.#input;
    const { rules, categories } = books.state;
    const selected = await select({ ...snapshot, state: { ...snapshot.state, rules, categories } });
    if (!selected) throw new Overtaken();
    if (selected.count > PROPOSAL_EVENTS_MAX) throw tooManyChanges();
    books.add(selected.snapshot.state);
    return selected.command;
  }
}

export const tooManyChanges = () => new ProblemError('invalid', { commands: proposalMessages.tooManyChanges });
