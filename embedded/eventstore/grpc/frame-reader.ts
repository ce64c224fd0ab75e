import { Code, RpcFailure } from './status.ts';

const PREFIX = 5;
/** EventStoreDB takes messages of up to 16 MiB, and a little more. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024 + 1024 * 1024;

/** Cuts a stream of bytes into gRPC's messages, each behind a byte for compression and its length. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = PREFIX;

  /**
   * Takes the next bytes and gives the messages they complete.
   * @throws RpcFailure for a message that is too large or compressed
   */
  *read(chunk: Buffer): Generator<Buffer> {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#length);
    let offset = 0;
    this.#needed = PREFIX;
    while (bytes.length - offset >= PREFIX) {
      if (bytes[offset] !== 0) throw new RpcFailure(Code.unimplemented, 'Compressed messages are not supported.');
      const length = bytes.readUInt32BE(offset + 1);
      if (length > MAX_MESSAGE_BYTES) throw new RpcFailure(Code.resourceExhausted, 'The message is too large.');
      if (bytes.length - offset < PREFIX + length) {
        this.#needed = PREFIX + length;
        break;
      }
      yield bytes.subarray(offset + PREFIX, offset + PREFIX + length);
      offset += PREFIX + length;
    }
    this.#chunks = offset < bytes.length ? [bytes.subarray(offset)] : [];
    this.#length = bytes.length - offset;
  }
}
