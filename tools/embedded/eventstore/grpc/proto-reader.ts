/**
 * Reads the fields of a protobuf message in order, and skips those whose value is not read. Its methods throw an Error
 * for a message that is cut off or has an unknown wire type.
 *
 * It is used for writes; other requests use the generated messages of the client. Those take 4.6 times as much
 * processor time to decode an event (3.5 µs instead of 0.8 µs), and don't give the bytes of a field as received, which
 * batch answers repeat.
 */
export class ProtoReader {
  /** The number of the current field. */
  field = 0;
  readonly #bytes: Buffer;
  #at: number;
  readonly #end: number;
  #wireType = 0;
  #taken = true;

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** Moves to the next field; gives false at the end. */
  next(): boolean {
    if (!this.#taken) this.#skip();
    if (this.#at >= this.#end) return false;
    const tag = this.#varint();
    this.field = Math.floor(tag / 8);
    this.#wireType = tag % 8;
    this.#taken = false;
    return true;
  }

  #skip(): void {
    this.#taken = true;
    if (this.#wireType === 0) this.#bigVarint();
    else if (this.#wireType === 1) this.#at += 8;
    else if (this.#wireType === 2) this.bytes();
    else if (this.#wireType === 5) this.#at += 4;
    else throw new Error(`protobuf has no wire type ${this.#wireType}`);
  }

  #varint(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.#byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  #bigVarint(): bigint {
    let value = 0n;
    let shift = 0n;
    for (;;) {
      const byte = this.#byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
      shift += 7n;
    }
  }

  #byte(): number {
    const byte = this.#at < this.#end ? this.#bytes[this.#at++] : undefined;
    if (byte === undefined) throw new Error('a protobuf message ends too early');
    return byte;
  }

  /** Reads an unsigned 64-bit integer. */
  integer(): bigint {
    this.#taken = true;
    return this.#bigVarint();
  }

  boolean(): boolean {
    this.#taken = true;
    return this.#varint() !== 0;
  }

  #span(): { start: number; end: number } {
    this.#taken = true;
    const length = this.#varint();
    const start = this.#at;
    if (start + length > this.#end) throw new Error('a protobuf message ends too early');
    this.#at += length;
    return { start, end: this.#at };
  }

  /** Reads bytes, which share the memory of the message. */
  bytes(): Buffer {
    const { start, end } = this.#span();
    return this.#bytes.subarray(start, end);
  }

  text(): string {
    const { start, end } = this.#span();
    return this.#bytes.toString('utf8', start, end);
  }

  message(): ProtoReader {
    const { start, end } = this.#span();
    return new ProtoReader(this.#bytes, start, end);
  }
}
