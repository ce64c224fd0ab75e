import type { LedgerState } from './state.ts';

/** Why a command is rejected. The contract has a problem of the same code, with its text. */
export type Rejection =
  | 'deposit_not_empty'
  | 'not_enough_balance'
  | 'amount_too_large'
  | 'transaction_not_found'
  | 'goal_not_found'
  | 'more_than_goal'
  | 'already_paid';

/** What a command leads to. 'nothing' is a command that would change nothing. */
export type Decision<Event> =
  | { outcome: 'events'; events: readonly Event[] }
  | { outcome: 'rejected'; reason: Rejection }
  | { outcome: 'nothing' };

/** The decision to record events. */
export const happened = <Event>(...events: Event[]): Decision<Event> => ({ outcome: 'events', events });
/** The decision to refuse a command. */
export const rejected = (reason: Rejection): Decision<never> => ({ outcome: 'rejected', reason });
/** The decision that there is nothing to do. */
export const NOTHING: Decision<never> = { outcome: 'nothing' };

/** What a command reads of the ledger beyond balance, goals and payment, which are always loaded. */
export type Needs = { transactionIds: readonly string[] };

/** How a command is decided. `needs` is left out where what is always loaded is enough. */
export type Rule<Command, Event> = {
  needs?(command: Command): Needs;
  decide(command: Command, state: LedgerState): Decision<Event>;
};

/** A rule for each command of a union. */
export type Rules<Command extends { type: string }, Event> = {
  [Type in Command['type']]: Rule<Extract<Command, { type: Type }>, Event>;
};
