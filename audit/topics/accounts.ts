import type { AccountEvent } from '#ledger/accounts/events.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { LARGEST_AMOUNT } from '#ledger/model/money.ts';
import type { Application, Data } from '../model/application.ts';
import type { AccountFields } from '../model/audit-ledger.ts';
import type { AuditDefinitions } from '../model/definition.ts';

const idOf = ({ accountId }: { accountId: string }) => accountId;
const ofAccount = { about: idOf, account: idOf };

export const accountDefinitions: AuditDefinitions<AccountEvent> = {
  AccountOpened: {
    ...ofAccount,
    kind: 'open-account',
    standing: 'in any command',
    apply(application, data) {
      const { accountId, openingBalance = 0 } = data;
      application.within('opening balance', openingBalance, -LARGEST_AMOUNT);
      application.first(`account ${accountId}`);
      const place = Number(application.revision);
      addAccount(application, { ...data, isOpen: true, balance: openingBalance, place });
    },
  },
  AccountRenamed: {
    ...ofAccount,
    kind: 'rename-account',
    standing: 'not in an import',
    apply(application, { accountId, from, to }) {
      const field = `account ${accountId}.name`;
      application.must(field, application.account(accountId)?.name ?? null, from);
      if (from === to) application.must(field, 'another name', to);
      changeAccount(application, accountId, { name: to });
    },
  },
  AccountClosed: {
    ...ofAccount,
    kind: 'close-account',
    standing: 'not in an import',
    apply(application, { accountId }) {
      application.must(`account ${accountId}.balance`, 0n, application.balance(accountId));
      if (accountId === EVERYDAY) application.must('account everyday', 'always open', 'closed');
      changeAccount(application, accountId, { isOpen: false });
    },
  },
  AccountReopened: {
    ...ofAccount,
    kind: 'reopen-account',
    standing: 'not in an import',
    apply: (application, { accountId }) => changeAccount(application, accountId, { isOpen: true }),
  },
  AccountBudgetedSet: {
    ...ofAccount,
    kind: 'set-budgeted',
    standing: 'not in an import',
    apply(application, { accountId, isBudgeted }) {
      const label = `account ${accountId}`;
      if (accountId === EVERYDAY) application.must(`${label} in the budget`, 'always', isBudgeted);
      application.must(`${label}.is_budgeted`, !isBudgeted, application.account(accountId)?.isBudgeted !== false);
      changeAccount(application, accountId, { isBudgeted: isBudgeted ? null : false });
    },
  },
  AccountRemoved: { ...ofAccount, kind: 'undo', standing: 'only in an undo', apply: removeAccount },
  AccountRestored: {
    ...ofAccount,
    kind: 'undo',
    standing: 'only in an undo',
    apply(application, data) {
      application.placed(`account ${data.accountId}`, data);
      addAccount(application, data);
    },
  },
};

function addAccount(
  application: Application,
  {
    accountId,
    name,
    kind,
    isOpen,
    isBudgeted,
    balance,
    place,
  }: Omit<Data<'AccountRestored'>, 'balance'> & { balance: number },
): void {
  const { accounts } = application.ledger;
  const label = `account ${accountId}`;
  application.must(label, null, accounts.has(accountId) ? 'opened already' : null);
  if (isOpen) freeName(application, accountId, name);
  const account = { name, kind, balance: 0n, isOpen, isBudgeted: isBudgeted ?? null, place: BigInt(place) };
  accounts.set(accountId, account);
  application.made(label, account);
  application.move(accountId, BigInt(balance));
}

/** Gives an account another name, closes it or reopens it, or puts it beside the budget or back. */
function changeAccount(application: Application, accountId: string, fields: Partial<AccountFields>): void {
  const label = `account ${accountId}`;
  const account = application.account(accountId);
  application.present(label, account);
  if (!account) return;
  const changed = { ...account, ...fields };
  if (fields.isOpen !== undefined) application.must(`${label}.is_open`, !fields.isOpen, account.isOpen);
  if (changed.isOpen) freeName(application, accountId, changed.name);
  application.changed(label, account, changed);
  application.ledger.accounts.set(accountId, changed);
}

/** Nothing may be left in an account that is removed. */
function removeAccount(application: Application, { accountId, balance }: Data<'AccountRemoved'>): void {
  const { accounts, entries } = application.ledger;
  const label = `account ${accountId}`;
  application.must(`${label}.balance`, application.balance(accountId), BigInt(balance));
  const left = [...entries].find(([, entry]) => entry.accountId === accountId || entry.toAccount === accountId);
  application.must(`what is left in ${label}`, null, left?.[0] ?? null);
  application.move(accountId, -BigInt(balance));
  application.settle();
  accounts.delete(accountId);
  application.touch(label);
}

/** No two open accounts have one name, whatever the case. */
function freeName(application: Application, accountId: string, name: string): void {
  for (const [id, other] of application.ledger.accounts) {
    if (id === accountId || !other.isOpen || other.name.toLowerCase() !== name.toLowerCase()) continue;
    application.must(`account ${accountId}.name`, `another name than account ${id}`, name);
  }
}
