import { allDescribedBy, metastreamOf } from '../rules/names.ts';
import type { Acl } from '../rules/stream-metadata.ts';
import { readability, type Visible, visiblePart } from '../rules/visibility.ts';
import { ticksNow } from './event-row.ts';
import type { EventTable } from './event-table.ts';
import type { StreamCache } from './stream-cache.ts';

/** The part of a stream that readers see. */
export type StreamView = Visible & {
  readonly status: 'deleted' | 'missing' | 'there';
  readonly last: bigint;
};

/** Looks up what readers see of streams, as committed. */
export class StreamViews {
  readonly #cache: StreamCache;
  readonly #table: EventTable;

  constructor(cache: StreamCache, table: EventTable) {
    this.#cache = cache;
    this.#table = table;
  }

  /** Finds the part of a stream that readers see; more may be committed by the time the caller gets it. */
  async find(stream: string): Promise<StreamView> {
    const described = allDescribedBy(stream);
    const isMetastream = described.length > 0;
    const [{ committed }, metastream, ...bases] = await this.#cache.get(stream, metastreamOf(stream), ...described);
    const { metadata } = metastream.committed;
    const tombstoned = committed.tombstoned || bases.some((base) => base.committed.tombstoned);
    return {
      status: readability({ last: committed.last, tombstoned }, isMetastream, metadata),
      last: committed.last,
      ...visiblePart(committed.last, isMetastream, metadata, ticksNow()),
    };
  }

  /** The access control list of a stream; undefined without one. */
  async aclOf(stream: string): Promise<Acl | undefined> {
    const [metastream] = await this.#cache.get(metastreamOf(stream));
    return metastream.committed.metadata.acl;
  }

  /** The position of an event; undefined if it is no longer readable. */
  async positionOf(stream: string, revision: bigint): Promise<bigint | undefined> {
    const { status, first, since } = await this.find(stream);
    if (status !== 'there' || revision < first) return undefined;
    const [event] = await this.#table.exactly([{ stream, revision }]);
    return event && event.created >= since ? event.position : undefined;
  }
}
