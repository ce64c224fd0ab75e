import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  type EventType,
  jsonEvent,
  type ResolvedEvent,
  type StreamSubscription,
} from '@eventstore/db-client';

/** `count` new events, their data numbered. */
export const noted = (count: number) =>
  Array.from({ length: count }, (_, n) => jsonEvent({ type: 'noted', data: { n } }));

/** The client appends in one call if it is given no credentials, and else in a call of its own. */
export const WAYS = [
  ['in batches', {}],
  ['plainly', { credentials: { username: 'admin', password: 'changeit' } }],
] as const;

/** What a promise is rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it should have failed');
}

const line = ({ event }: ResolvedEvent): string => (event ? `${event.revision} ${event.type}` : 'nothing');

/** What a read gives, an event a line: revision and type. */
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

/** What a subscription says, in order, to be waited for. */
export class Heard {
  readonly log: string[] = [];
  readonly #waiting: { until: () => boolean; done: () => void }[] = [];

  constructor(subscription: StreamSubscription<EventType> | AllStreamSubscription) {
    subscription.on('confirmation', () => this.note('confirmed'));
    subscription.on('caughtUp', () => this.note('caught up'));
    subscription.on('error', (error) => this.note(`failed: ${'type' in error ? error.type : error.message}`));
    subscription.on('data', (resolved: ResolvedEvent) => this.note(line(resolved)));
  }

  note(entry: string): void {
    this.log.push(entry);
    for (const { until, done } of this.#waiting) if (until()) done();
  }

  /** Resolves when this has been said, or so many entries have. */
  async until(entry: string | number): Promise<void> {
    const until = () => (typeof entry === 'number' ? this.log.length >= entry : this.log.includes(entry));
    if (until()) return;
    await new Promise<void>((done) => this.#waiting.push({ until, done }));
  }
}
