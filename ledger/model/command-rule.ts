import type { OccurrenceRef } from './schedule.ts';
import type { Books } from './state.ts';

/** Why a command is rejected. `api/commands/rejection.ts` maps each to a problem of the contract. */
export type Rejection =
  | 'deposit_not_empty'
  | 'not_enough_balance'
  | 'amount_too_large'
  | 'transaction_not_found'
  | 'transfer_not_found'
  | 'goal_not_found'
  | 'account_not_found'
  | 'account_gone'
  | 'account_closed'
  | 'account_name_taken'
  | 'account_not_empty'
  | 'everyday_stays_open'
  | 'everyday_stays_budgeted'
  | 'transfer_to_itself'
  | 'no_changes'
  | 'not_an_expense_category'
  | 'not_an_income_category'
  | 'part_not_an_expense_category'
  | 'part_not_an_income_category'
  | 'wallet_required'
  | 'wallet_of_income'
  | 'part_of_archived_category'
  | 'not_a_category'
  | 'of_archived_category'
  | 'category_not_found'
  | 'category_name_taken'
  | 'too_many_categories'
  | 'not_own_category'
  | 'category_of_other_kind'
  | 'categories_apart'
  | 'category_too_deep'
  | 'category_archived'
  | 'category_is_default'
  | 'category_has_children'
  | 'merge_with_itself'
  | 'categories_are_one'
  | 'category_beside_parts'
  | 'parts_required'
  | 'parts_do_not_add_up'
  | 'too_many_tags'
  | 'category_of_transfer'
  | 'wallet_of_transfer'
  | 'account_of_transfer'
  | 'more_than_goal'
  | 'more_than_saved'
  | 'rule_not_found'
  | 'too_many_rules'
  | 'rules_not_whole'
  | 'cell_twice'
  | 'move_to_same_category'
  | 'not_enough_budget'
  | 'too_many_plans'
  | 'schedule_not_found'
  | 'too_many_schedules'
  | 'schedule_changed_too_often'
  | 'start_too_early'
  | 'range_by_itself'
  | 'account_of_no_transfer'
  | 'occurrence_not_found'
  | 'occurrence_closed'
  | 'occurrence_not_matched'
  | 'occurrence_amount_required'
  | 'entry_not_found'
  | 'entry_of_other_type'
  | 'entry_matched'
  | 'already_paid'
  | 'token_limit'
  | 'change_set_not_found'
  | 'not_undoable'
  | 'already_undone'
  | 'undo_conflicts';

/**
 * The outcome of a command: its events, a rejection, or 'nothing' where it would change nothing. `details` are the
 * conflicts of an undo.
 */
export type Decision<Event> =
  | { outcome: 'events'; events: readonly Event[] }
  | { outcome: 'rejected'; reason: Rejection; details?: unknown }
  | { outcome: 'nothing' };

/** The decision to record events. */
export const happened = <Event>(...events: Event[]): Decision<Event> => ({ outcome: 'events', events });
/** The decision to refuse a command. */
export const rejected = (reason: Rejection, details?: unknown): Decision<never> =>
  details === undefined ? { outcome: 'rejected', reason } : { outcome: 'rejected', reason, details };
/** The decision that there is nothing to do. */
export const NOTHING: Decision<never> = { outcome: 'nothing' };

/** The parts of a ledger that a command reads beyond accounts, goals and payment, which are always loaded. */
export type Needs = {
  transactionIds?: readonly string[];
  transferIds?: readonly string[];
  /** Whether it reads rules. */
  rules?: boolean;
  /** Whether it reads plans, what carries over, and targets. */
  budget?: boolean;
  /** Whether it reads schedules. */
  schedules?: boolean;
  /** The occurrences that it reads, with the entries that they were posted as, or matched with. */
  occurrences?: readonly OccurrenceRef[];
  /** It reads the occurrences that were posted as these entries, or matched with them. */
  ofEntries?: readonly string[];
  /** The change-set whose history it reads. */
  changeSetId?: string;
};

/** A command that names accounts says which; each has to be there. Undefined stands for Everyday. */
type Accounts<Command> =
  Extract<keyof Command, 'accountId' | 'from'> extends never
    ? { accounts?: never }
    : { accounts(command: Command): readonly (string | undefined)[] };

/** How a command is decided. `needs` is left out where what is always loaded is enough. */
export type Decider<Command, Event, State = Books> = Accounts<Command> & {
  needs?(command: Command): Needs;
  decide(command: Command, state: State): Decision<Event>;
};

/** A rule for each command of a union. */
export type Deciders<Command extends { type: string }, Event, State = Books> = {
  [Type in Command['type']]: Decider<Extract<Command, { type: Type }>, Event, State>;
};
