import { z } from 'zod';
import { GOAL_CATEGORIES } from '../model/constants.ts';
import { accountId, cents, day, type EventOf, id, place, recorded } from '../model/event-schema.ts';

const goalId = id.describe('the goal');
const reachedOn = day.optional().describe('the day on which the goal was reached; absent while it is not');
const goalFields = {
  title: z.string().describe('its title'),
  finalAmount: cents.describe('the amount to save'),
  category: z.enum(GOAL_CATEGORIES).optional().describe('its category'),
  description: z.string().optional().describe('its description'),
};

/** Savings goals (product 4.7, product 4.8, product 4.9). */
export const goalEvents = {
  GoalCreated: recorded(
    { when: 'The user creates a goal.', goals: 'the goal is added; nothing is saved for it' },
    { goalId, ...goalFields },
  ),
  GoalUpdated: recorded(
    {
      when: 'The user changes a goal, and something in it is new.',
      goals: 'the goal has these values and no others; what is saved for it stays',
    },
    { goalId, ...goalFields, reachedOn },
  ),
  MoneyAddedToGoal: recorded(
    {
      when: 'The user adds money to a goal.',
      balance: 'minus `amount`',
      goals: 'plus `amount` on what is saved; the day it was reached becomes `reachedOn`',
    },
    { goalId, amount: cents.describe('the money added'), accountId, reachedOn },
  ),
  MoneyTakenFromGoal: recorded(
    {
      when: 'Money added to a goal is taken back by an undo.',
      balance: 'plus `amount`',
      goals: 'minus `amount` on what is saved; the day it was reached becomes `reachedOn`',
    },
    { goalId, amount: cents.describe('the money taken out'), accountId, reachedOn },
  ),
  GoalDeleted: recorded(
    { when: 'The user deletes a goal.', balance: 'plus `returnedAmount`', goals: 'the goal is removed' },
    { goalId, returnedAmount: cents.describe('all that was saved for it'), accountId },
  ),
  GoalRestored: recorded(
    {
      when: 'The undo of a deletion brings a goal back.',
      balance: 'minus `amount`',
      goals: 'the goal is there again, at its place, with `amount` saved for it',
    },
    { goalId, ...goalFields, amount: cents.describe('what is saved for it'), accountId, reachedOn, place },
  ),
} as const;

export type GoalEvent = EventOf<typeof goalEvents>;
