import { type ProposalCommand, proposalCommands } from '../accept-proposal.ts';
import { type AccountCommand, accountCommands } from '../accounts/commands.ts';
import { type BalanceCommand, balanceCommands } from '../balance/commands.ts';
import { type BudgetCommand, budgetCommands } from '../budget/commands.ts';
import { type BulkCommand, bulkCommands } from '../bulk/change-entries.ts';
import { type EditCommand, editCommands } from '../bulk/edit-entries.ts';
import { type MergeCommand, mergeCommands } from '../bulk/merge-categories.ts';
import { type CategoryCommand, categoryCommands } from '../categories/commands.ts';
import type { LedgerEvent } from '../events.ts';
import { type GoalCommand, goalCommands } from '../goals/commands.ts';
import type { LedgerState } from '../history.ts';
import { type ImportCommand, importCommands } from '../import-file.ts';
import type { Deciders, Decision, Needs } from '../model/command-rule.ts';
import { type PaymentCommand, paymentCommands } from '../payments.ts';
import { type ResetCommand, resetCommands } from '../reset.ts';
import { type RuleCommand, ruleCommands } from '../rules/commands.ts';
import { type ScheduleCommand, scheduleCommands } from '../schedules/commands.ts';
import { type TransactionCommand, transactionCommands } from '../transactions/commands.ts';
import { type TransferCommand, transferCommands } from '../transfers/commands.ts';
import { type ChangeSetCommand, changeSetCommands } from '../undo/undo.ts';

/**
 * A request to change the ledger: amounts in cents, days as `2026-11-20` in the caller's calendar, ids given from
 * outside.
 */
export type Command =
  | BalanceCommand
  | TransactionCommand
  | TransferCommand
  | GoalCommand
  | AccountCommand
  | CategoryCommand
  | ImportCommand
  | BulkCommand
  | MergeCommand
  | EditCommand
  | RuleCommand
  | BudgetCommand
  | ScheduleCommand
  | ChangeSetCommand
  | PaymentCommand
  | ProposalCommand
  | ResetCommand;

const deciders: Deciders<Command, LedgerEvent, LedgerState> = {
  ...balanceCommands,
  ...transactionCommands,
  ...transferCommands,
  ...goalCommands,
  ...accountCommands,
  ...categoryCommands,
  ...importCommands,
  ...bulkCommands,
  ...mergeCommands,
  ...editCommands,
  ...ruleCommands,
  ...budgetCommands,
  ...scheduleCommands,
  ...changeSetCommands,
  ...paymentCommands,
  ...proposalCommands,
  ...resetCommands,
};

/** The types of all commands. */
export const COMMAND_TYPES = Object.keys(deciders) as readonly Command['type'][];

/** The decider of a command, whatever its type. */
type AnyDecider = {
  accounts?(command: Command): readonly (string | undefined)[];
  needs?(command: Command): Needs;
  decide(command: Command, state: LedgerState): Decision<LedgerEvent>;
};

/** The decider of a command. */
export function deciderOf({ type }: Command): AnyDecider {
  return deciders[type] as unknown as AnyDecider;
}
