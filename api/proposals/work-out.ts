import { PROPOSAL_EVENTS_MAX } from '#contract/limits.ts';
import type { ProposalProblem } from '#contract/problem-details.ts';
import type { ProposedCommand } from '#contract/proposal-calls.ts';
import type { Command } from '#ledger/decide/commands.ts';
import { needsOf } from '#ledger/decide/decide.ts';
import { breaksLimits, type EntryLimits } from '#ledger/decide/entry-limits.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountKey, createdId } from '#ledger/ids.ts';
import { cutTo } from '#ledger/model/cut.ts';
import { BooksAsIf } from '#ledger/proposals/books-as-if.ts';
import type { ProposedEffect } from '#ledger/proposals/effects.ts';
import { TimeSlices } from '#platform/time-slices.ts';
import { loadSnapshot, type Snapshot } from '#projections/queries/snapshot.ts';
import type { CommandContext } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { rejectionProblem } from '../commands/rejection.ts';
import { ProblemError } from '../http/problem-error.ts';
import { calendarOf, type Session } from '../http/session.ts';
import { enterCommand } from '../line/commands.ts';
import { ruleBuilders } from '../rules/commands.ts';
import { type ReadCommand, readCommand } from './builders.ts';
import { EntrySelections, Overtaken, tooManyChanges } from './entry-selections.ts';
import { allNeeds } from './needs.ts';
import { RunningBudget } from './running-budget.ts';

/** A proposal as it is worked out. `day` is its author's (ISO date), `except` the commands that are left out. */
export type AskedProposal = {
  proposalId: string;
  day: string;
  commands: readonly ProposedCommand[];
  limits: EntryLimits | null;
  except: ReadonlySet<number>;
};

/** The effect of a command, by its index. */
export type EffectOfCommand = ProposedEffect & { command: number };

/**
 * The commands of a proposal as they would be carried out on a snapshot of the ledger: the books `before` them as its
 * author sees them, and after them.
 */
export type WorkedOut = {
  snapshot: Snapshot;
  before: LedgerState;
  books: BooksAsIf;
  events: readonly LedgerEvent[];
  effects: readonly EffectOfCommand[];
  problems: readonly ProposalProblem[];
};

/**
 * Works out the commands of a proposal one after another, each on the books as those before leave them; a query of
 * entries is asked of the books before all of them (product 5.18). `before` is a snapshot without what they need. Null
 * if the read models have another revision by now.
 */
export async function workOut(
  services: CommandServices,
  session: Session,
  asked: AskedProposal,
  before: Snapshot,
): Promise<WorkedOut | null> {
  const work = new Work(services, session, asked, before);
  return (await work.load()) ? await work.carryOut() : null;
}

class Work {
  readonly #services: CommandServices;
  readonly #session: Session;
  readonly #asked: AskedProposal;
  readonly #budget: RunningBudget;
  #snapshot: Snapshot;
  #before: LedgerState;
  #books: BooksAsIf;
  readonly #events: LedgerEvent[] = [];
  readonly #effects: EffectOfCommand[] = [];
  readonly #problems: ProposalProblem[] = [];

  constructor(services: CommandServices, session: Session, asked: AskedProposal, before: Snapshot) {
    this.#services = services;
    this.#session = session;
    this.#asked = asked;
    this.#snapshot = before;
    this.#before = this.#seen(before);
    this.#books = new BooksAsIf(this.#before, before.revision);
    this.#budget = new RunningBudget(services.database, session.ledgerId, before.revision);
  }

  /** Loads what the commands need at the revision of the snapshot; false if there is another by now. */
  async load(): Promise<boolean> {
    const plain: Command[] = [];
    const slices = new TimeSlices();
    for (const [index, command] of this.#asked.commands.entries()) {
      const built = await this.#read(command, index).then(
        (read) => (read.isPlain ? read.build(read.input as never, this.#context(index)) : null),
        () => null,
      );
      if (built) plain.push(built);
      if (slices.isUsedUp) await slices.next();
    }
    const isOf = (...parts: string[]) =>
      this.#asked.commands.some(({ call }) => parts.some((part) => call.includes(part)));
    const needs = allNeeds([
      ...plain.map(needsOf),
      { budget: isOf('/budget/', 'merge-categories'), rules: isOf('-rule') },
    ]);
    const { ledgerId } = this.#session;
    const loaded = await loadSnapshot(this.#services.database, { ledgerId, commandId: this.#asked.proposalId, needs });
    if (loaded.revision !== this.#snapshot.revision) return false;
    this.#snapshot = loaded;
    this.#before = this.#seen(loaded);
    this.#books = new BooksAsIf(this.#before, loaded.revision);
    return true;
  }

  #seen({ state }: Snapshot): LedgerState {
    return cutTo(state, this.#asked.limits?.cut ?? null);
  }

  async carryOut(): Promise<WorkedOut | null> {
    const slices = new TimeSlices();
    for (const [index, command] of this.#asked.commands.entries()) {
      if (this.#asked.except.has(index)) continue;
      try {
        this.#take(index, await this.#build(await this.#read(command, index), index));
      } catch (error) {
        if (error instanceof Overtaken) return null;
        if (!(error instanceof ProblemError)) throw error;
        this.#refuse(index, error);
      }
      if (slices.isUsedUp) await slices.next();
    }
    const [snapshot, books, events] = [this.#snapshot, this.#books, this.#events];
    return { snapshot, before: this.#before, books, events, effects: this.#effects, problems: this.#problems };
  }

  async #read(command: ProposedCommand, index: number): Promise<ReadCommand> {
    return readCommand(command, this.#session.currency, `commands.${index}`);
  }

  /** Builds a command on the books after those before it. Throws ProblemErrors, and Overtaken. */
  async #build(read: ReadCommand, index: number): Promise<Command> {
    const context = this.#context(index);
    if (read.isPlain) return await read.build(read.input as never, context);
    switch (read.name) {
      case 'enter':
        return await enterCommand(this.#services, this.#session, read.input, context);
      case 'bulk':
        return await this.#selections.bulk(read.input);
      case 'mergeCategories':
        return await this.#selections.merge(read.input);
      case 'runRules':
        return await this.#selections.run(read.input);
      case 'removeRule': {
        const { ruleId, takeBack = false } = read.input;
        return takeBack ? await this.#selections.takeBack(ruleId) : ruleBuilders.removeRule(read.input);
      }
      case 'mend':
        return await this.#selections.mend(read.input, context);
      default: {
        const running = { state: this.#books.state, changed: this.#books.changedEntries(), events: this.#events };
        const command = await this.#budget.build(read.name, read.input as never, running, this.#asked.day);
        if (!command) throw new Overtaken();
        return command;
      }
    }
  }

  get #selections(): EntrySelections {
    const [services, session, snapshot, books] = [this.#services, this.#session, this.#snapshot, this.#books];
    return new EntrySelections({ services, session, day: this.#asked.day, snapshot, books });
  }

  #take(index: number, command: Command): void {
    const { limits } = this.#asked;
    const decided = this.#books.decide(command, (events, before) => {
      const isBeyond = limits !== null && events.some((event) => breaksLimits(event, before, limits));
      if (isBeyond) throw new ProblemError('token_limit');
      if (this.#events.length + events.length > PROPOSAL_EVENTS_MAX) throw tooManyChanges();
    });
    if (decided.outcome === 'nothing') throw new ProblemError('no_changes');
    if (decided.outcome === 'rejected') {
      const { input } = this.#asked.commands[index] as ProposedCommand;
      throw rejectionProblem(decided.reason, input, decided.details);
    }
    this.#events.push(...decided.events);
    this.#effects.push(...decided.effects.map((effect) => ({ ...effect, command: index })));
  }

  #refuse(command: number, { code, errors, details, message }: ProblemError): void {
    const [first] = [...Object.values(errors ?? {}), ...(details.problems ?? []).map(wordsOf)];
    this.#problems.push({ command, code, title: first ?? message });
  }

  #context(index: number): CommandContext {
    const { ledgerId } = this.#session;
    const { proposalId, day } = this.#asked;
    return {
      today: day,
      newId: (purpose) => createdId(ledgerId, proposalId, `${index} ${purpose}`),
      account: (accountId) => accountKey(ledgerId, accountId),
      state: async (): Promise<LedgerState> => this.#books.state,
      calendar: calendarOf(this.#session),
    };
  }
}

const wordsOf = (problem: object) => ('message' in problem ? String(problem.message) : '');
