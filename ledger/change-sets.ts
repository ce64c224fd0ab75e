import { z } from 'zod';
import { COMMAND_ID_MAX, CONFLICT_ID_MAX, WALLETS } from './model/constants.ts';
import { noPostings } from './model/double-entry.ts';
import { type EventOf, event } from './model/event-definition.ts';
import { isStorable } from './model/storable.ts';
import { account, categoryId, day } from './model/values.ts';

const changeSetId = z.string().min(1).max(COMMAND_ID_MAX);

type Answers = Record<string, 'now' | 'then'>;

/** Answers without those to what can be no conflict, which older versions recorded. */
function answersOf(answers: Answers): Answers {
  const isId = (text: string) => text.length <= CONFLICT_ID_MAX && isStorable(text);
  return Object.fromEntries(Object.entries(answers).filter(([text]) => isId(text)));
}

const tags = z.array(z.string()).min(1).optional();

/** The new values of the fields that a bulk changes; null takes a category or a note off. */
const bulkChange = z
  .strictObject({
    title: z.string().optional(),
    category: categoryId.nullish(),
    accountId: account.optional(),
    wallet: z.enum(WALLETS).optional(),
    date: day.optional(),
    note: z.string().nullish(),
    addTags: tags,
    removeTags: tags,
  })
  .meta({
    title:
      '`title`?, `category`?, `accountId`?, `wallet`?, `date`?, `note`?, and the tags that are added, `addTags`?, ' +
      'and removed, `removeTags`?',
  });
export type BulkChange = z.infer<typeof bulkChange>;

/**
 * The events that begin change-sets of many events, which follow under the same command id: the undo of a change-set
 * (product 4.14), a bulk (product 4.18), and a proposal (product 5.18).
 */
export const beginningEvents = {
  ChangeSetUndone: event({
    about: {
      when: 'The user undoes a change-set. The events that take back what it did follow, under the same command id.',
      also: 'the change-set is no longer in force; where it is an undo itself, what it had undone is in force again',
    },
    data: {
      changeSetId: changeSetId.describe('the change-set that is undone'),
      chain: z
        .array(changeSetId)
        .min(1)
        .meta({ title: 'list of ids' })
        .describe('this change-set; where it is an undo, the one that it undid, and so on, to one that is no undo'),
      count: z.int().min(0).describe('how many events follow'),
      today: day.describe('the day of the caller, on which a goal may be reached'),
      resolve: z
        .record(z.string(), z.enum(['now', 'then']))
        .transform(answersOf)
        .optional()
        .meta({ title: '`now` or `then` by conflict' })
        .describe('what was decided about what later change-sets have touched'),
    },
    begins: 'undo',
    effect: null,
    evolve(draft, { count }, { revision, commandId }) {
      draft.unfinished = count === 0 ? null : { changeSetId: commandId, first: revision, left: count + 1 };
    },
    /** None: the events that follow move the money. */
    postings: noPostings,
    moves: ({ chain }) => ({ does: 'undo', root: chain.at(-1) ?? '' }),
  }),
  BulkBegun: event({
    about: {
      when:
        'The user changes or deletes many entries at once. The events of those that are changed or deleted follow, ' +
        'under the same command id.',
      also: 'while events are missing, no other command is carried out',
    },
    data: {
      change: bulkChange.optional().describe('the new values; absent where the entries are deleted'),
      count: z.int().min(1).describe('how many events follow'),
    },
    begins: 'bulk',
    effect: null,
    /** Until all of its events are there, it is unfinished. */
    evolve(draft, { count }, { revision, commandId }) {
      draft.unfinished = { changeSetId: commandId, first: revision, left: count + 1 };
    },
    /** None: the events of the entries move the money. */
    postings: noPostings,
    moves: null,
  }),
  ProposalAccepted: event({
    about: {
      when:
        'The user accepts commands that a program proposed. The events of those that were accepted follow, under the ' +
        'same command id.',
      also: 'while events are missing, no other command is carried out',
    },
    data: {
      proposalId: z.string().min(1).max(COMMAND_ID_MAX).describe('the proposal'),
      reason: z.string().describe('why the program proposed it'),
      count: z.int().min(1).describe('how many events follow'),
    },
    begins: 'proposal',
    effect: null,
    evolve(draft, { count }, { revision, commandId }) {
      draft.unfinished = { changeSetId: commandId, first: revision, left: count + 1 };
    },
    /** None: the events of the commands move the money. */
    postings: noPostings,
    moves: null,
  }),
  BulkCutShort: event({
    about: {
      when:
        'The rest of a bulk, of a proposal, of a run of rules, or of what the removal of a rule takes back can not ' +
        'be recorded, since its plan is no longer stored.',
      also: 'other commands are carried out again',
    },
    data: { missing: z.int().min(1).describe('how many events are missing') },
    begins: 'bulk',
    effect: null,
    evolve(draft) {
      draft.unfinished = null;
    },
    postings: noPostings,
    moves: null,
  }),
} as const;

export type ChangeSetEvent = EventOf<typeof beginningEvents>;
