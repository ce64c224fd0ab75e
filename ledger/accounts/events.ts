import { z } from 'zod';
import { balanceIn, moved, noPostings } from '../model/double-entry.ts';
import { type EventOf, event } from '../model/event-definition.ts';
import { schemasOf, type ValuesOf, valuesIn } from '../model/fields.ts';
import { negated, ZERO } from '../model/money.ts';
import { opening } from '../model/movement.ts';
import { type AccountState, accountOf, addToBalance, type Draft, insertByPlace } from '../model/state.ts';
import { account, cents, id, place } from '../model/values.ts';

/** An account is open when it is opened. */
const { isOpen: _, ...fieldsAtOpening } = schemasOf('account');
const own = { accountId: account.describe('the account') };
const made = { accountId: id.describe('the account') };

const idOf = ({ accountId }: { accountId: string }) => accountId;
const holdsNothing = () => ({ holds: ZERO });

/** The user's accounts (product 4.11). */
export const accountEvents = {
  AccountOpened: event({
    about: {
      when: 'The user opens an account.',
      balance: 'plus `openingBalance`',
      also: 'the account is added, with this balance',
    },
    data: {
      ...made,
      ...fieldsAtOpening,
      openingBalance: cents.optional().describe('what it holds, of any sign; absent for 0'),
    },
    begins: 'open-account',
    effect: {
      does: 'make',
      kind: 'account',
      id: idOf,
      state: (data, { revision }) => ({ ...openedWith(data), place: Number(revision) }),
      says: holdsNothing,
    },
    evolve(draft, { accountId, openingBalance = ZERO, ...fields }, { revision }) {
      const account = { ...openedWith(fields), balance: ZERO, place: Number(revision) };
      insertByPlace(draft.accounts, accountId, account);
      addToBalance(draft, accountId, openingBalance);
    },
    postings: ({ accountId, openingBalance = ZERO }) => moved('Opening', balanceIn(accountId), openingBalance),
    moves: ({ accountId, openingBalance = ZERO }) => ({
      does: 'come',
      moved: { ...opening('Starting balance'), account: accountId, amount: openingBalance },
      sets: { account: accountId, before: undefined, after: openingBalance },
    }),
  }),
  AccountRenamed: event({
    about: { when: 'The user gives an account another name.', also: 'the account has the name `to`' },
    data: { ...own, from: z.string().describe('its name before'), to: z.string().describe('its name after') },
    begins: 'rename-account',
    effect: { does: 'change', kind: 'account', id: idOf, state: ({ to }) => ({ name: to }), says: holdsNothing },
    evolve: (draft, { accountId, to: name }) => change(draft, accountId, { name }),
    postings: noPostings,
    moves: null,
  }),
  AccountClosed: event({
    about: { when: 'The user closes an account, whose balance is 0.', also: 'the account takes no money any more' },
    data: own,
    begins: 'close-account',
    effect: { does: 'change', kind: 'account', id: idOf, state: () => ({ isOpen: false }), says: holdsNothing },
    evolve: (draft, { accountId }) => change(draft, accountId, { isOpen: false }),
    postings: noPostings,
    moves: null,
  }),
  AccountReopened: event({
    about: { when: 'The user opens a closed account again.', also: 'the account takes money' },
    data: own,
    begins: 'reopen-account',
    effect: { does: 'change', kind: 'account', id: idOf, state: () => ({ isOpen: true }), says: holdsNothing },
    evolve: (draft, { accountId }) => change(draft, accountId, { isOpen: true }),
    postings: noPostings,
    moves: null,
  }),
  AccountBudgetedSet: event({
    about: {
      when: 'The user takes an account out of the budget or back into it, or the undo of this does.',
      also: 'budgets of all months count the account, or do not',
    },
    data: { ...own, isBudgeted: z.boolean().meta({ title: 'yes or no' }).describe('whether it counts in the budget') },
    begins: 'set-budgeted',
    effect: {
      does: 'change',
      kind: 'account',
      id: idOf,
      state: ({ isBudgeted }) => ({ isBudgeted: stored(isBudgeted) }),
      says: holdsNothing,
    },
    evolve: (draft, { accountId, isBudgeted }) => change(draft, accountId, { isBudgeted: stored(isBudgeted) }),
    postings: noPostings,
    moves: null,
  }),
  AccountRemoved: event({
    about: {
      when: 'The opening of an account is undone.',
      balance: 'minus `balance`',
      also: 'the account is no longer there',
    },
    data: { ...made, balance: cents.describe('what it held') },
    begins: 'undo',
    effect: { does: 'remove', kind: 'account', id: idOf, says: ({ balance }) => ({ holds: balance }) },
    evolve(draft, { accountId, balance }) {
      addToBalance(draft, accountId, negated(balance));
      draft.accounts.delete(accountId);
    },
    postings: ({ accountId, balance }) => moved(balanceIn(accountId), 'Opening', balance),
    moves: ({ accountId, balance }) => ({ does: 'end account', account: accountId, balance }),
  }),
  AccountRestored: event({
    about: {
      when: 'The undo of the opening of an account is undone.',
      balance: 'plus `balance`',
      also: 'the account is there again, at its place',
    },
    data: {
      ...made,
      ...schemasOf('account'),
      balance: cents.describe('what it holds'),
      place,
    },
    begins: 'undo',
    effect: {
      does: 'restore',
      kind: 'account',
      id: idOf,
      state: (data) => ({ ...valuesIn('account', data), place: data.place }),
      says: ({ balance }) => ({ holds: balance }),
    },
    evolve(draft, { accountId, balance, place, ...fields }) {
      insertByPlace(draft.accounts, accountId, { ...valuesIn('account', fields), balance: ZERO, place });
      addToBalance(draft, accountId, balance);
    },
    postings: ({ accountId, balance }) => moved('Opening', balanceIn(accountId), balance),
    moves: ({ accountId, balance }) => ({
      does: 'bring back',
      id: accountId,
      moved: { ...opening('Account brought back'), account: accountId, amount: balance },
    }),
  }),
} as const;

export type AccountEvent = EventOf<typeof accountEvents>;

/** The fields of an account at its opening. */
const openedWith = (fields: Omit<ValuesOf<'account'>, 'isOpen'>) => valuesIn('account', { ...fields, isOpen: true });

/** Whether an account counts in the budget, as its state has it. */
const stored = (isBudgeted: boolean) => (isBudgeted ? undefined : (false as const));

function change(draft: Draft, accountId: string, fields: Partial<AccountState>): void {
  draft.accounts.set(accountId, { ...accountOf(draft, accountId), ...fields });
}
