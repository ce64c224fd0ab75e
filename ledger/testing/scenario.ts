import { expect } from 'vitest';
import type { Command } from '../commands.ts';
import { decide } from '../decide.ts';
import type { LedgerEvent } from '../events.ts';
import { fold } from '../evolve.ts';
import type { Decision, Rejection } from '../model/command-rule.ts';
import type { Cents } from '../model/money.ts';
import { EMPTY } from '../model/state.ts';

/** A specification of a rule: given events, when a command is decided, then events, a rejection or nothing. */
export function given(...events: LedgerEvent[]) {
  return {
    when(command: Command) {
      const decision: Decision<LedgerEvent> = decide(command, fold(EMPTY, events));
      return {
        thenRecorded: (...expected: LedgerEvent[]) => expect(decision).toEqual({ outcome: 'events', events: expected }),
        thenRefused: (reason: Rejection) => expect(decision).toEqual({ outcome: 'rejected', reason }),
        thenNothing: () => expect(decision).toEqual({ outcome: 'nothing' }),
      };
    },
  };
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
