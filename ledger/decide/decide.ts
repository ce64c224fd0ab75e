import type { LedgerEvent } from '../events.ts';
import type { LedgerState } from '../history.ts';
import { type Decision, type Needs, rejected } from '../model/command-rule.ts';
import { EVERYDAY } from '../model/constants.ts';
import { isBeyond } from './amounts.ts';
import { type Command, deciderOf } from './commands.ts';

/**
 * Takes a command and the state of its ledger, and gives the events that the command leads to, or why it is rejected
 * (product 4). Pure: the same command on the same state has the same decision. The caller checks the form of amounts,
 * texts and days; that sums stay safe integers, and amounts which are worked out within the largest one, is checked
 * here, and first of all that the accounts exist.
 */
export function decide(command: Command, state: LedgerState): Decision<LedgerEvent> {
  const decider = deciderOf(command);
  const named = decider.accounts?.(command) ?? [];
  if (named.some((accountId = EVERYDAY) => !state.accounts.has(accountId))) return rejected('account_not_found');
  const decision = decider.decide(command, state);
  if (command.type === 'UndoChangeSet' || decision.outcome !== 'events') return decision;
  return decision.events.some(isBeyond) ? rejected('amount_too_large') : decision;
}

/** The parts of the ledger that have to be in the state for `decide`, beyond those that are always loaded. */
export function needsOf(command: Command): Needs {
  return deciderOf(command).needs?.(command) ?? {};
}
