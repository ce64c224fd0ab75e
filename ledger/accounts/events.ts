import { z } from 'zod';
import { ACCOUNT_KINDS } from '../model/constants.ts';
import { account, cents, type EventOf, id, place, recorded } from '../model/event-schema.ts';

const name = z.string().describe('its name');
const kind = z.enum(ACCOUNT_KINDS).describe('its kind');
const own = { accountId: account.describe('the account') };

/** The user's accounts (product 4.11). */
export const accountEvents = {
  AccountOpened: recorded(
    {
      when: 'The user opens an account.',
      balance: 'plus `openingBalance`',
      also: 'the account is added, with this balance',
    },
    {
      accountId: id.describe('the account'),
      name,
      kind,
      openingBalance: cents.optional().describe('what it holds, of any sign; absent for 0'),
    },
  ),
  AccountRenamed: recorded(
    { when: 'The user gives an account another name.', also: 'the account has the name `to`' },
    { ...own, from: z.string().describe('its name before'), to: z.string().describe('its name after') },
  ),
  AccountClosed: recorded(
    { when: 'The user closes an account, whose balance is 0.', also: 'the account takes no money any more' },
    own,
  ),
  AccountReopened: recorded({ when: 'The user opens a closed account again.', also: 'the account takes money' }, own),
  AccountRemoved: recorded(
    {
      when: 'The opening of an account is undone.',
      balance: 'minus `balance`',
      also: 'the account is no longer there',
    },
    { accountId: id.describe('the account'), balance: cents.describe('what it held') },
  ),
  AccountRestored: recorded(
    {
      when: 'The undo of the opening of an account is undone.',
      balance: 'plus `balance`',
      also: 'the account is there again, at its place',
    },
    {
      accountId: id.describe('the account'),
      name,
      kind,
      isOpen: z.boolean().meta({ title: 'yes or no' }).describe('whether it is open'),
      balance: cents.describe('what it holds'),
      place,
    },
  ),
} as const;

export type AccountEvent = EventOf<typeof accountEvents>;
