type Recent = {
  readonly metadata: Buffer;
  /** How many of its writes have not been settled; meanwhile it can't be forgotten. */
  unsettled: number;
};

/**
 * The metadata written last, whatever they were flagged as, as EventStoreDB's writer has them at hand: until they are on
 * disk, and then until somebody else's metadata is written in their place. While a stream's are here, whether it is
 * softly deleted is told by them; and only so long a metadata stream can be.
 */
export class RecentMetadata {
  /** By the stream described; those used last are at the end. */
  readonly #recent = new Map<string, Recent>();
  #writes: { stream: string; position: bigint }[] = [];

  /** The metadata of a stream, if they are still here. */
  of(stream: string): Buffer | undefined {
    const recent = this.#recent.get(stream);
    if (recent) this.#toTheEnd(stream, recent);
    return recent?.metadata;
  }

  /** Takes note of a stream's metadata, written at this position. */
  note(stream: string, metadata: Buffer, position: bigint): void {
    const known = this.#recent.get(stream);
    if (!known) this.#makeRoom();
    this.#toTheEnd(stream, { metadata, unsettled: (known?.unsettled ?? 0) + 1 });
    this.#writes.push({ stream, position });
  }

  /** Forgets settled ones from the oldest on; one that isn't is only put behind the others. */
  #makeRoom(): void {
    for (const [stream, recent] of this.#recent) {
      if (recent.unsettled > 0) {
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

  /** Called after each write, allowed or not: those up to this position are on disk. */
  settle(committed: bigint): void {
    const open = this.#writes.findIndex(({ position }) => position > committed);
    const settled = this.#writes.splice(0, open === -1 ? this.#writes.length : open);
    for (const { stream } of settled) {
      const recent = this.#recent.get(stream);
      if (!recent) continue;
      recent.unsettled--;
      this.#toTheEnd(stream, recent);
    }
  }

  /** Forgets everything, since what was decided hasn't come to pass. */
  clear(): void {
    this.#recent.clear();
    this.#writes = [];
  }
}
