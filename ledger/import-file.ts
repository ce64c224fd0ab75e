import { accountOpened, isAccountNameTaken } from './accounts/commands.ts';
import { arePlansTooLarge, budgetCategory, isArchived } from './budget/commands.ts';
import { whyNotAdded, whyNotArchived } from './categories/commands.ts';
import type { LedgerEvent } from './events.ts';
import { reachedOn } from './goals/commands.ts';
import { type Cell, cellId, type Target } from './model/budget.ts';
import { type Deciders, type Needs, type Rejection, rejected } from './model/command-rule.ts';
import { type Carry, type ImportFormat, PLANS_OF_USER_MAX, RULES_MAX, SCHEDULES_MAX } from './model/constants.ts';
import type { EarlierTerms } from './model/entity-states.ts';
import type { ValuesOf } from './model/fields.ts';
import { type Cents, safe, ZERO } from './model/money.ts';
import type { SetFields } from './model/origins.ts';
import type { OccurrenceRef } from './model/schedule.ts';
import { setIn } from './model/set-fields.ts';
import {
  accountOf,
  type Draft,
  draftOf,
  type NewAccount,
  type TransactionState,
  type TransferState,
  unlessEveryday,
} from './model/state.ts';
import type { BankBeginning, ImportedRow } from './model/values.ts';
import { recordAsIf } from './record-as-if.ts';
import { markedOccurrence } from './schedules/commands.ts';
import { findCategories } from './transactions/find-categories.ts';

/** An expense or an income that a row becomes; no row has an image. */
export type RecordedRow = Omit<TransactionState, 'receiptId' | 'accountId'> & { accountId: string };

/** Who set fields, of those that the file didn't, and who set the others. */
type Setters = { set?: SetFields | undefined; madeBy?: 'hand' | 'import' | undefined };

/** The statement of an event about the setters of the fields of what is imported. */
function saidOf(kind: 'transaction' | 'transfer', entry: object, { set, madeBy = 'import' }: Setters) {
  return { ...setIn(kind, null, entry, set, madeBy), ...(madeBy === 'hand' && { madeBy }) };
}

/** A step of the import of a file, which becomes one event. Accounts are `everyday` or ids. */
export type ImportStep =
  | ({ does: 'open account'; accountId: string } & NewAccount)
  /** Adds to an account the amount that it held before the first row, in cents; with `bank` to its initial deposit. */
  | { does: 'open with'; accountId: string; amount: Cents; bank?: BankBeginning | undefined }
  | ({ does: 'add category'; categoryId: string } & Omit<ValuesOf<'category'>, 'isArchived' | 'position'>)
  | { does: 'place category'; categoryId: string; position: number }
  | { does: 'archive category'; categoryId: string }
  /** As the last one. */
  | ({ does: 'add rule'; ruleId: string } & ValuesOf<'rule'>)
  /** As the last one, with what held before changes of it. */
  | ({ does: 'add schedule'; scheduleId: string; earlier: readonly EarlierTerms[] } & ValuesOf<'schedule'>)
  /** Plans an amount for a cell for which nothing is planned; `categoryId` is `-` for none. */
  | ({ does: 'plan'; amount: Cents } & Cell)
  | ({ does: 'set carry'; carry: Carry } & Cell)
  /** Gives a target to a category that has none. */
  | { does: 'set target'; categoryId: string; target: Target }
  | ({
      does: 'record';
      transactionId: string;
      transaction: RecordedRow;
      imported: ImportedRow;
    } & Setters)
  | ({
      does: 'transfer';
      transferId: string;
      transfer: TransferState;
      imported: ImportedRow[];
    } & Setters)
  /** Takes away a transaction that becomes a half of the transfer after it. */
  | { does: 'take away'; transactionId: string }
  | { does: 'match'; entryId: string; entry: 'transaction' | 'transfer'; imported: ImportedRow }
  /** An entry of this import is an occurrence of a schedule, where that is still open. */
  | ({ does: 'match occurrence'; entry: string } & OccurrenceRef)
  /** As the last one, but without an entry. */
  | ({ does: 'skip occurrence' } & OccurrenceRef)
  | ({ does: 'create goal'; goalId: string } & ValuesOf<'goal'>)
  /** Once for each goal and account, so that its undo is the opposite of one movement. */
  | { does: 'save'; goalId: string; accountId: string; amount: Cents }
  | { does: 'set figures'; income: Cents; expense: Cents }
  | { does: 'assert balance'; accountId: string; date: string; balance: Cents };

/**
 * The import of a file: `rows` is the number of its rows, `left` of those that are left out, `today` the day of the
 * caller, on which a goal may be reached.
 */
export type ImportCommand = {
  type: 'ImportFile';
  importId: string;
  fileName: string;
  format: ImportFormat;
  rows: number;
  left: number;
  today: string;
  steps: readonly ImportStep[];
};

/** The rule of imports (product 4.15). Rows of a file may overdraw an account. */
export const importCommands: Deciders<ImportCommand, LedgerEvent> = {
  ImportFile: {
    needs: ({ steps }): Needs => ({
      transactionIds: [
        ...steps.flatMap((step) => (step.does === 'take away' ? [step.transactionId] : [])),
        ...matched(steps, 'transaction'),
      ],
      transferIds: matched(steps, 'transfer'),
      rules: steps.some(({ does }) => does === 'add rule'),
      budget: steps.some(({ does }) => does === 'plan' || does === 'set carry' || does === 'set target'),
      schedules: steps.some(({ does }) => does === 'match occurrence' || does === 'add schedule'),
      occurrences: occurrencesToLoad(steps),
    }),
    decide({ importId, fileName, format, rows, left, today, steps }, state) {
      const draft = draftOf(state);
      const events: LedgerEvent[] = [];
      for (const step of steps) {
        const event = eventOf(step, draft, today);
        if (event === null) continue;
        if (typeof event === 'string') return rejected(event);
        const reason = recordAsIf(draft, event);
        if (reason) return rejected(reason);
        events.push(event);
      }
      if (arePlansTooLarge(draft.plans)) return rejected('amount_too_large');
      const data = { importId, fileName, format, rows, left, count: events.length };
      // Not as arguments: a call takes fewer.
      return { outcome: 'events', events: [{ type: 'FileImported', data }, ...events] };
    },
  },
};

/** The occurrences that steps match, but for occurrences of schedules that the import itself adds. */
function occurrencesToLoad(steps: readonly ImportStep[]): OccurrenceRef[] {
  const added = new Set(steps.flatMap((step) => (step.does === 'add schedule' ? [step.scheduleId] : [])));
  return steps.flatMap((step) => (step.does === 'match occurrence' && !added.has(step.scheduleId) ? [step] : []));
}

function matched(steps: readonly ImportStep[], entry: 'transaction' | 'transfer'): string[] {
  return steps.flatMap((step) => (step.does === 'match' && step.entry === entry ? [step.entryId] : []));
}

/** The event of a step on the state after those before it, or why there is none, or null if it finds it done. */
function eventOf(step: ImportStep, draft: Draft, today: string): LedgerEvent | Rejection | null {
  switch (step.does) {
    case 'open account': {
      const { does: _, accountId, ...account } = step;
      if (isAccountNameTaken(draft, account.name)) return 'account_name_taken';
      return accountOpened(accountId, account);
    }
    case 'open with': {
      const { amount, bank } = step;
      const accountId = unlessEveryday(step.accountId);
      if (!draft.accounts.has(step.accountId)) return 'account_not_found';
      if (bank) return { type: 'InitialDepositMade', data: { amount, accountId, bank } };
      const { balance } = accountOf(draft, accountId);
      if (balance === ZERO) return { type: 'InitialDepositMade', data: { amount, accountId } };
      return {
        type: 'BalanceAdjusted',
        data: { from: balance, to: safe(BigInt(balance) + BigInt(amount)), accountId },
      };
    }
    case 'add category': {
      const { does: _, ...data } = step;
      return whyNotAdded(draft.categories, data) ?? { type: 'CategoryAdded', data };
    }
    case 'place category': {
      const { categoryId, position: to } = step;
      const category = draft.categories.get(categoryId);
      if (!category) return 'category_not_found';
      return category.position ? null : { type: 'CategoryPlaced', data: { categoryId, to } };
    }
    case 'archive category': {
      const { categoryId } = step;
      const category = draft.categories.get(categoryId);
      if (!category) return 'category_not_found';
      if (category.isArchived) return 'category_archived';
      return whyNotArchived(draft.categories, categoryId) ?? { type: 'CategoryArchived', data: { categoryId } };
    }
    case 'add rule': {
      const { does: _, ...rule } = step;
      if (draft.rules.size >= RULES_MAX) return 'too_many_rules';
      return { type: 'RuleAdded', data: { ...rule, position: draft.rules.size + 1 } };
    }
    case 'add schedule': {
      const { does: _, earlier, ...schedule } = step;
      if (draft.schedules.size >= SCHEDULES_MAX) return 'too_many_schedules';
      const before = earlier.length > 0 && { earlier: [...earlier] };
      return { type: 'ScheduleAdded', data: { ...schedule, ...before } };
    }
    case 'plan': {
      const { does: _, amount, ...cell } = step;
      if (draft.plans.has(cellId(cell)) || draft.plans.size >= PLANS_OF_USER_MAX) return null;
      const data = { ...cell, from: ZERO, to: amount };
      return whyNotBudgeted(draft, cell.categoryId) ?? { type: 'BudgetPlanned', data };
    }
    case 'set carry': {
      const { does: _, ...data } = step;
      if (draft.carries.has(cellId(data)) || draft.carries.size >= PLANS_OF_USER_MAX) return null;
      return whyNotBudgeted(draft, data.categoryId) ?? { type: 'BudgetCarrySet', data };
    }
    case 'set target': {
      const { does: _, ...data } = step;
      if (draft.targets.has(data.categoryId)) return null;
      return whyNotBudgeted(draft, data.categoryId) ?? { type: 'BudgetTargetSet', data };
    }
    case 'record': {
      const { transactionId, transaction, imported } = step;
      const { type, accountId, wallet, ...fields } = transaction;
      const found = findCategories(transaction, type, draft.categories, { isRefund: true });
      if ('outcome' in found) return found.outcome === 'rejected' ? found.reason : 'category_not_found';
      const setters = saidOf('transaction', transaction, step);
      const data = { transactionId, ...fields, accountId: unlessEveryday(accountId), imported: [imported], ...setters };
      return (
        type === 'Expense' ? { type: 'ExpenseRecorded', data: { ...data, wallet } } : { type: 'IncomeRecorded', data }
      ) as LedgerEvent;
    }
    case 'transfer': {
      const { transferId, transfer, imported } = step;
      if (transfer.from === transfer.to) return 'transfer_to_itself';
      const setters = saidOf('transfer', transfer, step);
      return { type: 'TransferMade', data: { transferId, ...transfer, imported, ...setters } };
    }
    case 'take away': {
      const transaction = draft.transactions.get(step.transactionId);
      if (!transaction) return 'transaction_not_found';
      const { type, amount, date, accountId } = transaction;
      return { type: 'TransactionDeleted', data: { transactionId: step.transactionId, type, amount, date, accountId } };
    }
    case 'match': {
      const { entryId, entry, imported } = step;
      if (entry === 'transaction' && !draft.transactions.has(entryId)) return 'transaction_not_found';
      if (entry === 'transfer' && !draft.transfers.has(entryId)) return 'transfer_not_found';
      return { type: 'EntryMatched', data: { entryId, entry, imported } };
    }
    case 'match occurrence': {
      const { scheduleId, nominal, entry } = step;
      const found = markedOccurrence({ scheduleId, nominal }, draft);
      if (!found || (found.mark && found.mark !== 'skipped')) return null;
      return { type: 'OccurrenceMatched', data: { ...found.ref, entry } };
    }
    case 'skip occurrence': {
      const found = markedOccurrence(step, draft);
      if (!found || found.mark) return null;
      return { type: 'OccurrenceSkipped', data: found.ref };
    }
    case 'create goal': {
      const { does: _, ...data } = step;
      return { type: 'GoalCreated', data };
    }
    case 'save': {
      const { goalId, amount } = step;
      const goal = draft.goals.get(goalId);
      if (!goal) return 'goal_not_found';
      const reached = reachedOn({ ...goal, currentAmount: safe(goal.currentAmount + amount) }, today);
      return {
        type: 'MoneyAddedToGoal',
        data: { goalId, amount, accountId: unlessEveryday(step.accountId), ...reached },
      };
    }
    case 'set figures':
      return { type: 'MonthlyFiguresSet', data: { income: step.income, expense: step.expense } };
    case 'assert balance': {
      const { accountId, date, balance } = step;
      if (!draft.accounts.has(accountId)) return 'account_not_found';
      const data = { accountId: unlessEveryday(accountId), date, balance, source: 'statement' as const };
      return { type: 'BalanceAsserted', data };
    }
    default:
      return step satisfies never;
  }
}

/** Why nothing can be planned for a category, `-` for none, or null if it can. */
function whyNotBudgeted({ categories }: Draft, categoryId: string): Rejection | null {
  const found = budgetCategory(categoryId, categories);
  if (typeof found === 'object') return found.outcome === 'rejected' ? found.reason : null;
  return isArchived(categoryId, categories) ? 'of_archived_category' : null;
}
