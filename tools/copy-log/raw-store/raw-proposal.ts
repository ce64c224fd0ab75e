import { JSON_TYPE, type RawEvent } from '#event-log/raw-event.ts';

/** An event to append, without stream and revision. */
export type RawProposal = Omit<RawEvent, 'stream' | 'revision'>;

/** The content type of an event. */
export const contentType = ({ isJson }: Pick<RawEvent, 'isJson'>): string =>
  isJson ? JSON_TYPE : 'application/octet-stream';
