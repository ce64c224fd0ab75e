import { allDescribedBy, metastreamOf } from '../rules/names.ts';
import type { Acl } from '../rules/stream-metadata.ts';
import { readability, type Visible, visiblePart } from '../rules/visibility.ts';
import type { EventTable } from './event-table.ts';
import type { StreamCache } from './stream-cache.ts';
import { ticksNow } from './ticks.ts';

/** How a stream looks to a reader. */
export type StreamView = Visible & {
  readonly found: 'deleted' | 'missing' | 'there';
  readonly last: bigint;
};

/** What can be seen of streams, as committed. */
export class StreamViews {
  readonly #cache: StreamCache;
  readonly #table: EventTable;

  constructor(cache: StreamCache, table: EventTable) {
    this.#cache = cache;
    this.#table = table;
  }

  /** How a stream looks; more may have been committed by the time the caller hears of it. */
  async of(stream: string): Promise<StreamView> {
    const described = allDescribedBy(stream);
    const isMetastream = described.length > 0;
    const [{ committed }, metadata, ...bases] = await this.#cache.get(stream, metastreamOf(stream), ...described);
    const { says } = metadata.committed;
    const tombstoned = committed.tombstoned || bases.some((base) => base.committed.tombstoned);
    return {
      found: readability({ last: committed.last, tombstoned }, isMetastream, says),
      last: committed.last,
      ...visiblePart(committed.last, isMetastream, says, ticksNow()),
    };
  }

  /** Who may do what with a stream, as its metadata says; undefined where that says nothing. */
  async aclOf(stream: string): Promise<Acl | undefined> {
    const [metadata] = await this.#cache.get(metastreamOf(stream));
    return metadata.committed.says.acl;
  }

  /** The position of an event; undefined if it can't be read any more. */
  async positionOf(stream: string, revision: bigint): Promise<bigint | undefined> {
    const { found, first, since } = await this.of(stream);
    if (found !== 'there' || revision < first) return undefined;
    const [event] = await this.#table.exactly([{ stream, revision }]);
    return event && event.created >= since ? event.position : undefined;
  }
}
