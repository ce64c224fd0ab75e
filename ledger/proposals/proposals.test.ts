import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from '../decide/commands.ts';
import { decide } from '../decide/decide.ts';
import type { LedgerEvent } from '../events.ts';
import { fold } from '../evolve.ts';
import type { LedgerState } from '../history.ts';
import { anyCommands } from '../testing/any-commands.ts';
import { entangled, planned } from '../testing/entangled-commands.ts';
import { carriedOut, completed, recordedAt, stored } from '../testing/scenario.ts';
import { BooksAsIf } from './books-as-if.ts';

/** The commands that no proposal has. */
const NEVER: readonly Command['type'][] = [
  'UndoChangeSet',
  'ImportFile',
  'ResetLedger',
  'StartCheckout',
  'ExpireCheckout',
  'ConfirmPayment',
];

const within = () => undefined;
const isProposable = ({ type }: Command) => !NEVER.includes(type);

/** The events that begin a change-set of many entries. */
const BEGUN: readonly LedgerEvent['type'][] = ['BulkBegun', 'CategoriesMerged', 'RulesRun'];

/** An event as it is among others of a proposal, whose first event counts all. */
function apart(event: LedgerEvent): LedgerEvent[] {
  if (BEGUN.includes(event.type)) return [];
  if (event.type !== 'RuleRemoved') return [event];
  const { ruleId, position } = event.data;
  return [{ type: 'RuleRemoved', data: { ruleId, position } }];
}

/** The books without their history, by which they are compared. */
function booksOf({ history: _, ...books }: LedgerState) {
  return books;
}

/** A state after events of one command. */
function after(state: LedgerState, revision: bigint, events: readonly LedgerEvent[], id: string): LedgerState {
  return fold(
    state,
    events.map((event, offset) => stored(recordedAt(event, revision + 1n + BigInt(offset), id))),
  );
}

const someCommands = fc.oneof(anyCommands(40), entangled(), planned());

test('commands of a proposal are decided as if each was recorded before the next, and are undone together', () => {
  const seen = { begun: 0, compared: 0, several: 0, rejected: 0, undone: 0 };
  fc.assert(
    fc.property(someCommands, fc.nat(20), (commands, split) => {
      const { state, events: past } = carriedOut(commands.slice(0, split));
      const revision = BigInt(past.length - 1);
      const books = new BooksAsIf(state, revision);
      const accepted: LedgerEvent[] = [];
      let reference = after(state, revision, [], 'none');
      for (const command of commands.slice(split).filter(isProposable)) {
        const expected = decide(completed(command, reference), reference);
        const decision = books.decide(completed(command, books.state), within);
        expect(decision.outcome).toBe(expected.outcome);
        if (decision.outcome !== 'events' || expected.outcome !== 'events') {
          seen.rejected += 1;
          continue;
        }
        const own = expected.events.flatMap(apart);
        for (const { type } of expected.events) seen.begun += Number(BEGUN.includes(type));
        expect(decision.events).toEqual(own);
        // The header of the proposal stands before all of them.
        reference = after(reference, revision + 1n + BigInt(accepted.length), own, `command ${accepted.length}`);
        accepted.push(...own);
        seen.compared += 1;
      }
      const decided = decide({ type: 'AcceptProposal', proposalId: 'p', reason: 'why', events: accepted }, state);
      if (decided.outcome !== 'events') return;
      const done = after(state, revision, decided.events, 'accepted');
      expect(done.unfinished).toBeNull();
      expect(booksOf(done)).toEqual(booksOf(reference));
      if (accepted.length > 1) seen.several += 1;
      const undo = decide({ type: 'UndoChangeSet', changeSetId: 'accepted', today: '2026-11-20', resolve: {} }, done);
      // Money that is put into a goal, or a payment, stands in the way of some.
      if (undo.outcome !== 'events') return;
      const last = revision + BigInt(decided.events.length);
      const back = after(done, last, undo.events, 'undo');
      expect([back.balance, [...back.transactions].sort()]).toEqual([state.balance, [...state.transactions].sort()]);
      seen.undone += 1;
    }),
    { numRuns: 400 },
  );
  expect(seen.begun).toBeGreaterThan(20);
  expect(seen.compared).toBeGreaterThan(1_000);
  expect(seen.several).toBeGreaterThan(100);
  expect(seen.rejected).toBeGreaterThan(100);
  expect(seen.undone).toBeGreaterThan(80);
});
