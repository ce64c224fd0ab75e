import { anyTime, isLasting, type Opposites } from '../model/opposites.ts';
import type { BudgetEvent } from './events.ts';

const lasting = { whyNot: anyTime, removed: isLasting, restored: isLasting };

/** How an undo changes a plan (product 4.14). */
export const undoPlan: Opposites<'plan', BudgetEvent> = {
  ...lasting,
  changed({ now, target: { categoryId, month, amount } }) {
    return { type: 'BudgetPlanned', data: { categoryId, month, from: now.amount, to: amount } };
  },
};

/** How an undo changes what carries over: the setting that counts again does so by its own time. */
export const undoCarry: Opposites<'carry', BudgetEvent> = {
  ...lasting,
  changed: ({ target: { categoryId, month, carry, place } }) => ({
    type: 'BudgetCarrySet',
    data: { categoryId, month, ...(carry !== undefined && { carry, place }) },
  }),
};

/** How an undo changes a target. */
export const undoTarget: Opposites<'target', BudgetEvent> = {
  ...lasting,
  changed: ({ target: { categoryId, target } }) => ({ type: 'BudgetTargetSet', data: { categoryId, target } }),
};
