import { noPostings } from '../model/double-entry.ts';
import type { PostingRules } from '../model/event-schema.ts';
import type { changeSetEvents } from './events.ts';

/** None: the events that follow move the money. */
export const changeSetPostings: PostingRules<typeof changeSetEvents> = { ChangeSetUndone: noPostings };
