import { PROPOSAL_COMMANDS_MAX, PROPOSAL_EVENTS_MAX, PROPOSAL_REASON_MAX } from './limits.ts';

/** Validation messages of proposals (product 8.1), which no screen says before it is asked for them. */
export const proposalMessages = {
  commandsRequired: `A proposal has 1 to ${PROPOSAL_COMMANDS_MAX.toLocaleString('en-US')} commands`,
  reasonRequired: 'Please say why',
  reasonTooLong: `A reason can't be longer than ${PROPOSAL_REASON_MAX} characters`,
  noSuchCommand: 'Commands are named by their numbers from 0, as the proposal has them',
  notProposable: 'This call can not be proposed',
  balanceChangedBefore: 'Commands before this one change the balance: propose it alone',
  tooManyChanges: `All commands together make at most ${PROPOSAL_EVENTS_MAX.toLocaleString('en-US')} changes`,
} as const;
