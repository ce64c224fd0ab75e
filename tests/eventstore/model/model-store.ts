import { isObject, revivedText, SOFTLY, type Stated, statedBy } from './stated-metadata.ts';

export type Expected = 'any' | 'no_stream' | 'stream_exists' | bigint;

export type ModelEvent = {
  readonly stream: string;
  readonly revision: bigint;
  /** Undefined for what the server itself writes. */
  readonly id: string | undefined;
  readonly type: string;
  readonly data: string;
};

export type Given = {
  readonly id: string;
  readonly type: string;
  readonly data: string;
};

/** `at` is the event whose position the answer names, if it can be read; what is answered is told as the tests tell it. */
export type Outcome = {
  readonly told: string;
  readonly at?: ModelEvent | undefined;
};

const TOMBSTONE = 2n ** 63n - 1n;
const meta = (stream: string): string => `$$${stream}`;
const described = (stream: string): string | undefined => (stream.startsWith('$$') ? stream.slice(2) : undefined);
const wrong = (last: bigint): Outcome => ({ told: `wrong, is ${last < 0n ? 'none' : last}` });
const deleted = (stream: string): Outcome => ({ told: stream.startsWith('$$') ? '$$ deleted' : 'deleted' });

/**
 * An event store as its rules are written down, with nothing of how one is built: plain lists, searched anew for each
 * question. It knows the events of all streams in the order of `$all`.
 */
export class ModelStore {
  readonly all: ModelEvent[] = [];
  /** Where an id was written first. */
  readonly #firstPlaces = new Map<string, ModelEvent>();

  /** All events of a stream but its tombstone, whatever can be seen of them. */
  events(stream: string): ModelEvent[] {
    return this.all.filter((event) => event.stream === stream && event.revision !== TOMBSTONE);
  }

  last(stream: string): bigint {
    return BigInt(this.events(stream).length) - 1n;
  }

  isTombstoned(stream: string): boolean {
    const base = described(stream);
    const isGone = this.all.some((event) => event.stream === stream && event.revision === TOMBSTONE);
    return isGone || (base !== undefined && this.isTombstoned(base));
  }

  /** A metadata stream that has been written to can be written to even when the stream it describes is tombstoned. */
  #isClosed(stream: string): boolean {
    const hasOwn = this.all.some((event) => event.stream === stream && event.revision !== TOMBSTONE);
    const isGone = this.all.some((event) => event.stream === stream && event.revision === TOMBSTONE);
    return isGone || (!hasOwn && this.isTombstoned(stream));
  }

  stated(stream: string): Stated {
    const newest = this.events(meta(stream)).at(-1);
    return newest && isObject(newest.data) ? statedBy(newest.data) : {};
  }

  isSoftlyDeleted(stream: string): boolean {
    return this.stated(stream).truncateBefore === SOFTLY;
  }

  hasMetadata(stream: string): boolean {
    return this.events(meta(stream)).length > 0;
  }

  /** What of a stream can be seen; or why nothing can be. */
  visible(stream: string): ModelEvent[] | 'deleted' | 'missing' {
    if (this.isTombstoned(stream)) return 'deleted';
    const events = this.events(stream);
    if (events.length === 0) return 'missing';
    if (described(stream) !== undefined) return events.slice(-1);
    if (this.isSoftlyDeleted(stream)) return 'missing';
    const { truncateBefore = 0n, maxCount } = this.stated(stream);
    const counted = maxCount === undefined ? 0n : BigInt(events.length) - maxCount;
    return events.filter(({ revision }) => revision >= truncateBefore && revision >= counted);
  }

  /** The check that all writes pass: undefined if they do, `older` if only a repeat or a new life can. */
  #check(stream: string, expected: Expected): Outcome | 'older' | undefined {
    const last = this.last(stream);
    if (this.#isClosed(stream)) return deleted(stream);
    if (expected === 'stream_exists') {
      if (this.isSoftlyDeleted(stream)) return deleted(stream);
      return last < 0n && !this.hasMetadata(stream) ? wrong(last) : undefined;
    }
    if (expected === 'any') return undefined;
    const revision = expected === 'no_stream' ? -1n : expected;
    if (revision === last) return undefined;
    return revision > last ? wrong(last) : 'older';
  }

  append(stream: string, given: readonly Given[], expected: Expected): Outcome {
    const checked = this.#check(stream, expected);
    if (typeof checked === 'object') return checked;
    const settled =
      checked === 'older' ? this.#older(stream, given, expected) : this.#remembered(stream, given, expected);
    return settled ?? this.#write(stream, given);
  }

  #older(stream: string, given: readonly Given[], expected: Expected): Outcome | undefined {
    const events = this.events(stream);
    const revision = typeof expected === 'bigint' ? expected : -1n;
    const following = events.slice(Number(revision) + 1);
    if (given.length > 0 && given.every(({ id }, index) => following[index]?.id === id)) {
      return this.#repeated(following[given.length - 1]);
    }
    const begins =
      revision === -1n && this.isSoftlyDeleted(stream) && given.length > 0 && given[0]?.id !== events[0]?.id;
    return begins ? undefined : wrong(this.last(stream));
  }

  #remembered(stream: string, given: readonly Given[], expected: Expected): Outcome | undefined {
    if (expected !== 'any' && expected !== 'stream_exists') return undefined;
    const places = given
      .map(({ id }) => this.#firstPlaces.get(id))
      .map((at) => (at?.stream === stream ? at : undefined));
    if (!places[0]) return undefined;
    return places.every((place) => place) ? this.#repeated(places.at(-1)) : wrong(this.last(stream));
  }

  #repeated(event: ModelEvent | undefined): Outcome {
    if (!event) throw new Error('A repeat has an event.');
    const visible = this.visible(event.stream);
    const isReadable = typeof visible === 'object' && visible.includes(event);
    return { told: `next ${event.revision}${isReadable ? '' : ', no position'}`, at: isReadable ? event : undefined };
  }

  #write(stream: string, given: readonly Given[]): Outcome {
    const isRevived = this.isSoftlyDeleted(stream);
    const base = described(stream);
    const isDescribedDeleted = base !== undefined && this.isSoftlyDeleted(base);
    const first = this.last(stream) + 1n;
    let at: ModelEvent | undefined;
    for (const event of given) {
      at = this.#add(stream, event);
      if (!this.#firstPlaces.has(event.id)) this.#firstPlaces.set(event.id, at);
    }
    const revision = this.last(stream);
    if (isRevived) this.#addMetadata(stream, revivedText(this.events(meta(stream)).at(-1)?.data ?? '', first));
    if (isDescribedDeleted && at && isObject(at.data)) {
      this.#addMetadata(base, revivedText(at.data, this.last(base) + 1n));
    }
    return { told: `next ${revision < 0n ? 0n : revision}`, at };
  }

  #addMetadata(stream: string, data: string): ModelEvent {
    return this.#add(meta(stream), { id: undefined, type: '$metadata', data });
  }

  #add(stream: string, event: Omit<ModelEvent, 'stream' | 'revision'>, revision = this.last(stream) + 1n): ModelEvent {
    const added = { stream, revision, id: event.id, type: event.type, data: event.data };
    this.all.push(added);
    return added;
  }

  /** Why a delete or a tombstone doesn't pass. */
  #refused(stream: string, expected: Expected): Outcome | undefined {
    const checked = this.#check(stream, expected);
    if (checked !== 'older') return checked;
    const isBegin = (expected === 'no_stream' || expected === -1n) && this.isSoftlyDeleted(stream);
    return isBegin ? undefined : wrong(this.last(stream));
  }

  delete(stream: string, expected: Expected): Outcome {
    const refused = this.#refused(stream, expected);
    if (refused) return refused;
    if (this.last(stream) < 0n && !this.hasMetadata(stream)) return wrong(-1n);
    return { told: 'done', at: this.#addMetadata(stream, `{"$tb":${SOFTLY}}`) };
  }

  tombstone(stream: string, expected: Expected): Outcome {
    const refused = this.#refused(stream, expected);
    if (refused) return refused;
    return { told: 'done', at: this.#add(stream, { id: undefined, type: '$streamDeleted', data: '' }, TOMBSTONE) };
  }
}
