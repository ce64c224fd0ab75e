type Recent = {
  readonly metadata: Buffer;
  /** The number of its writes that are not on disk yet; above 0 it is not evicted. */
  uncommitted: number;
};

/**
 * The metadata written last, whatever their content type. EventStoreDB's writer has such a cache: an entry stays until
 * it is on disk, and then until the metadata of another stream replace it. While a stream's metadata are here, they
 * decide whether the stream is softly deleted; and a metadata stream is softly deleted only while its own are here.
 */
export class RecentMetadata {
  /** The metadata by the described stream; the most recently used are last. */
  readonly #recent = new Map<string, Recent>();
  #writes: { stream: string; position: bigint }[] = [];

  /** The cached metadata of a stream, if any. */
  find(stream: string): Buffer | undefined {
    const recent = this.#recent.get(stream);
    if (recent) this.#toTheEnd(stream, recent);
    return recent?.metadata;
  }

  /** Adds the metadata of a stream, written at this position. */
  add(stream: string, metadata: Buffer, position: bigint): void {
    const known = this.#recent.get(stream);
    if (!known) this.#evict();
    this.#toTheEnd(stream, { metadata, uncommitted: (known?.uncommitted ?? 0) + 1 });
    this.#writes.push({ stream, position });
  }

  /** Evicts committed entries from the oldest on; the first one that is not committed is moved to the end instead. */
  #evict(): void {
    for (const [stream, recent] of this.#recent) {
      if (recent.uncommitted > 0) {
        this.#toTheEnd(stream, recent);
        return;
      }
      this.#recent.delete(stream);
    }
  }

  #toTheEnd(stream: string, recent: Recent): void {
    this.#recent.delete(stream);
    this.#recent.set(stream, recent);
  }

  /** Called after each write, also a refused one: the writes up to this position are on disk. */
  settle(committed: bigint): void {
    const firstUncommitted = this.#writes.findIndex(({ position }) => position > committed);
    const settled = this.#writes.splice(0, firstUncommitted === -1 ? this.#writes.length : firstUncommitted);
    for (const { stream } of settled) {
      const recent = this.#recent.get(stream);
      if (!recent) continue;
      recent.uncommitted--;
      this.#toTheEnd(stream, recent);
    }
  }

  /** Evicts everything, after a failed commit. */
  clear(): void {
    this.#recent.clear();
    this.#writes = [];
  }
}
