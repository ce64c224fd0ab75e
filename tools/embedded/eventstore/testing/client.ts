import { type EventStoreDBClient, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';

/** `count` new events with numbered data. */
export const noted = (count: number) =>
  Array.from({ length: count }, (_, n) => jsonEvent({ type: 'noted', data: { n } }));

/** Gives the error that a promise is rejected with. Throws where it resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it should have failed');
}

const line = ({ event }: ResolvedEvent): string => (event ? `${event.revision} ${event.type}` : 'nothing');

/** The events of a read, as lines: revision and type. */
export async function linesOf(reading: AsyncIterable<ResolvedEvent>): Promise<string[]> {
  const lines: string[] = [];
  for await (const resolved of reading) lines.push(line(resolved));
  return lines;
}

/** The revisions of a stream, oldest first. */
export async function revisionsOf(client: EventStoreDBClient, stream: string): Promise<bigint[]> {
  const revisions: bigint[] = [];
  for await (const { event } of client.readStream(stream)) if (event) revisions.push(event.revision);
  return revisions;
}
