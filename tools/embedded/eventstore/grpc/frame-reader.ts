import { Code, RpcFailure } from './status.ts';

const PREFIX_BYTES = 5;
/** EventStoreDB accepts messages of 16 MiB, and a little more. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024 + 1024 * 1024;

/** Splits a stream of bytes into gRPC messages. Each has a prefix: one byte for compression, four for the length. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = PREFIX_BYTES;

  /**
   * Takes the next bytes and gives the messages they complete. Throws an `RpcFailure` for one that is too large or
   * compressed.
   */
  *read(chunk: Buffer): Generator<Buffer> {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#length);
    let offset = 0;
    this.#needed = PREFIX_BYTES;
    while (bytes.length - offset >= PREFIX_BYTES) {
      if (bytes[offset] !== 0) throw new RpcFailure(Code.unimplemented, 'Compressed messages are not supported.');
      const length = bytes.readUInt32BE(offset + 1);
      if (length > MAX_MESSAGE_BYTES) throw new RpcFailure(Code.resourceExhausted, 'The message is too large.');
      if (bytes.length - offset < PREFIX_BYTES + length) {
        this.#needed = PREFIX_BYTES + length;
        break;
      }
      yield bytes.subarray(offset + PREFIX_BYTES, offset + PREFIX_BYTES + length);
      offset += PREFIX_BYTES + length;
    }
    this.#chunks = offset < bytes.length ? [bytes.subarray(offset)] : [];
    this.#length = bytes.length - offset;
  }
}
