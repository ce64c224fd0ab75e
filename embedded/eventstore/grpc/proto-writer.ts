const VARINT = 0;
const BYTES = 2;
const FRAME_PREFIX_BYTES = 5;

/**
 * Writes protobuf messages from their end to their beginning, so that the length of what is nested is known when it has
 * to be written. Fields are therefore given last to first, and so are messages.
 */
export class ProtoWriter {
  #buffer: Buffer;
  #start: number;

  constructor(size = 512) {
    this.#buffer = Buffer.allocUnsafe(size);
    this.#start = size;
  }

  /** What has been written, and the writer can't be used any more. */
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
      const at = this.#reserve(1);
      this.#buffer[at] = value;
      return;
    }
    let length = 1;
    for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length++;
    let at = this.#reserve(length);
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#buffer[at++] = (rest % 128) | 128;
    this.#buffer[at] = rest;
  }

  #bigVarint(value: bigint): void {
    const bytes: number[] = [];
    let rest = BigInt.asUintN(64, value);
    for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
    bytes.push(Number(rest));
    const at = this.#reserve(bytes.length);
    this.#buffer.set(bytes, at);
  }

  #tag(field: number, wireType: number): void {
    this.#varint(field * 8 + wireType);
  }

  /** An integer of any kind, even if it is 0. */
  integer(field: number, value: bigint | number): this {
    if (typeof value === 'number') this.#varint(value);
    else if (value >= 0n && value <= Number.MAX_SAFE_INTEGER) this.#varint(Number(value));
    else this.#bigVarint(value);
    this.#tag(field, VARINT);
    return this;
  }

  bytes(field: number, value: Buffer): this {
    const at = this.#reserve(value.length);
    value.copy(this.#buffer, at);
    this.#varint(value.length);
    this.#tag(field, BYTES);
    return this;
  }

  text(field: number, value: string): this {
    const length = Buffer.byteLength(value);
    const at = this.#reserve(length);
    this.#buffer.write(value, at, length);
    this.#varint(length);
    this.#tag(field, BYTES);
    return this;
  }

  empty(field: number): this {
    this.#varint(0);
    this.#tag(field, BYTES);
    return this;
  }

  /** Where the message that is written next ends; to be given to `message`. */
  mark(): number {
    return this.#buffer.length - this.#start;
  }

  /** Makes what has been written since the mark a nested message. */
  message(field: number, mark: number): this {
    this.#varint(this.mark() - mark);
    this.#tag(field, BYTES);
    return this;
  }

  /** Makes what has been written since the mark one of gRPC's messages. */
  frame(mark: number): this {
    const length = this.mark() - mark;
    const at = this.#reserve(FRAME_PREFIX_BYTES);
    this.#buffer[at] = 0;
    this.#buffer.writeUInt32BE(length, at + 1);
    return this;
  }
}
