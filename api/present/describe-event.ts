import { dayText, moneyText, monthText } from '#contract/texts.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import type { LedgerState } from '#ledger/history.ts';
import { NO_CATEGORY } from '#ledger/model/categories.ts';
import { carryText, targetText } from './budget-texts.ts';

/** The text for an event that can't be decoded. */
export const UNREADABLE = "An entry that can't be read";

/**
 * Describes an event in one line for the history: amounts with the currency's symbol in front, dates in long US format,
 * existing goals by their titles, existing accounts and categories by their names. `goalTitle` is the title that the
 * event's goal had before it, for one that is gone.
 */
export function describeEvent(
  event: LedgerEvent,
  currency: string,
  { goals, accounts, categories }: Pick<LedgerState, 'goals' | 'accounts' | 'categories'>,
  goalTitle: string | null = null,
): string {
  const money = (cents: number) => moneyText(cents, currency);
  const account = (accountId: string) => accounts.get(accountId)?.name ?? 'an account that is gone';
  /** Names an account after a text, unless it is Everyday. */
  const withAccount = (text: string, accountId: string | undefined) =>
    accountId ? `${text}, ${account(accountId)}` : text;
  const category = (categoryId: string) => categories.get(categoryId)?.name ?? 'a category that is gone';
  const goal = (goalId: string) => goals.get(goalId)?.title ?? goalTitle ?? 'a goal that was deleted';
  const transfer = ({ from, to, amount }: { from: string; to: string; amount: number }) =>
    `${money(amount)} from ${account(from)} to ${account(to)}`;
  const spent = (categoryId: string) => (categoryId === NO_CATEGORY ? 'No category' : category(categoryId));
  const entries = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en-US')} entries`);
  const { type, data } = event;
  switch (type) {
    case 'InitialDepositMade': {
      const { amount, bank } = data;
      if (!bank) return withAccount('Initial deposit', data.accountId);
      const begun = `Begun with the bank's ${money(bank.balance)} on ${dayText(bank.date)}`;
      return withAccount(`${begun} instead of ${money(bank.balance - amount)}`, data.accountId);
    }
    case 'BalanceAdjusted':
      return withAccount(`Balance set by hand from ${money(data.from)} to ${money(data.to)}`, data.accountId);
    case 'BalanceAsserted': {
      const day = dayText(data.date);
      const { balance } = data;
      const text =
        balance === undefined ? `${day} no longer confirmed` : `Balance of ${day} confirmed: ${money(balance)}`;
      return withAccount(text, data.accountId);
    }
    case 'MonthlyFiguresSet':
      return `Monthly income set to ${money(data.income)}, expense to ${money(data.expense)}`;
    case 'MonthlyFiguresCleared':
      return 'Monthly income and expense cleared';
    case 'ExpenseRecorded':
      return `Expense: ${data.title}`;
    case 'IncomeRecorded':
      return `Income: ${data.title}`;
    case 'TransactionChanged':
      return `${data.after.type} changed: ${data.after.title}`;
    case 'TransactionDeleted':
      return `${data.type} of ${dayText(data.date)} deleted`;
    case 'TransactionRestored':
      return `${data.type} brought back: ${data.title}`;
    case 'TransferMade':
      return `Transfer: ${data.title ?? transfer(data)}`;
    case 'TransferChanged':
      return `Transfer changed: ${data.after.title ?? transfer(data.after)}`;
    case 'TransferDeleted':
      return `Transfer deleted: ${transfer(data)}`;
    case 'TransferRestored':
      return `Transfer brought back: ${data.title ?? transfer(data)}`;
    case 'GoalCreated':
      return `Goal created: ${data.title}, ${money(data.finalAmount)}`;
    case 'GoalUpdated':
      return `Goal changed: ${data.title}, ${money(data.finalAmount)}`;
    case 'MoneyAddedToGoal':
      return `Money saved for ${goal(data.goalId)}`;
    case 'MoneyTakenFromGoal':
      return `Money taken back from ${goal(data.goalId)}`;
    case 'GoalDeleted':
      return goalTitle === null ? 'Goal deleted' : `Goal deleted: ${goalTitle}`;
    case 'GoalRestored':
      return `Goal brought back: ${data.title}, ${money(data.finalAmount)}`;
    case 'AccountOpened':
      return `Account opened: ${data.name}`;
    case 'AccountRenamed':
      return `Account renamed from ${data.from} to ${data.to}`;
    case 'AccountClosed':
      return `Account closed: ${account(data.accountId)}`;
    case 'AccountReopened':
      return `Account reopened: ${account(data.accountId)}`;
    case 'AccountBudgetedSet':
      return `${account(data.accountId)} ${data.isBudgeted ? 'counts in the budget' : 'stands beside the budget'}`;
    case 'AccountRemoved':
      return 'Opening of an account undone';
    case 'AccountRestored':
      return `Account brought back: ${data.name}`;
    case 'CategoryAdded':
      return `Category added: ${data.name}`;
    case 'CategoryRenamed':
      return `Category renamed from ${data.from} to ${data.to}`;
    case 'CategoryMoved':
      return data.to === undefined
        ? `Category moved to the top: ${category(data.categoryId)}`
        : `Category moved below ${category(data.to)}: ${category(data.categoryId)}`;
    case 'CategoryPlaced':
      return `Category placed: ${category(data.categoryId)}`;
    case 'CategoryArchived':
      return `Category archived: ${category(data.categoryId)}`;
    case 'CategoryUnarchived':
      return `Category taken out of the archive: ${category(data.categoryId)}`;
    case 'CategoriesMerged':
      return `Category merged into ${category(data.into)}`;
    case 'CategoryRemoved':
      return data.into === undefined ? 'Category removed' : `Category merged into ${category(data.into)}`;
    case 'CategoryRestored':
      return `Category brought back: ${data.name}`;
    case 'FileImported':
      return `File imported: ${data.fileName}`;
    case 'EntryMatched':
      return `Row of ${dayText(data.imported.date)} matched, ${money(data.imported.amount)}`;
    case 'ImportCutShort':
      return 'Import cut short';
    case 'BulkBegun': {
      return `${entries(data.count)} ${data.change ? 'changed' : 'deleted'}`;
    }
    case 'ProposalAccepted':
      return `Proposal accepted: ${data.reason}`;
    case 'BulkCutShort':
      return 'Change of many entries cut short';
    case 'RuleAdded':
      return `Rule added: ${data.when.text}`;
    case 'RuleChanged':
      return `Rule changed: ${data.when.text}`;
    case 'RuleRemoved':
      return 'Rule removed';
    case 'RuleRestored':
      return `Rule brought back: ${data.when.text}`;
    case 'RulesOrdered':
      return 'Rules put in another order';
    case 'RulesRun':
      return `${data.rules.length === 1 ? 'A rule' : `${data.rules.length} rules`} applied to ${entries(data.count)}`;
    case 'BudgetPlanned': {
      const { categoryId, month, from, to } = data;
      return `${spent(categoryId)}, ${monthText(month)}: ${money(to)} planned instead of ${money(from)}`;
    }
    case 'BudgetMoved': {
      const { categoryId, month, from, to, other } = data;
      const [verb, side] = to > from ? ['put', 'from'] : ['taken', 'to'];
      const where = other === undefined ? 'To budget' : spent(other);
      return `${spent(categoryId)}, ${monthText(month)}: ${money(Math.abs(to - from))} ${verb} ${side} ${where}`;
    }
    case 'BudgetCarrySet': {
      const { categoryId, month, carry } = data;
      const setting = carry === undefined ? 'as before' : carryText(carry);
      return `${spent(categoryId)}, from ${monthText(month)}: ${setting}`;
    }
    case 'BudgetTargetSet': {
      const { categoryId, target } = data;
      return `${spent(categoryId)}: ${target ? `target ${targetText(target, currency)}` : 'no target'}`;
    }
    case 'ScheduleAdded':
      return `Schedule added: ${data.title}`;
    case 'ScheduleChanged':
      return `Schedule changed: ${data.title}`;
    case 'ScheduleRemoved':
      return `Schedule removed: ${data.title}`;
    case 'ScheduleRestored':
      return `Schedule brought back: ${data.title}`;
    case 'OccurrencePosted':
      return `${data.title} of ${dayText(data.nominal)} posted${data.byItself ? ' by itself' : ''}`;
    case 'OccurrenceMatched':
      return `${data.title} of ${dayText(data.nominal)} matched`;
    case 'OccurrenceSkipped':
      return `${data.title} of ${dayText(data.nominal)} skipped`;
    case 'OccurrenceOpened':
      return `${data.title} of ${dayText(data.nominal)} opened again`;
    case 'ChangeSetUndone':
      return 'A change undone';
    case 'CheckoutStarted':
      return 'Payment for Premium begun';
    case 'CheckoutExpired':
      return 'Payment for Premium expired';
    case 'PaymentConfirmed':
      return 'Premium paid';
    case 'LedgerReset':
      return 'Demo started';
    default:
      return event satisfies never;
  }
}
