import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import { type ReadOptions, readRequest } from './read-request.ts';
import { failureOf, type Wire } from './wire.ts';

/** How long an expected line may take. */
const TIMEOUT_MS = 20_000;

type Recorded = ReadResp.ReadEvent.RecordedEvent;

export const streamOf = (event: Recorded): string =>
  Buffer.from(event.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();

/**
 * A subscription that records all its messages in order, as lines: `confirmed`, a line for each event, `caught up`,
 * `failed …`. `format` gives the line of an event: its revision by default.
 */
export class SubscriptionRecorder {
  readonly log: string[] = [];
  readonly checkpoints: { readonly commit: bigint; readonly prepare: bigint }[] = [];
  readonly events: Recorded[] = [];
  readonly #call: ReturnType<Wire['read']>;
  #waiters: { isMet: () => boolean; met: () => void }[] = [];

  constructor(
    wire: Wire,
    reading: ReadOptions,
    format: (event: Recorded) => string = (event) => event.getStreamRevision(),
  ) {
    this.#call = wire.read(readRequest({ ...reading, isSubscription: true }));
    this.#call.on('data', (answer: ReadResp) => this.#take(answer, format));
    this.#call.on('error', (error: ServiceError) => this.#fail(error));
  }

  #take(answer: ReadResp, format: (event: Recorded) => string): void {
    const { ContentCase } = messages.ReadResp;
    const kind = answer.getContentCase();
    if (kind === ContentCase.CONFIRMATION) this.note('confirmed');
    else if (kind === ContentCase.CAUGHT_UP) this.note('caught up');
    else if (kind === ContentCase.CHECKPOINT) {
      const checkpoint = answer.getCheckpoint();
      const at = {
        commit: BigInt(checkpoint?.getCommitPosition() ?? 0),
        prepare: BigInt(checkpoint?.getPreparePosition() ?? 0),
      };
      this.checkpoints.push(at);
      this.note(`checkpoint ${at.commit} ${at.prepare}`);
    } else {
      const event = answer.getEvent()?.getEvent();
      if (event) this.events.push(event);
      this.note(event ? format(event) : `something else: ${kind}`);
    }
  }

  #fail(error: ServiceError): void {
    const { exception = error.details } = failureOf(error);
    if (error.code !== 1) this.note(`failed: ${error.code} ${exception}`);
  }

  /** Adds a line of the test, to separate what was received before and after. */
  note(line: string): void {
    this.log.push(line);
    this.#waiters = this.#waiters.filter(({ isMet, met }) => {
      if (isMet()) met();
      return !isMet();
    });
  }

  /** Resolves when this line, or this many lines, are recorded. Throws with the log after a timeout. */
  async until(what: string | number): Promise<this> {
    const isMet = () => (typeof what === 'number' ? this.log.length >= what : this.log.includes(what));
    if (isMet()) return this;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((met, fail) => {
      timer = setTimeout(() => fail(new Error(`'${what}' was not recorded: ${this.log.join(', ')}`)), TIMEOUT_MS);
      this.#waiters.push({ isMet, met });
    }).finally(() => clearTimeout(timer));
    return this;
  }

  /** Cancels the subscription; gives the log. */
  stop(): string {
    this.#call.cancel();
    return this.log.join(', ');
  }
}
