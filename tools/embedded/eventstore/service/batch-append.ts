import type { Call } from '../grpc/call.ts';
import { ProtoReader } from '../grpc/proto-reader.ts';
import { Code, RpcFailure } from '../grpc/status.ts';
import type { ProposedEvent } from '../rules/recorded-event.ts';
import type { WriteResult, Writes } from '../storage/writer.ts';
import {
  type BatchAddress,
  batchAccessDenied,
  batchBadRequest,
  batchStreamDeleted,
  batchSuccess,
  batchTimeout,
  batchTooLarge,
  batchWrongVersion,
} from './append-messages.ts';
import { MAX_APPEND_BYTES } from './failures.ts';
import type { Guard } from './guard.ts';
import { eventOf, type Proposal, readProposal, readUuid } from './proposed-message.ts';
import { structuredUuid } from './structured-uuid.ts';
import { readWriteOptions, type Target, targetOf, type WriteOptions } from './write-options.ts';

/** The longest time from the first to the last chunk of an append. */
const MAX_CHUNKS_MS = 2000;
/** Unanswered requests beyond this size pause the client. */
const MAX_UNANSWERED_BYTES = 32 * 1024 * 1024;

type Chunk = {
  readonly correlationId: Buffer | undefined;
  readonly options: WriteOptions | undefined;
  readonly proposals: readonly Proposal[];
  readonly isFinal: boolean;
  readonly size: number;
};

/** An append whose last chunk has not arrived. */
type Unfinished = {
  readonly address: BatchAddress;
  readonly target: Target;
  readonly events: ProposedEvent[];
  readonly timer: NodeJS.Timeout | undefined;
  dataLength: number;
};

/**
 * `Streams.BatchAppend`: many appends over one call, each in chunks with its own correlation id, answered in any order.
 */
export class BatchAppendCall {
  readonly #call: Call;
  readonly #writer: Writes;
  readonly #guard: Guard;
  /** Resolves when access is decided for all appends so far, so that they are written in order. */
  #allowed: Promise<unknown> | undefined;
  readonly #unfinished = new Map<string, Unfinished>();
  #unanswered = 0;
  #unansweredBytes = 0;
  #isHalfClosed = false;

  constructor(call: Call, writer: Writes, guard: Guard) {
    this.#call = call;
    this.#writer = writer;
    this.#guard = guard;
    call.isOpenEnded = true;
    call.receive(
      (bytes) => this.#take(readChunk(bytes)),
      () => {
        this.#isHalfClosed = true;
        this.#endIfAnswered();
      },
    );
    call.onClose(() => {
      for (const { timer } of this.#unfinished.values()) clearTimeout(timer);
    });
  }

  #endIfAnswered(): void {
    if (this.#isHalfClosed && this.#unanswered === 0) this.#call.end();
  }

  #take(chunk: Chunk): void {
    const id = chunk.correlationId && readUuid(new ProtoReader(chunk.correlationId));
    const address = {
      correlationId: chunk.correlationId,
      streamIdentifier: chunk.options?.streamIdentifier,
    };
    if (id === undefined) {
      this.#call.send(batchBadRequest(address));
      return;
    }
    const append =
      this.#unfinished.get(id) ?? (chunk.options && this.#begin(id, chunk.options, address, chunk.isFinal));
    if (append) this.#continue(id, append, chunk);
  }

  #begin(id: string, options: WriteOptions, address: BatchAddress, isFinal: boolean): Unfinished | undefined {
    const target = targetOf(options);
    const { deadline } = options;
    const left = deadline === undefined ? MAX_CHUNKS_MS : Math.min(deadline - Date.now(), MAX_CHUNKS_MS);
    if (!target || left <= 0) {
      this.#call.send(target ? batchTimeout(address) : batchBadRequest(address));
      return undefined;
    }
    const late = () => {
      this.#unfinished.delete(id);
      // Only this answer has the correlation id always as two halves, not as received.
      this.#call.send(batchTimeout({ ...address, correlationId: structuredUuid(id) }));
    };
    const timer = isFinal ? undefined : setTimeout(late, left);
    const append = { address, target, events: [], timer, dataLength: 0 };
    if (!isFinal) this.#unfinished.set(id, append);
    return append;
  }

  #continue(id: string, append: Unfinished, { proposals, isFinal, size }: Chunk): void {
    for (const proposal of proposals) {
      const event = eventOf(proposal);
      append.dataLength += proposal.data.length;
      if (!event || append.dataLength > MAX_APPEND_BYTES) {
        this.#forget(id, append);
        const { address } = append;
        this.#call.send(event ? batchTooLarge(address, MAX_APPEND_BYTES) : batchBadRequest(address));
        return;
      }
      append.events.push(event);
    }
    if (!isFinal) return;
    this.#forget(id, append);
    this.#write(append, size);
  }

  #forget(id: string, { timer }: Unfinished): void {
    clearTimeout(timer);
    this.#unfinished.delete(id);
  }

  #write({ address, target, events }: Unfinished, size: number): void {
    this.#unanswered++;
    this.#unansweredBytes += size;
    if (this.#unansweredBytes > MAX_UNANSWERED_BYTES) this.#call.pause();
    const { stream, expected } = target;
    const write = () => this.#writer.write({ kind: 'append', stream, expected, events });
    const allowed = this.#guard.allow(this.#call, 'append', stream);
    const result = allowed ? this.#inTurn(allowed).then(write) : write();
    const answered = result
      .then((written) => answerTo(address, target, written))
      .catch((error: unknown) => {
        if (error instanceof RpcFailure && error.code === Code.permissionDenied) return batchAccessDenied(address);
        throw error;
      });
    const finish = (answer: Buffer) => {
      this.#call.send(answer);
      const wasPaused = this.#unansweredBytes > MAX_UNANSWERED_BYTES;
      this.#unansweredBytes -= size;
      if (wasPaused && this.#unansweredBytes <= MAX_UNANSWERED_BYTES) this.#call.resume();
      this.#unanswered--;
      this.#endIfAnswered();
    };
    answered.then(finish).catch((error: unknown) => this.#call.fail(error));
  }

  /** Settles like `allowed`, after the access of all earlier appends is decided. */
  #inTurn(allowed: Promise<void>): Promise<void> {
    const turn = (this.#allowed ?? Promise.resolve()).then(() => allowed);
    this.#allowed = turn.catch(() => {});
    allowed.catch(() => {}); // its rejection reaches the caller through `turn`
    return turn;
  }
}

function answerTo(address: BatchAddress, { expected }: Target, result: WriteResult): Buffer {
  if (result.kind === 'written') return batchSuccess(address, result);
  if (result.kind === 'wrong') return batchWrongVersion(address, expected, result.actual);
  return result.kind === 'deleted' ? batchStreamDeleted(address, result.stream) : batchTimeout(address);
}

function readChunk(bytes: Buffer): Chunk {
  const request = new ProtoReader(bytes);
  let correlationId: Buffer | undefined;
  let options: WriteOptions | undefined;
  const proposals: Proposal[] = [];
  let isFinal = false;
  while (request.next()) {
    if (request.field === 1) correlationId = request.bytes();
    else if (request.field === 2) options = readWriteOptions(request.message());
    else if (request.field === 3) proposals.push(readProposal(request.message()));
    else if (request.field === 4) isFinal = request.boolean();
  }
  return { correlationId, options, proposals, isFinal, size: bytes.length };
}
