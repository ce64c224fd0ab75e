import { z } from 'zod';
import { FILE_NAME_MAX, IMPORT_FORMATS } from './model/constants.ts';
import { noPostings } from './model/double-entry.ts';
import { type EventOf, event } from './model/event-definition.ts';
import { id, importedRow } from './model/values.ts';

/** The import of a file (product 4.15). The events that record its rows follow, under the same command id. */
export const importEvents = {
  FileImported: event({
    about: {
      when: 'The user imports a file. The events of its rows follow, under the same command id.',
      also: 'while events are missing, no other command is carried out',
    },
    data: {
      importId: id.describe('the import'),
      fileName: z.string().max(FILE_NAME_MAX).describe("the file's name"),
      format: z.enum(IMPORT_FORMATS).describe("the file's format"),
      rows: z.int().min(0).describe('how many rows the file has'),
      left: z.int().min(0).describe('how many of them were left out'),
      count: z.int().min(0).describe('how many events follow'),
    },
    begins: 'import',
    effect: null,
    /** Until all events of an import are there, it is unfinished. */
    evolve(draft, { count }, { revision, commandId }) {
      draft.unfinished = count === 0 ? null : { changeSetId: commandId, first: revision, left: count + 1 };
    },
    /** None: the events of the rows move the money. */
    postings: noPostings,
    moves: null,
  }),
  EntryMatched: event({
    about: {
      when: 'A row of an imported file is matched with an entry that is there already.',
      also: 'the row counts as imported; the entry stays as it is',
    },
    data: {
      entryId: id.describe('the transaction or transfer'),
      entry: z.enum(['transaction', 'transfer']).describe('which of the two'),
      imported: importedRow.describe('the row'),
    },
    begins: 'import',
    effect: { does: 'match', kindIn: ({ entry }) => entry, id: ({ entryId }) => entryId },
    evolve() {},
    postings: noPostings,
    moves: null,
  }),
  ImportCutShort: event({
    about: {
      when: 'The rest of an import can not be recorded, since its file is no longer stored.',
      also: 'other commands are carried out again',
    },
    data: { missing: z.int().min(1).describe('how many events are missing') },
    begins: 'import',
    effect: null,
    evolve(draft) {
      draft.unfinished = null;
    },
    postings: noPostings,
    moves: null,
  }),
} as const;

export type ImportEvent = EventOf<typeof importEvents>;
