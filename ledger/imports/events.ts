import { z } from 'zod';
import { FILE_NAME_MAX, IMPORT_FORMATS } from '../model/constants.ts';
import { type EventOf, id, importedRow, recorded } from '../model/event-schema.ts';

/** The import of a file (product 4.15). The events that record its rows follow, under the same command id. */
export const importEvents = {
  FileImported: recorded(
    {
      when: 'The user imports a file. The events of its rows follow, under the same command id.',
      also: 'while events are missing, no other command is carried out',
    },
    {
      importId: id.describe('the import'),
      fileName: z.string().max(FILE_NAME_MAX).describe("the file's name"),
      format: z.enum(IMPORT_FORMATS).describe("the file's format"),
      rows: z.int().min(0).describe('how many rows the file has'),
      left: z.int().min(0).describe('how many of them were left out'),
      count: z.int().min(0).describe('how many events follow'),
    },
  ),
  EntryMatched: recorded(
    {
      when: 'A row of an imported file is matched with an entry that is there already.',
      also: 'the row counts as imported; the entry stays as it is',
    },
    {
      entryId: id.describe('the transaction or transfer'),
      entry: z.enum(['transaction', 'transfer']).describe('which of the two'),
      imported: importedRow.describe('the row'),
    },
  ),
  ImportCutShort: recorded(
    {
      when: 'The rest of an import can not be recorded, since its file is no longer stored.',
      also: 'other commands are carried out again',
    },
    { missing: z.int().min(1).describe('how many events are missing') },
  ),
} as const;

export type ImportEvent = EventOf<typeof importEvents>;
