import { happened, type Rules } from '../model/command-rule.ts';
import type { ResetEvent } from './events.ts';

export type ResetCommand = { type: 'ResetLedger' };

/** The rule of the reset (product 1.5): it is always possible. */
export const resetCommands: Rules<ResetCommand, ResetEvent> = {
  ResetLedger: { decide: () => happened({ type: 'LedgerReset', data: {} }) },
};
