import type { BalanceEvent } from '#ledger/balance/events.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { LARGEST_AMOUNT } from '#ledger/model/money.ts';
import type { Application, Data } from '../model/application.ts';
import type { AuditDefinitions } from '../model/definition.ts';

const ofFigures = { about: () => 'monthly-figures', account: null };

export const balanceDefinitions: AuditDefinitions<BalanceEvent> = {
  InitialDepositMade: {
    kind: 'initial-deposit',
    standing: 'in any command',
    about: null,
    account: null,
    apply(application, { accountId, amount, bank }) {
      if (bank) application.within('bank.balance', bank.balance, -LARGEST_AMOUNT);
      else {
        // The balance of an imported account before its first row may be a debt.
        application.within('amount', amount, application.isImport ? -LARGEST_AMOUNT : 1);
        application.must('balance before a deposit', 0n, application.balance(accountId));
      }
      setBalance(application, accountId, BigInt(amount));
    },
  },
  BalanceAdjusted: {
    kind: 'update-account-balance',
    standing: 'in any command',
    about: null,
    account: null,
    apply(application, { accountId, from, to }) {
      const balance = application.balance(accountId);
      application.must('balance before', balance, BigInt(from));
      if (application.isUndo) moveBalance(application, accountId, BigInt(to) - BigInt(from));
      else setBalance(application, accountId, BigInt(to) - balance);
    },
  },
  BalanceAsserted: {
    kind: 'assert-balance',
    standing: 'in any command',
    about: ({ accountId = EVERYDAY, date }) => `balance ${accountId} ${date}`,
    account: ({ accountId = EVERYDAY }) => accountId,
    apply: assertBalance,
  },
  MonthlyFiguresSet: {
    ...ofFigures,
    kind: 'add-income-and-expense',
    standing: 'in any command',
    apply(application, { income, expense }) {
      application.within('income', income, 0);
      application.within('expense', expense, 0);
      application.ledger.figures = { income: BigInt(income), expense: BigInt(expense) };
      application.touch('figures');
    },
  },
  MonthlyFiguresCleared: {
    ...ofFigures,
    kind: 'undo',
    standing: 'only in an undo',
    apply(application) {
      application.must('figures', 'set', application.ledger.figures && 'set');
      application.ledger.figures = null;
      application.touch('figures');
    },
  },
};

/**
 * A day is confirmed. An undo repeats the last confirmation in force, or has no balance where there is none, or where
 * the account goes.
 */
function assertBalance(
  application: Application,
  { accountId = EVERYDAY, date, balance, source }: Data<'BalanceAsserted'>,
): void {
  const { ledger, commandId, isUndo, isImport } = application;
  const { said, outOfForce } = ledger;
  application.present(`account ${accountId}`, application.account(accountId));
  if (source === 'statement' && !isImport && !isUndo) application.must('BalanceAsserted', 'by hand', source);
  const day = `${accountId} ${date}`;
  const all = said.get(day) ?? [];
  if (!isUndo) said.set(day, [...all, { changeSetId: commandId, balance }]);
  if (balance === undefined) return;
  application.within('balance', balance, -LARGEST_AMOUNT);
  const last = all.findLast(({ changeSetId }) => !outOfForce.has(changeSetId));
  if (isUndo) application.must(`confirmed balance ${day}`, last?.balance ?? null, balance);
}

/** A deposit, or a balance set by hand, adds an amount to an account. */
function setBalance(application: Application, accountId: string = EVERYDAY, amount: bigint): void {
  const { ledger, commandId } = application;
  ledger.differences.set(commandId, [...(ledger.differences.get(commandId) ?? []), { accountId, amount }]);
  application.move(accountId, amount);
}

/** An undo takes back the amount of a deposit or of a balance set by hand; the undo of that undo adds it again. */
function moveBalance(application: Application, accountId: string = EVERYDAY, amount: bigint): void {
  const { run, differences } = application.ledger;
  const chain = run?.chain ?? [];
  const made = differences.get(chain.at(-1) ?? '')?.[run?.moved ?? 0];
  if (run) run.moved += 1;
  const wanted = made && (chain.length % 2 === 1 ? -made.amount : made.amount);
  application.must('amount that is moved', wanted ?? null, amount);
  application.must('account of the amount that is moved', made?.accountId ?? null, accountId);
  application.move(accountId, amount);
}
