import {
  type AppendResult,
  binaryEvent,
  type EventStoreDBClient,
  type EventType,
  jsonEvent,
  type ReadStreamOptions,
  type ResolvedEvent,
} from '@eventstore/db-client';

/** `count` new events, their data numbered. */
export const noted = (count: number, type = 'noted') =>
  Array.from({ length: count }, (_, n) => jsonEvent({ type, data: { n } }));

/** An event of so many bytes. */
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

/** What became of a call, in words: `next 4`, `wrong, is 2`, `wrong, is none`, `deleted`, `done`, or the kind of failure. */
export async function told(call: Promise<unknown>): Promise<string> {
  try {
    const answer = await call;
    if (!isAppendResult(answer)) return 'done';
    return `next ${answer.nextExpectedRevision}${answer.position ? '' : ', no position'}`;
  } catch (error) {
    return failed(error as Failure);
  }
}

/** What a promise is rejected with. */
export async function failure(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('it should have failed');
}

/** The events a read gives, each as `tell` tells it, with spaces between; or the kind of failure. */
export async function shown(
  reading: AsyncIterable<ResolvedEvent<EventType>>,
  tell: (resolved: ResolvedEvent<EventType>) => string = ({ event }) => `${event?.revision}`,
): Promise<string> {
  const lines: string[] = [];
  try {
    for await (const resolved of reading) lines.push(tell(resolved));
  } catch (error) {
    return failed(error as Failure);
  }
  return lines.join(' ');
}

/** What can be seen of a stream, by revision. */
export const seen = (client: EventStoreDBClient, stream: string, options: ReadStreamOptions = {}): Promise<string> =>
  shown(client.readStream(stream, options));

/** What can be seen of a stream's metadata stream: revision and content. */
export const metadataOf = (client: EventStoreDBClient, stream: string): Promise<string> =>
  shown(client.readStream(`$$${stream}`), ({ event }) => `${event?.revision} ${JSON.stringify(event?.data)}`);

/**
 * Resolves when the server has written what it adds on its own, such as the metadata of a revived stream: a write after
 * it has been answered.
 */
export async function settled(client: EventStoreDBClient): Promise<void> {
  await client.appendToStream(`settled-${crypto.randomUUID()}`, noted(1));
}
