const VARINT = 0;
const BYTES = 2;
const FRAME_PREFIX_BYTES = 5;

/**
 * Writes protobuf messages backwards, because the length of a nested message precedes it. Callers therefore write the
 * last field first, and the last message first.
 *
 * It is used where many messages are sent; other calls use the generated messages of the client. Those take 8 times as
 * much processor time to encode a read event (13.4 µs instead of 1.7 µs), and copy its data.
 */
export class ProtoWriter {
  #buffer: Buffer;
  #start: number;

  constructor(size = 512) {
    this.#buffer = Buffer.allocUnsafe(size);
    this.#start = size;
  }

  /** Gives the bytes written. The writer must not be used afterwards. */
  finish(): Buffer {
    return this.#buffer.subarray(this.#start);
  }

  #reserve(length: number): number {
    if (this.#start < length) {
      const written = this.#buffer.length - this.#start;
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, written + length));
      this.#buffer.copy(larger, larger.length - written, this.#start);
      this.#buffer = larger;
      this.#start = larger.length - written;
    }
    this.#start -= length;
    return this.#start;
  }

  #varint(value: number): void {
    if (value < 128) {
      const offset = this.#reserve(1);
      this.#buffer[offset] = value;
      return;
    }
    let length = 1;
    for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length++;
    let offset = this.#reserve(length);
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#buffer[offset++] = (rest % 128) | 128;
    this.#buffer[offset] = rest;
  }

  #bigVarint(value: bigint): void {
    const bytes: number[] = [];
    let rest = BigInt.asUintN(64, value);
    for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
    bytes.push(Number(rest));
    const offset = this.#reserve(bytes.length);
    this.#buffer.set(bytes, offset);
  }

  #tag(field: number, wireType: number): void {
    this.#varint(field * 8 + wireType);
  }

  /** Writes an integer, even if it is 0; a negative bigint in two's complement. */
  integer(field: number, value: bigint | number): this {
    if (typeof value === 'number') this.#varint(value);
    else if (value >= 0n && value <= Number.MAX_SAFE_INTEGER) this.#varint(Number(value));
    else this.#bigVarint(value);
    this.#tag(field, VARINT);
    return this;
  }

  bytes(field: number, value: Buffer): this {
    const offset = this.#reserve(value.length);
    value.copy(this.#buffer, offset);
    this.#varint(value.length);
    this.#tag(field, BYTES);
    return this;
  }

  text(field: number, value: string): this {
    const length = Buffer.byteLength(value);
    const offset = this.#reserve(length);
    this.#buffer.write(value, offset, length);
    this.#varint(length);
    this.#tag(field, BYTES);
    return this;
  }

  empty(field: number): this {
    this.#varint(0);
    this.#tag(field, BYTES);
    return this;
  }

  /** Marks the end of the message that is written next, for `message` and `frame`. */
  mark(): number {
    return this.#buffer.length - this.#start;
  }

  /** Makes the bytes written since the mark a nested message. */
  message(field: number, mark: number): this {
    this.#varint(this.mark() - mark);
    this.#tag(field, BYTES);
    return this;
  }

  /** Makes the bytes written since the mark a framed gRPC message. */
  frame(mark: number): this {
    const length = this.mark() - mark;
    const offset = this.#reserve(FRAME_PREFIX_BYTES);
    this.#buffer[offset] = 0;
    this.#buffer.writeUInt32BE(length, offset + 1);
    return this;
  }
}
