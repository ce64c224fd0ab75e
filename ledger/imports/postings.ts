import { noPostings } from '../model/double-entry.ts';
import type { PostingRules } from '../model/event-schema.ts';
import type { importEvents } from './events.ts';

/** None: the events of the rows move the money. */
export const importPostings: PostingRules<typeof importEvents> = {
  FileImported: noPostings,
  EntryMatched: noPostings,
  ImportCutShort: noPostings,
};
