import { type Command, ruleOf } from './commands.ts';
import type { LedgerEvent } from './events.ts';
import { type Decision, type Needs, rejected } from './model/command-rule.ts';
import type { LedgerState } from './model/state.ts';

/**
 * Takes a command and the state of its ledger, and gives the events that the command leads to, or why it is rejected
 * (product 4). Pure: the same command on the same state has the same decision. The caller checks the form of amounts,
 * texts and days; that sums stay safe integers is checked here, and first of all that the accounts exist.
 */
export function decide(command: Command, state: LedgerState): Decision<LedgerEvent> {
  const { accountId, from, to } = command as { accountId?: string; from?: string; to?: unknown };
  const named = [accountId, from, to].filter((one) => typeof one === 'string');
  if (named.some((one) => !state.accounts.has(one))) return rejected('account_not_found');
  return ruleOf(command).decide(command, state);
}

/** What has to be in the state for `decide`, beyond what is always loaded. */
export function needsOf(command: Command): Needs {
  return ruleOf(command).needs?.(command) ?? {};
}
