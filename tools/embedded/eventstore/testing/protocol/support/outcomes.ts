import {
  type AppendResult,
  binaryEvent,
  type EventStoreDBClient,
  type EventType,
  jsonEvent,
  type ReadStreamOptions,
  type ResolvedEvent,
} from '@eventstore/db-client';

/** `count` new events with numbered data. */
export const newEvents = (count: number, type = 'noted') =>
  Array.from({ length: count }, (_, n) => jsonEvent({ type, data: { n } }));

/** An event with this many bytes of data. */
export const large = (bytes: number) => binaryEvent({ type: 'large', data: Buffer.alloc(bytes, 'x') });

/** `$tb` of a soft deletion, which is 2^63-1, as the client reads it. */
export const SOFT_DELETION = '{"$tb":9223372036854776000}';

type Failure = {
  readonly type?: string;
  readonly code?: number;
  readonly streamName?: string;
  readonly actualVersion?: bigint | 'no_stream';
};

function failed({ type, code, actualVersion, streamName }: Failure): string {
  if (type === 'wrong-expected-version')
    return `wrong, is ${actualVersion === 'no_stream' || actualVersion === -1n ? 'none' : actualVersion}`;
  if (type === 'stream-deleted') return streamName?.startsWith('$$') ? '$$ deleted' : 'deleted';
  if (type === 'stream-not-found') return 'missing';
  return type ?? `code ${code}`;
}

const isAppendResult = (answer: unknown): answer is AppendResult =>
  typeof answer === 'object' && answer !== null && 'nextExpectedRevision' in answer;

/**
 * The outcome of a call as text: `next 4`, `wrong, is 2`, `wrong, is none`, `deleted`, `done`, or the kind of failure.
 */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    const answer = await call;
    if (!isAppendResult(answer)) return 'done';
    return `next ${answer.nextExpectedRevision}${answer.position ? '' : ', no position'}`;
  } catch (error) {
    return failed(error as Failure);
  }
}

/** Gives what a promise is rejected with. Throws where it resolves. */
export async function rejectionOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('it should have failed');
}

/** The events of a read as `format` gives them, separated by spaces; or the kind of failure. */
export async function readAsText(
  reading: AsyncIterable<ResolvedEvent<EventType>>,
  format: (resolved: ResolvedEvent<EventType>) => string = ({ event }) => `${event?.revision}`,
): Promise<string> {
  const lines: string[] = [];
  try {
    for await (const resolved of reading) lines.push(format(resolved));
  } catch (error) {
    return failed(error as Failure);
  }
  return lines.join(' ');
}

/** The readable revisions of a stream. */
export const readableRevisions = (
  client: EventStoreDBClient,
  stream: string,
  options: ReadStreamOptions = {},
): Promise<string> => readAsText(client.readStream(stream, options));

/** The readable event of a stream's metadata stream: revision and content. */
export const metadataOf = (client: EventStoreDBClient, stream: string): Promise<string> =>
  readAsText(client.readStream(`$$${stream}`), ({ event }) => `${event?.revision} ${JSON.stringify(event?.data)}`);

/**
 * Resolves when the server has written the events that it adds itself, such as the metadata of a revived stream: when a
 * later write is answered.
 */
export async function waitForServerWrites(client: EventStoreDBClient): Promise<void> {
  await client.appendToStream(`settled-${crypto.randomUUID()}`, newEvents(1));
}
