import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import grpc, { type IStreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendResp, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { Connection } from '../../event-log/connection.ts';
import { LogUnavailable, translated } from '../../event-log/errors.ts';
import { NO_STREAM_REVISION } from '../../event-log/streams.ts';
import { pause } from '../../event-log/timers.ts';
import { type RawEvent, type RawProposal, rawEvent } from './raw-event.ts';
import { appendRequests, type Reading, readRequest } from './requests.ts';

/** A copy has time: rather a long wait than a copy that has to be begun again. */
const TIMERS = { attempt: 30_000, append: 120_000, resubscribe: [100, 3_000] } as const;

/** A revision that no stream will ever come to. */
const NOWHERE = 2n ** 62n;

/** What the client keeps to itself, and its generated code is reached by. */
type Inside = {
  execute<Value>(service: unknown, name: string, action: (client: IStreamsClient) => Promise<Value>): Promise<Value>;
  callArguments(options: object, call?: object): [never, never];
};

/** Where an append ended: its last event's revision, or that of the stream as it is instead of what was expected. */
export type Appended = { kind: 'appended'; last: bigint } | { kind: 'elsewhere'; actual: bigint };

/**
 * An event store, byte for byte: events are read and written without a look into them, through the connection and the
 * generated code of the official client. Everything throws LedgerErased for a tombstoned stream and LogUnavailable for
 * a store that doesn't answer.
 */
export class RawStore {
  readonly #connection: Connection;

  constructor(url: string) {
    this.#connection = new Connection(url, TIMERS);
  }

  /** Everything that was ever written and not scavenged since, in order; or from the end backwards. */
  readAll(backwards = false): AsyncGenerator<RawEvent> {
    return this.#read({ stream: null, backwards });
  }

  /** What can be seen of a stream, oldest first; nothing where it is missing. */
  readStream(stream: string): AsyncGenerator<RawEvent> {
    return this.#read({ stream, backwards: false });
  }

  /** The last event that can be seen of a stream; null where there is none. */
  async newest(stream: string): Promise<RawEvent | null> {
    for await (const event of this.#read({ stream, backwards: true, limit: 1 })) return event;
    return null;
  }

  /** Appends after exactly a revision (-1: none yet), with the ids as they are, so that a repeat changes nothing. */
  async append(stream: string, after: bigint, events: readonly RawProposal[]): Promise<Appended> {
    return await this.#again(async (inside, client) => {
      const { promise, resolve, reject } = Promise.withResolvers<AppendResp>();
      const call = client.append(...inside.callArguments(this.#connection.writing), (error, answer) =>
        error ? reject(convertToCommandError(error)) : resolve(answer),
      );
      call.on('error', (error) => reject(convertToCommandError(error)));
      for (const message of appendRequests(stream, after, events)) call.write(message);
      call.end();
      return outcomeOf(await promise);
    });
  }

  /**
   * The revision of the last event that a stream was ever given (-1: none), also where it can't be read any more. Asked
   * by an append of nothing after a revision that no stream has: it is refused, and says where the stream ends.
   */
  async last(stream: string): Promise<bigint> {
    const outcome = await this.append(stream, NOWHERE, []);
    return outcome.kind === 'elsewhere' ? outcome.actual : outcome.last;
  }

  /** Ends a stream for good, whatever it holds. */
  async tombstone(stream: string): Promise<void> {
    await this.#connection.attempt((client) => client.tombstoneStream(stream, this.#connection.writing));
  }

  async close(): Promise<void> {
    this.#connection.close();
  }

  async #again<Value>(action: (inside: Inside, client: IStreamsClient) => Promise<Value>): Promise<Value> {
    const giveUpAt = performance.now() + TIMERS.append;
    for (let delay = 100; ; delay *= 2) {
      try {
        return await this.#connection.attempt((client) => {
          const inside = insideOf(client);
          return inside.execute(grpc.StreamsClient, 'copy', (service) => action(inside, service));
        });
      } catch (error) {
        if (!(error instanceof LogUnavailable) || performance.now() + delay > giveUpAt) throw error;
        await pause(delay);
      }
    }
  }

  async *#read(reading: Reading): AsyncGenerator<RawEvent> {
    const connection = this.#connection;
    const line = await connection.line();
    const done = line.begin();
    const inside = insideOf(line.client);
    const messages = await inside.execute(grpc.StreamsClient, 'copy', async (service) =>
      service.read(
        readRequest(reading),
        ...inside.callArguments(connection.reading, { deadline: Number.POSITIVE_INFINITY }),
      ),
    );
    messages.on('error', () => {}); // The iteration reports it; this keeps a late one from ending the process.
    try {
      const iterator = (messages as AsyncIterable<ReadResp>)[Symbol.asyncIterator]();
      for (;;) {
        const next = await connection.wait(line, iterator.next());
        if (next.done) return;
        const event = rawEvent(next.value);
        if (event) yield event;
      }
    } catch (error) {
      const known = translated(error instanceof Error ? convertToCommandError(error) : error);
      if (known instanceof LogUnavailable) connection.replace(line);
      throw known;
    } finally {
      messages.cancel();
      done();
    }
  }
}

const insideOf = (client: EventStoreDBClient) => client as unknown as Inside;

function outcomeOf(answer: AppendResp): Appended {
  const success = answer.getSuccess();
  if (success) return { kind: 'appended', last: BigInt(success.getCurrentRevision()) };
  const wrong = answer.getWrongExpectedVersion();
  if (!wrong) throw new Error('The event store answered an append with neither success nor failure.');
  const actual = wrong.hasCurrentRevision() ? BigInt(wrong.getCurrentRevision()) : NO_STREAM_REVISION;
  return { kind: 'elsewhere', actual };
}
