import { createHash, type Hash } from 'node:crypto';
import type { RawEvent } from '#event-log/raw-event.ts';

/** Counts a stream's events and hashes (sha256) revision, id, content type, type, data and metadata of each. */
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

/** Hashes the name, count and digest of every stream. Both stores must be added in the same order. */
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

/** Prefixes each part with its length, so that moving bytes between neighbours changes the hash. */
function addPart(hash: Hash, part: string | Uint8Array): void {
  const bytes = typeof part === 'string' ? Buffer.from(part) : part;
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(bytes.length));
  hash.update(length).update(bytes);
}
