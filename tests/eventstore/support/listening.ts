import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import { type Reading, readRequest } from './reading.ts';
import { failureOf, type Wire } from './wire.ts';

/** How long something that should come may take. */
const PATIENCE_MS = 20_000;

type Recorded = ReadResp.ReadEvent.RecordedEvent;

export const streamOf = (event: Recorded): string =>
  Buffer.from(event.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();

/** A subscription, and all it says in the order of the wire: `confirmed`, a line for each event, `caught up`, `failed …`. */
export class Listening {
  readonly log: string[] = [];
  readonly checkpoints: { readonly commit: bigint; readonly prepare: bigint }[] = [];
  readonly events: Recorded[] = [];
  readonly #call: ReturnType<Wire['read']>;
  #waiting: { isMet: () => boolean; met: () => void }[] = [];

  /** @param tell the line of an event: its revision unless said otherwise */
  constructor(wire: Wire, reading: Reading, tell: (event: Recorded) => string = (event) => event.getStreamRevision()) {
    this.#call = wire.read(readRequest({ ...reading, isSubscription: true }));
    this.#call.on('data', (answer: ReadResp) => this.#take(answer, tell));
    this.#call.on('error', (error: ServiceError) => this.#fail(error));
  }

  #take(answer: ReadResp, tell: (event: Recorded) => string): void {
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
      this.note(event ? tell(event) : `something else: ${kind}`);
    }
  }

  #fail(error: ServiceError): void {
    const { exception = error.details } = failureOf(error);
    if (error.code !== 1) this.note(`failed: ${error.code} ${exception}`);
  }

  /** Adds a line of one's own, to tell what came before it from what comes after. */
  note(line: string): void {
    this.log.push(line);
    this.#waiting = this.#waiting.filter(({ isMet, met }) => {
      if (isMet()) met();
      return !isMet();
    });
  }

  /** Resolves when this line has come, or so many; throws with the log if it doesn't. */
  async until(what: string | number): Promise<this> {
    const isMet = () => (typeof what === 'number' ? this.log.length >= what : this.log.includes(what));
    if (isMet()) return this;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((met, fail) => {
      timer = setTimeout(() => fail(new Error(`'${what}' has not come: ${this.log.join(', ')}`)), PATIENCE_MS);
      this.#waiting.push({ isMet, met });
    }).finally(() => clearTimeout(timer));
    return this;
  }

  /** Stops listening; gives the log. */
  stop(): string {
    this.#call.cancel();
    return this.log.join(', ');
  }
}
