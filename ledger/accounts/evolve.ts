import type { Evolvers } from '../model/event-schema.ts';
import { negated, ZERO } from '../model/money.ts';
import { type AccountState, accountOf, addToBalance, type Draft, insertByPlace } from '../model/state.ts';
import type { accountEvents } from './events.ts';

/** What these events do to the state. */
export const evolveAccounts: Evolvers<typeof accountEvents> = {
  AccountOpened(draft, { accountId, name, kind, openingBalance = ZERO }, { revision }) {
    insertByPlace(draft.accounts, accountId, { name, kind, balance: ZERO, isOpen: true, place: Number(revision) });
    addToBalance(draft, accountId, openingBalance);
  },
  AccountRenamed(draft, { accountId, to: name }) {
    change(draft, accountId, { name });
  },
  AccountClosed(draft, { accountId }) {
    change(draft, accountId, { isOpen: false });
  },
  AccountReopened(draft, { accountId }) {
    change(draft, accountId, { isOpen: true });
  },
  AccountRemoved(draft, { accountId, balance }) {
    addToBalance(draft, accountId, negated(balance));
    draft.accounts.delete(accountId);
  },
  AccountRestored(draft, { accountId, name, kind, isOpen, balance, place }) {
    insertByPlace(draft.accounts, accountId, { name, kind, balance: ZERO, isOpen, place });
    addToBalance(draft, accountId, balance);
  },
};

function change(draft: Draft, accountId: string, fields: Partial<AccountState>): void {
  draft.accounts.set(accountId, { ...accountOf(draft, accountId), ...fields });
}
