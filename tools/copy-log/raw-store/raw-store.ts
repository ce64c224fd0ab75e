import { convertToCommandError } from '@eventstore/db-client';
import streamsGrpc, { type IStreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { Connection } from '#event-log/connection.ts';
import { LogUnavailable } from '#event-log/errors.ts';
import type { RawEvent } from '#event-log/raw-event.ts';
import { internalsOf, readRaw } from '#event-log/read-raw.ts';
import { NO_STREAM_REVISION } from '#event-log/streams.ts';
import { pause } from '#event-log/timers.ts';
import type { RawProposal } from './raw-proposal.ts';
import { appendRequests } from './requests.ts';

/** Longer than the defaults: a copy that aborts has to be restarted by hand. */
const TIMEOUTS = { attemptMs: 30_000, appendMs: 120_000, resubscribeMs: [100, 3_000] } as const;

/** A revision that no stream reaches. */
const UNREACHABLE_REVISION = 2n ** 62n;

/** `last` is the revision of the last appended event, `actual` the stream's revision when it isn't the expected one. */
export type AppendResult = { kind: 'appended'; last: bigint } | { kind: 'wrong-revision'; actual: bigint };

/**
 * Reads and appends raw events through the generated gRPC code of the official client. All methods throw LedgerErased
 * for a tombstoned stream, and LogUnavailable.
 */
export class RawStore {
  readonly #connection: Connection;

  constructor(url: string) {
    this.#connection = new Connection(url, TIMEOUTS);
  }

  /** All events of `$all` that were not scavenged, in order or backwards. */
  readAll(backwards = false): AsyncGenerator<RawEvent> {
    return readRaw(this.#connection, { stream: null, backwards });
  }

  /** The visible events of a stream, oldest first; none for a missing stream. */
  readStream(stream: string): AsyncGenerator<RawEvent> {
    return readRaw(this.#connection, { stream, backwards: false });
  }

  /** The last visible event of a stream; null when there is none. */
  async newest(stream: string): Promise<RawEvent | null> {
    for await (const event of readRaw(this.#connection, { stream, backwards: true, limit: 1 })) return event;
    return null;
  }

  /** Appends after exactly a revision (-1: the stream is empty). Idempotent, since the events keep their ids. */
  async append(stream: string, after: bigint, events: readonly RawProposal[]): Promise<AppendResult> {
    return await this.#retry(async (internals, client) => {
      const { promise, resolve, reject } = Promise.withResolvers<AppendResp>();
      const call = client.append(...internals.callArguments(this.#connection.writing), (error, response) =>
        error ? reject(convertToCommandError(error)) : resolve(response),
      );
      call.on('error', (error) => reject(convertToCommandError(error)));
      for (const message of appendRequests(stream, after, events)) call.write(message);
      call.end();
      return outcomeOf(await promise);
    });
  }

  /**
   * The revision of a stream's last event (-1: none), visible or not. Found by an append of no events at an unreachable
   * revision: the refusal carries the stream's revision.
   */
  async last(stream: string): Promise<bigint> {
    const outcome = await this.append(stream, UNREACHABLE_REVISION, []);
    return outcome.kind === 'wrong-revision' ? outcome.actual : outcome.last;
  }

  /** Tombstones a stream. */
  async tombstone(stream: string): Promise<void> {
    await this.#connection.attempt((client) => client.tombstoneStream(stream, this.#connection.writing));
  }

  async close(): Promise<void> {
    this.#connection.close();
  }

  async #retry<Value>(
    action: (internals: ReturnType<typeof internalsOf>, client: IStreamsClient) => Promise<Value>,
  ): Promise<Value> {
    const deadlineMs = performance.now() + TIMEOUTS.appendMs;
    for (let backoff = 100; ; backoff *= 2) {
      try {
        return await this.#connection.attempt((client) => {
          const internals = internalsOf(client);
          return internals.execute(streamsGrpc.StreamsClient, 'copy', (service) => action(internals, service));
        });
      } catch (error) {
        if (!(error instanceof LogUnavailable) || performance.now() + backoff > deadlineMs) throw error;
        await pause(backoff);
      }
    }
  }
}

function outcomeOf(response: AppendResp): AppendResult {
  const success = response.getSuccess();
  if (success) return { kind: 'appended', last: BigInt(success.getCurrentRevision()) };
  const wrong = response.getWrongExpectedVersion();
  if (!wrong) throw new Error('The event store answered an append with neither success nor failure.');
  const actual = wrong.hasCurrentRevision() ? BigInt(wrong.getCurrentRevision()) : NO_STREAM_REVISION;
  return { kind: 'wrong-revision', actual };
}
