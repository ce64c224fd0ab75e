import { isObject, type MetadataRules, revivedText, rulesIn, SOFT_DELETION_TB } from './model-metadata.ts';

export type Expected = 'any' | 'no_stream' | 'stream_exists' | bigint;

export type ModelEvent = {
  readonly stream: string;
  readonly revision: bigint;
  /** Undefined for events that the server writes itself. */
  readonly id: string | undefined;
  readonly type: string;
  readonly data: string;
};

export type NewEvent = {
  readonly id: string;
  readonly type: string;
  readonly data: string;
};

/**
 * The outcome of a write: `text` as `outcomeOf` gives it, `at` the event whose position the answer has, if it is
 * readable.
 */
export type Outcome = {
  readonly text: string;
  readonly at?: ModelEvent | undefined;
};

const TOMBSTONE = 2n ** 63n - 1n;
const meta = (stream: string): string => `$$${stream}`;
const described = (stream: string): string | undefined => (stream.startsWith('$$') ? stream.slice(2) : undefined);
const wrong = (last: bigint): Outcome => ({ text: `wrong, is ${last < 0n ? 'none' : last}` });
const deleted = (stream: string): Outcome => ({ text: stream.startsWith('$$') ? '$$ deleted' : 'deleted' });

/**
 * A model of the event store's rules: one plain list of the events of all streams, in the order of `$all`, which each
 * query searches.
 */
export class ModelStore {
  readonly all: ModelEvent[] = [];
  /** The event with which an id was first written. */
  readonly #firstPlaces = new Map<string, ModelEvent>();

  /** All events of a stream except its tombstone, readable or not. */
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

  rulesOf(stream: string): MetadataRules {
    const newest = this.events(meta(stream)).at(-1);
    return newest && isObject(newest.data) ? rulesIn(newest.data) : {};
  }

  isSoftlyDeleted(stream: string): boolean {
    return this.rulesOf(stream).truncateBefore === SOFT_DELETION_TB;
  }

  hasMetadata(stream: string): boolean {
    return this.events(meta(stream)).length > 0;
  }

  /** The readable events of a stream; or why there are none. */
  visible(stream: string): ModelEvent[] | 'deleted' | 'missing' {
    if (this.isTombstoned(stream)) return 'deleted';
    const events = this.events(stream);
    if (events.length === 0) return 'missing';
    if (described(stream) !== undefined) return events.slice(-1);
    if (this.isSoftlyDeleted(stream)) return 'missing';
    const { truncateBefore = 0n, maxCount } = this.rulesOf(stream);
    const counted = maxCount === undefined ? 0n : BigInt(events.length) - maxCount;
    return events.filter(({ revision }) => revision >= truncateBefore && revision >= counted);
  }

  /** Checks the expected revision: undefined if it matches, `older` if only a repeat or a revival can succeed. */
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

  append(stream: string, given: readonly NewEvent[], expected: Expected): Outcome {
    const checked = this.#check(stream, expected);
    if (typeof checked === 'object') return checked;
    const settled =
      checked === 'older' ? this.#older(stream, given, expected) : this.#remembered(stream, given, expected);
    return settled ?? this.#write(stream, given);
  }

  #older(stream: string, given: readonly NewEvent[], expected: Expected): Outcome | undefined {
    const events = this.events(stream);
    const revision = typeof expected === 'bigint' ? expected : -1n;
    const following = events.slice(Number(revision) + 1);
    if (given.length > 0 && given.every(({ id }, index) => following[index]?.id === id)) {
      return this.#repeated(following[given.length - 1]);
    }
    const revives =
      revision === -1n && this.isSoftlyDeleted(stream) && given.length > 0 && given[0]?.id !== events[0]?.id;
    return revives ? undefined : wrong(this.last(stream));
  }

  #remembered(stream: string, given: readonly NewEvent[], expected: Expected): Outcome | undefined {
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
    return { text: `next ${event.revision}${isReadable ? '' : ', no position'}`, at: isReadable ? event : undefined };
  }

  #write(stream: string, given: readonly NewEvent[]): Outcome {
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
    return { text: `next ${revision < 0n ? 0n : revision}`, at };
  }

  #addMetadata(stream: string, data: string): ModelEvent {
    return this.#add(meta(stream), { id: undefined, type: '$metadata', data });
  }

  #add(stream: string, event: Omit<ModelEvent, 'stream' | 'revision'>, revision = this.last(stream) + 1n): ModelEvent {
    const added = { stream, revision, id: event.id, type: event.type, data: event.data };
    this.all.push(added);
    return added;
  }

  /** Why a delete or a tombstone is refused; undefined if it isn't. */
  #refused(stream: string, expected: Expected): Outcome | undefined {
    const checked = this.#check(stream, expected);
    if (checked !== 'older') return checked;
    const matchesNoStream = (expected === 'no_stream' || expected === -1n) && this.isSoftlyDeleted(stream);
    return matchesNoStream ? undefined : wrong(this.last(stream));
  }

  delete(stream: string, expected: Expected): Outcome {
    const refused = this.#refused(stream, expected);
    if (refused) return refused;
    if (this.last(stream) < 0n && !this.hasMetadata(stream)) return wrong(-1n);
    return { text: 'done', at: this.#addMetadata(stream, `{"$tb":${SOFT_DELETION_TB}}`) };
  }

  tombstone(stream: string, expected: Expected): Outcome {
    const refused = this.#refused(stream, expected);
    if (refused) return refused;
    return { text: 'done', at: this.#add(stream, { id: undefined, type: '$streamDeleted', data: '' }, TOMBSTONE) };
  }
}
