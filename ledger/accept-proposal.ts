import type { LedgerEvent } from './events.ts';
import { type Deciders, NOTHING } from './model/command-rule.ts';

/** Accepts commands of a proposal: `events` are theirs, decided one after another on the books of the command. */
export type ProposalCommand = {
  type: 'AcceptProposal';
  proposalId: string;
  reason: string;
  events: readonly LedgerEvent[];
};

/** The rule of proposals (product 5.18). */
export const proposalCommands: Deciders<ProposalCommand, LedgerEvent> = {
  AcceptProposal: {
    decide({ proposalId, reason, events }) {
      if (events.length === 0) return NOTHING;
      const accepted: LedgerEvent = { type: 'ProposalAccepted', data: { proposalId, reason, count: events.length } };
      return { outcome: 'events', events: [accepted, ...events] };
    },
  },
};
