import type { LedgerState } from '#ledger/history.ts';
import type { GoalCategory } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { GoalState } from '#ledger/model/state.ts';
import { day, id, integer, nullable, type Row, table, text } from './table.ts';

/** A row for each goal; `place`, the revision of the event that created it, orders them, oldest first. */
export const goals = table(
  'goals',
  {
    ledgerId: id(),
    goalId: id(),
    place: integer(),
    title: text(),
    finalAmount: integer<Cents>(),
    currentAmount: integer<Cents>(),
    category: nullable(text<GoalCategory>()),
    description: nullable(text()),
    wantedBy: nullable(day()),
    reachedOn: nullable(day()),
  },
  ['ledgerId', 'goalId'],
);
export type GoalRow = Row<typeof goals>;

/** The rows of a ledger's goals. */
export function goalRows(ledgerId: string, state: LedgerState): GoalRow[] {
  return [...state.goals].map(([goalId, goal]) => ({
    ledgerId,
    goalId,
    place: goal.place,
    title: goal.title,
    finalAmount: goal.finalAmount,
    currentAmount: goal.currentAmount,
    category: goal.category ?? null,
    description: goal.description ?? null,
    wantedBy: goal.wantedBy ?? null,
    reachedOn: goal.reachedOn ?? null,
  }));
}

/** The goal of a row. */
export function goalOf({
  title,
  finalAmount,
  currentAmount,
  category,
  description,
  wantedBy,
  reachedOn,
  place,
}: GoalRow): GoalState {
  return {
    title,
    finalAmount,
    currentAmount,
    category: category ?? undefined,
    description: description ?? undefined,
    wantedBy: wantedBy ?? undefined,
    reachedOn: reachedOn ?? undefined,
    place,
  };
}
