import { ZERO } from '../model/money.ts';
import { changedBy, type FieldEvents, type Opposites, type Restoring } from '../model/opposites.ts';
import { accountOf, isInBudget } from '../model/state.ts';
import { isAccountNameTaken, whyNotClosed } from './commands.ts';
import type { AccountEvent } from './events.ts';

/** How an undo changes accounts (product 4.14). */
export const undoAccount: Opposites<'account', AccountEvent> = {
  whyNot(change, books) {
    if (change.does === 'remove') return null;
    const { id, target } = change;
    if (change.does === 'restore' && !target.isOpen && heldBy(change) !== ZERO) return 'account_not_empty';
    if (target.isOpen && isAccountNameTaken(books, target.name, id)) return 'account_name_taken';
    const isClosed = change.does === 'change' && change.now.isOpen && !target.isOpen;
    return isClosed ? whyNotClosed(books, id) : null;
  },
  removed: ({ id: accountId }, draft) => ({
    type: 'AccountRemoved',
    data: { accountId, balance: accountOf(draft, accountId).balance },
  }),
  restored(change) {
    return { type: 'AccountRestored', data: { accountId: change.id, ...change.target, balance: heldBy(change) } };
  },
  changed: (change) => changedBy(FIELD_EVENTS, change),
};

const FIELD_EVENTS: FieldEvents<'account', AccountEvent> = {
  name: ({ id: accountId, now, target }) => ({
    type: 'AccountRenamed',
    data: { accountId, from: now.name, to: target.name },
  }),
  kind: null,
  isBudgeted: ({ id: accountId, target }) => ({
    type: 'AccountBudgetedSet',
    data: { accountId, isBudgeted: isInBudget(target) },
  }),
  isOpen: ({ id: accountId, target }) => ({
    type: target.isOpen ? 'AccountReopened' : 'AccountClosed',
    data: { accountId },
  }),
};

/** The balance of an account at its last removal, in cents. */
function heldBy({ steps }: Restoring<'account'>) {
  return steps.findLast(({ does }) => does === 'remove')?.said?.holds ?? ZERO;
}
