import { z } from 'zod';
import { addresses } from './addresses.ts';
import { type Call, nothing } from './call.ts';
import { idField, line, storableField } from './fields.ts';
import { changeSetEffect } from './ledger-calls.ts';
import { PROPOSAL_BODY_BYTES_MAX, PROPOSAL_COMMANDS_MAX, PROPOSAL_REASON_MAX } from './limits.ts';
import { messages } from './messages.ts';
import { proposalProblem } from './problem-details.ts';
import { proposalMessages } from './proposal-messages.ts';
import { user } from './user.ts';

/** Longest path of a call. */
const PATH_MAX = 100;

/** A command as it is proposed: the path of a call, such as `/transaction/create-expense`, and its input. */
const command = z.strictObject(
  {
    call: storableField(PATH_MAX, proposalMessages.notProposable),
    input: z.record(z.string(), z.unknown(), { error: messages.wrongType }),
  },
  { error: messages.wrongType },
);
export type ProposedCommand = z.infer<typeof command>;

const createInput = z.strictObject({
  commands: z
    .array(command, { error: proposalMessages.commandsRequired })
    .min(1, proposalMessages.commandsRequired)
    .max(PROPOSAL_COMMANDS_MAX, proposalMessages.commandsRequired),
  reason: line(proposalMessages.reasonRequired, PROPOSAL_REASON_MAX, proposalMessages.reasonTooLong),
});

const named = z.strictObject({ proposalId: idField });

/**
 * An effect of a command on an entry, an account, a goal or another thing of the books. `field` is null if it concerns
 * the whole; `name` is the title or the name before it. With the type, the amount and the date of an entry that is
 * recorded or removed.
 */
const effect = changeSetEffect.extend({
  command: z.int(),
  name: z.string().nullable(),
  what: z.enum(['recorded', 'removed', 'changed', 'moved']),
});
export type ProposalEffect = z.infer<typeof effect>;

/** A figure as explain names it, as it is and as it would be, in whole units. */
const figure = z.object({ figure: z.string(), now: z.number(), then: z.number() });
export type ProposalFigure = z.infer<typeof figure>;

const workedOut = { effects: z.array(effect), figures: z.array(figure), problems: z.array(proposalProblem) };

/** A proposal; `count` is of its commands, and `changeSetId` the change-set that it led to, else null. */
const proposal = z.object({
  _id: z.string(),
  reason: z.string(),
  actor: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  status: z.enum(['open', 'accepted', 'declined', 'withdrawn', 'expired']),
  count: z.int(),
  changeSetId: z.string().nullable(),
});
export type Proposal = z.infer<typeof proposal>;

/** The calls by which programs propose changes of the books, and the user decides on them (product 5.18). */
export const proposalCalls = {
  createProposal: {
    ...addresses.createProposal,
    kind: 'action',
    summary: 'Proposes commands, and returns what they would do. Writes nothing in the books.',
    session: true,
    body: createInput,
    bodyBytesMax: PROPOSAL_BODY_BYTES_MAX,
    data: z.object({ proposalId: z.string(), ...workedOut }),
    problems: ['not_for_demo', 'too_many_proposals', 'too_many_requests', 'token_limit', 'busy', 'unavailable'],
  },
  getProposals: {
    ...addresses.getProposals,
    kind: 'query',
    summary: 'Returns the open proposals and the newest of the others, the newest first.',
    session: true,
    data: z.object({ proposals: z.array(proposal) }),
    problems: [],
  },
  getProposal: {
    ...addresses.getProposal,
    kind: 'query',
    summary: 'Returns a proposal with its commands; of an open one also what they would do by now.',
    session: true,
    query: z.strictObject({ id: idField }),
    data: z.object({ proposal, commands: z.array(command), ...workedOut }),
    problems: ['proposal_not_found', 'too_many_requests', 'busy', 'unavailable'],
  },
  acceptProposal: {
    ...addresses.acceptProposal,
    kind: 'command',
    needs: 'rows',
    summary: 'Carries out the commands of a proposal as one change-set, worked out anew.',
    session: true,
    body: named.extend({
      except: z
        .array(z.int({ error: messages.wrongType }).min(0, messages.wrongType), { error: messages.wrongType })
        .max(PROPOSAL_COMMANDS_MAX, proposalMessages.commandsRequired)
        .optional(),
      unfit: z.enum(['stop', 'leave-out'], { error: messages.wrongType }).optional(),
    }),
    data: user.extend({ left: z.array(proposalProblem) }),
    problems: ['proposal_not_found', 'proposal_closed', 'proposal_unfit', 'proposal_empty'],
  },
  declineProposal: {
    ...addresses.declineProposal,
    kind: 'action',
    summary: 'Declines a proposal.',
    session: true,
    body: named,
    data: nothing,
    problems: ['proposal_not_found', 'proposal_closed'],
  },
  withdrawProposal: {
    ...addresses.withdrawProposal,
    kind: 'action',
    summary: 'Takes back a proposal that its author made.',
    session: true,
    body: named,
    data: nothing,
    problems: ['proposal_not_found', 'proposal_closed'],
  },
} as const satisfies Partial<Record<keyof typeof addresses, Call>>;
