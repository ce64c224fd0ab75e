import type { Evolvers } from '../model/event-schema.ts';
import { draftOf, EMPTY } from '../model/state.ts';
import type { resetEvents } from './events.ts';

/** What a reset does to the state. */
export const evolveReset: Evolvers<typeof resetEvents> = {
  LedgerReset(draft, _data, { revision }) {
    Object.assign(draft, draftOf(EMPTY), { since: revision });
  },
};
