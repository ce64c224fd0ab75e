import type { Evolvers } from '../model/event-schema.ts';
import type { importEvents } from './events.ts';

/** What these events do to the state: until all events of an import are there, it is unfinished. */
export const evolveImports: Evolvers<typeof importEvents> = {
  FileImported(draft, { count }, { revision, commandId }) {
    draft.unfinished = count === 0 ? null : { changeSetId: commandId, first: revision, left: count + 1 };
  },
  EntryMatched() {},
  ImportCutShort(draft) {
    draft.unfinished = null;
  },
};
