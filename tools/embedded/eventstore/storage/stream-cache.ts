import type { EventTable } from './event-table.ts';
import { CachedStream, MISSING, stateAfter } from './stream-state.ts';
import { TwoGenerationCache } from './two-generation-cache.ts';

const STREAMS_MAX = 20_000;

/** Caches the states of the streams used last; others are loaded from the table on demand, in batches. */
export class StreamCache {
  readonly #table: EventTable;
  readonly #streams = new TwoGenerationCache<string, CachedStream>(STREAMS_MAX, ({ uncommitted }) => uncommitted > 0);
  readonly #loading = new Map<string, Promise<void>>();
  #next: { names: string[]; loaded: Promise<void> } | undefined;
  #epoch = 0;

  constructor(table: EventTable) {
    this.#table = table;
  }

  /** A stream, if it is in the cache. */
  find(name: string): CachedStream | undefined {
    return this.#streams.get(name);
  }

  /** These streams, loaded where they are missing. */
  async get<Names extends readonly string[]>(...names: Names): Promise<{ [Index in keyof Names]: CachedStream }> {
    for (;;) {
      const states = names.map((name) => this.find(name));
      if (states.every((stream) => stream !== undefined)) return states as { [Index in keyof Names]: CachedStream };
      await this.load(names);
    }
  }

  /** Loads the missing ones of these streams into the cache; a failed commit may clear it again. */
  async load(names: readonly string[]): Promise<void> {
    const missing = names.filter((name) => !this.find(name));
    await Promise.all(missing.map((name) => this.#loading.get(name) ?? this.#loadSoon(name)));
  }

  #loadSoon(name: string): Promise<void> {
    this.#next ??= this.#nextLoad();
    this.#next.names.push(name);
    this.#loading.set(name, this.#next.loaded);
    return this.#next.loaded;
  }

  #nextLoad() {
    const names: string[] = [];
    const loaded = new Promise((resolve) => setImmediate(resolve)).then(() => {
      this.#next = undefined;
      return this.#loadNow(names);
    });
    return { names, loaded };
  }

  async #loadNow(names: readonly string[]): Promise<void> {
    const epoch = this.#epoch;
    try {
      const newest = new Map((await this.#table.newestOf(names)).map((event) => [event.stream, event]));
      if (epoch !== this.#epoch) return;
      for (const name of names) {
        const event = newest.get(name);
        this.#streams.set(name, new CachedStream(event ? stateAfter(MISSING, event) : MISSING));
      }
    } finally {
      for (const name of names) this.#loading.delete(name);
    }
  }

  /** Evicts everything, after a failed commit. */
  clear(): void {
    this.#epoch++;
    this.#streams.clear();
  }
}
