import { expect } from 'vitest';
import type { Command } from '../decide/commands.ts';
import { decide } from '../decide/decide.ts';
import type { DecodedEvent, LedgerEvent } from '../events.ts';
import { fold } from '../evolve.ts';
import { EMPTY, type LedgerState } from '../history.ts';
import { decodeEvent, encode } from '../log/codec.ts';
import type { Decision, Rejection } from '../model/command-rule.ts';
import type { Cents } from '../model/money.ts';
import { previewUndo } from '../undo/preview-undo.ts';

/** A specification of a rule: given events, when a command is decided, then events, a rejection or nothing. */
export function given(...events: LedgerEvent[]) {
  return {
    when(command: Command) {
      const decision: Decision<LedgerEvent> = decide(command, fold(EMPTY, recordedAll(events)));
      return {
        thenDecided: (check: (decision: Decision<LedgerEvent>) => void) => check(decision),
        thenRecorded: (...expected: LedgerEvent[]) => expect(decision).toEqual({ outcome: 'events', events: expected }),
        thenRefused: (reason: Rejection) => expect(decision).toEqual({ outcome: 'rejected', reason }),
        thenNothing: () => expect(decision).toEqual({ outcome: 'nothing' }),
      };
    },
  };
}

/** Events as they are recorded one after the other, each by a command of its own, `command <revision>`. */
export function recordedAll(events: readonly LedgerEvent[], first = 0n): DecodedEvent[] {
  return events.map((event, index) => recordedAt(event, first + BigInt(index)));
}

/** An event as it is recorded at a revision; at minutes since 2026-11-20 that are its revision. */
export function recordedAt(event: LedgerEvent, revision: bigint, commandId = `command ${revision}`): DecodedEvent {
  const recordedAt = new Date(Date.UTC(2026, 10, 20) + Number(revision) * 60_000).toISOString();
  return { event, metadata: { commandId, inputHash: 'hash', recordedAt, version: 1 }, revision };
}

/**
 * The events that commands lead to, one after the other, and the state after them. The id of a command is its index's.
 * Answers are given in turn to what stands in the way of undos; without any such an undo is refused.
 */
export function carriedOut(
  commands: readonly Command[],
  answers: readonly ('now' | 'then')[] = [],
): { events: DecodedEvent[]; state: LedgerState } {
  const events: DecodedEvent[] = [];
  let state = EMPTY;
  let asked = 0;
  for (const [index, command] of commands.entries()) {
    let decision = decide(completed(command, state), state);
    const isAsked = decision.outcome === 'rejected' && decision.reason === 'undo_conflicts';
    if (command.type === 'UndoChangeSet' && isAsked && answers.length > 0) {
      const { conflicts } = previewUndo(state, command.changeSetId, command.today);
      const given = conflicts.map(({ id }, index) => [id, answers[(asked + index) % answers.length] ?? 'now']);
      decision = decide({ ...command, resolve: Object.fromEntries(given) }, state);
      asked += conflicts.length;
    }
    if (decision.outcome !== 'events') continue;
    const recorded = decision.events.map((event, offset) =>
      stored(recordedAt(event, BigInt(events.length + offset), `command ${index}`)),
    );
    state = fold(state, recorded);
    events.push(...recorded);
  }
  return { events, state };
}

/** A command with all entries that it is about: a merge of categories changes all that have the category. */
export function completed(command: Command, { transactions, transfers }: LedgerState): Command {
  if (command.type !== 'MergeCategories') return command;
  const { mergedId } = command;
  const having = [...transactions].filter(
    ([, { category, parts }]) => category === mergedId || parts?.some((part) => part.category === mergedId),
  );
  const moving = [...transfers].filter(([, { category }]) => category === mergedId);
  return {
    ...command,
    entries: [
      ...having.map(([id]) => ({ id, kind: 'transaction' as const })),
      ...moving.map(([id]) => ({ id, kind: 'transfer' as const })),
    ],
  };
}

/** An event as it comes back from the log. Throws ZodError where it could not be appended. */
export function stored({ event, metadata, revision }: DecodedEvent): DecodedEvent {
  return { ...decodeEvent(JSON.parse(JSON.stringify(encode(event, metadata)))), revision };
}

/** An amount in whole units as cents. */
export const units = (amount: number) => Math.round(amount * 100) as Cents;

/** A UUID that ends in a digit. */
export const idNumber = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;

export const deposited = (amount: number): LedgerEvent => ({
  type: 'InitialDepositMade',
  data: { amount: units(amount) },
});

export const spent = (amount: number, digit = 1, wallet: 'Cash' | 'Bank' = 'Cash'): LedgerEvent => ({
  type: 'ExpenseRecorded',
  data: { transactionId: idNumber(digit), title: 'Coffee', amount: units(amount), date: '2026-11-20', wallet },
});

export const earned = (amount: number, digit = 2): LedgerEvent => ({
  type: 'IncomeRecorded',
  data: {
    transactionId: idNumber(digit),
    title: 'Salary',
    amount: units(amount),
    category: 'Salary',
    date: '2026-11-20',
  },
});

export const planned = (finalAmount: number, digit = 5): LedgerEvent => ({
  type: 'GoalCreated',
  data: { goalId: idNumber(digit), title: 'Bicycle', finalAmount: units(finalAmount) },
});

export const saved = (amount: number, digit = 5, reachedOn?: string): LedgerEvent => ({
  type: 'MoneyAddedToGoal',
  data: { goalId: idNumber(digit), amount: units(amount), ...(reachedOn ? { reachedOn } : {}) },
});
