import { addresses, BASE_PATH } from '#contract/addresses.ts';
import type { CommandName } from '#contract/calls.ts';

/**
 * The commands whose routes take from the ledger no more than its view, before and after: their responses don't wait
 * for the read models (product 7.5). The route of any other call finds rows that have all that its client has written.
 */
const VIEW_COMMANDS: ReadonlySet<string> = new Set<CommandName>([
  'initialDeposit',
  'updateAccountBalance',
  'addIncomeAndExpense',
  'createExpense',
  'createIncome',
  'updateTransaction',
  'deleteTransaction',
  'createTransfer',
  'updateTransfer',
  'deleteTransfer',
  'openAccount',
  'renameAccount',
  'closeAccount',
  'reopenAccount',
  'setBudgeted',
  'assertBalance',
  'addCategory',
  'renameCategory',
  'moveCategory',
  'archiveCategory',
  'restoreCategory',
  'createGoal',
  'updateGoal',
  'addMoneyToGoal',
  'takeBackFromGoal',
  'deleteGoal',
]);

export function isViewCommand(name: CommandName): boolean {
  return VIEW_COMMANDS.has(name);
}

const PATHS = new Set(
  Object.entries(addresses).flatMap(([name, { path }]) => (VIEW_COMMANDS.has(name) ? [BASE_PATH + path] : [])),
);

/** Whether a request's path is the address of such a command. */
export function isViewCommandPath(path: string): boolean {
  return PATHS.has(path);
}
