import { createHash, type Hash } from 'node:crypto';
import type { RawEvent } from './raw-store/raw-event.ts';

/** What a stream shows, as a number of events and a sha256 over revision, id, type, kind, data and metadata of each. */
export class StreamDigest {
  count = 0;
  readonly #hash = createHash('sha256');

  add({ revision, id, type, isJson, data, metadata }: RawEvent): void {
    this.count++;
    for (const part of [`${revision} ${id} ${isJson}`, type, data, metadata]) addPart(this.#hash, part);
  }

  hex(): string {
    return this.#hash.digest('hex');
  }
}

/** All streams together: their names, numbers and digests, to be added in one order. */
export class TotalDigest {
  events = 0;
  readonly #hash = createHash('sha256');

  add(stream: string, count: number, digest: string): void {
    this.events += count;
    for (const part of [stream, `${count} ${digest}`]) addPart(this.#hash, part);
  }

  hex(): string {
    return this.#hash.digest('hex');
  }
}

/** Its length goes before each part, so that none can be taken for a part of its neighbour. */
function addPart(hash: Hash, part: string | Uint8Array): void {
  const bytes = typeof part === 'string' ? Buffer.from(part) : part;
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(bytes.length));
  hash.update(length).update(bytes);
}
