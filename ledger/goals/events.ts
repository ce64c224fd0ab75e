import { EVERYDAY } from '../model/constants.ts';
import { balanceIn, moved, noPostings } from '../model/double-entry.ts';
import { type EventOf, event } from '../model/event-definition.ts';
import { schemasOf, valuesIn } from '../model/fields.ts';
import { type Cents, negated, safe, ZERO } from '../model/money.ts';
import { addToBalance, type Draft, type GoalState, insertByPlace } from '../model/state.ts';
import { accountId, cents, day, id, place } from '../model/values.ts';

const goalId = id.describe('the goal');
const reachedOn = day.optional().describe('the day on which the goal was reached; absent while it is not');

type Named = { goalId: string };
type OfMoney = Named & { accountId?: string | undefined };
const idOf = ({ goalId }: Named) => goalId;

const putAside = (title: string, { goalId, accountId: account = EVERYDAY }: OfMoney, amount: Cents) =>
  ({ part: 'put aside', title, goalId, account, amount }) as const;

/** Savings goals (product 4.7, product 4.8, product 4.9). */
export const goalEvents = {
  GoalCreated: event({
    about: { when: 'The user creates a goal.', goals: 'the goal is added; nothing is saved for it' },
    data: { goalId, ...schemasOf('goal') },
    begins: 'create-goal',
    effect: {
      does: 'make',
      kind: 'goal',
      id: idOf,
      state: (data, { revision }) => ({ ...valuesIn('goal', data), place: Number(revision) }),
      says: () => ({ saves: null }),
    },
    evolve(draft, { goalId, ...fields }, { revision }) {
      draft.goals.set(goalId, { ...fields, currentAmount: ZERO, place: Number(revision) });
    },
    postings: noPostings,
    moves: null,
  }),
  GoalUpdated: event({
    about: {
      when: 'The user changes a goal, and something in it is new.',
      goals: 'the goal has these values and no others; what is saved for it stays',
    },
    data: { goalId, ...schemasOf('goal'), reachedOn },
    begins: 'update-goal',
    effect: {
      does: 'change',
      kind: 'goal',
      id: idOf,
      state: (data) => valuesIn('goal', data),
      says: ({ reachedOn }) => ({ saves: null, reachedOn }),
    },
    evolve(draft, { goalId, ...fields }) {
      const { currentAmount, place } = goalOf(draft, goalId);
      draft.goals.set(goalId, { ...fields, currentAmount, place });
    },
    postings: noPostings,
    moves: null,
  }),
  MoneyAddedToGoal: event({
    about: {
      when: 'The user adds money to a goal.',
      balance: 'minus `amount`',
      goals: 'plus `amount` on what is saved; the day it was reached becomes `reachedOn`',
    },
    data: { goalId, amount: cents.describe('the money added'), accountId, reachedOn },
    begins: 'add-money-to-goal',
    effect: {
      does: 'move money',
      kind: 'goal',
      id: idOf,
      says: ({ amount, accountId, reachedOn }) => ({ saves: { accountId, amount }, reachedOn }),
    },
    evolve: (draft, { amount, ...data }) => save(draft, data, amount),
    postings: ({ amount, accountId }) => moved(balanceIn(accountId), 'Goals', amount),
    moves: (data) => ({ does: 'move', moved: putAside('Saved', data, negated(data.amount)), sets: null }),
  }),
  MoneyTakenFromGoal: event({
    about: {
      when: 'The user takes money back from a goal, or an undo does that was added to it.',
      balance: 'plus `amount`',
      goals: 'minus `amount` on what is saved; the day it was reached becomes `reachedOn`',
    },
    data: { goalId, amount: cents.describe('the money taken out'), accountId, reachedOn },
    begins: 'take-back',
    effect: {
      does: 'move money',
      kind: 'goal',
      id: idOf,
      says: ({ amount, accountId, reachedOn }) => ({ saves: { accountId, amount: negated(amount) }, reachedOn }),
    },
    evolve: (draft, { amount, ...data }) => save(draft, data, negated(amount)),
    postings: ({ amount, accountId }) => moved('Goals', balanceIn(accountId), amount),
    moves: (data) => ({ does: 'move', moved: putAside('Taken back', data, data.amount), sets: null }),
  }),
  GoalDeleted: event({
    about: { when: 'The user deletes a goal.', balance: 'plus `returnedAmount`', goals: 'the goal is removed' },
    data: { goalId, returnedAmount: cents.describe('all that was saved for it'), accountId },
    begins: 'delete-goal',
    effect: {
      does: 'remove',
      kind: 'goal',
      id: idOf,
      says: ({ returnedAmount, accountId }) => ({ saves: { accountId, amount: negated(returnedAmount) } }),
    },
    evolve(draft, { goalId, returnedAmount, accountId }) {
      draft.goals.delete(goalId);
      addToBalance(draft, accountId, returnedAmount);
    },
    postings: ({ returnedAmount, accountId }) => moved('Goals', balanceIn(accountId), returnedAmount),
    moves: (data) => ({ does: 'end goal', moved: putAside('Goal deleted', data, data.returnedAmount) }),
  }),
  GoalRestored: event({
    about: {
      when: 'The undo of a deletion brings a goal back.',
      balance: 'minus `amount`',
      goals: 'the goal is there again, at its place, with `amount` saved for it',
    },
    data: {
      goalId,
      ...schemasOf('goal'),
      amount: cents.describe('what is saved for it'),
      accountId,
      reachedOn,
      place,
    },
    begins: 'undo',
    effect: {
      does: 'restore',
      kind: 'goal',
      id: idOf,
      state: (data) => ({ ...valuesIn('goal', data), place: data.place }),
      says: ({ amount, accountId, reachedOn }) => ({ saves: { accountId, amount }, reachedOn }),
    },
    evolve(draft, { goalId, amount, accountId, ...fields }) {
      insertByPlace(draft.goals, goalId, { ...fields, currentAmount: amount });
      addToBalance(draft, accountId, negated(amount));
    },
    postings: ({ amount, accountId }) => moved(balanceIn(accountId), 'Goals', amount),
    moves: (data) => ({
      does: 'bring back',
      id: data.goalId,
      moved: putAside('Goal brought back', data, negated(data.amount)),
    }),
  }),
} as const;

export type GoalEvent = EventOf<typeof goalEvents>;

/** Moves money from an account to a goal, or back where the amount is below 0. */
function save(
  draft: Draft,
  { goalId, accountId, reachedOn }: OfMoney & { reachedOn?: string | undefined },
  amount: Cents,
): void {
  const goal = goalOf(draft, goalId);
  draft.goals.set(goalId, { ...goal, currentAmount: safe(goal.currentAmount + amount), reachedOn });
  addToBalance(draft, accountId, negated(amount));
}

function goalOf(draft: Draft, goalId: string): GoalState {
  const goal = draft.goals.get(goalId);
  if (!goal) throw new Error(`An event names goal ${goalId}, which no event before it created.`);
  return goal;
}
