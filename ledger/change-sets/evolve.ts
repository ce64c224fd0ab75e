import type { Evolvers } from '../model/event-schema.ts';
import type { changeSetEvents } from './events.ts';

/** What these events do to the state; `remember` does what they do to the history. */
export const evolveChangeSets: Evolvers<typeof changeSetEvents> = {
  ChangeSetUndone(draft, { count }, { revision, commandId }) {
    draft.unfinished = count === 0 ? null : { changeSetId: commandId, first: revision, left: count + 1 };
  },
};
