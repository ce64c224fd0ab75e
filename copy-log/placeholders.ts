import { v5 } from 'uuid';
import { Difference } from './difference.ts';
import type { RawProposal } from './raw-store/raw-event.ts';
import type { RawStore } from './raw-store/raw-store.ts';

/** Any namespace of our own. */
const NAMESPACE = '7f6c1f0e-8a55-4f0e-9d0b-3a3c6b1f8b52';
const TYPE = 'Scavenged';
/** How many go over in one append. */
const AT_ONCE = 200n;
const EMPTY = new Uint8Array();

/**
 * What stands in the copy for an event that was scavenged at the source, so that those after it keep their revisions:
 * an event store gives revisions without a gap. It holds nothing, and the stream's truncation hides it. Its id follows
 * from its place, so that it is known again.
 */
const placeholder = (stream: string, revision: bigint): RawProposal => ({
  id: v5(`${revision}@${stream}`, NAMESPACE),
  type: TYPE,
  isJson: false,
  data: EMPTY,
  metadata: EMPTY,
});

/**
 * Lets a stream that ends at revision `last` end at `until`. Gives how many placeholders that took. Throws a Difference
 * where something else stands in their place.
 */
export async function fillUp(store: RawStore, stream: string, last: bigint, until: bigint): Promise<number> {
  for (let after = last; after < until; ) {
    const count = until - after < AT_ONCE ? until - after : AT_ONCE;
    const events = Array.from({ length: Number(count) }, (_, at) => placeholder(stream, after + BigInt(at) + 1n));
    const outcome = await store.append(stream, after, events);
    if (outcome.kind === 'elsewhere' || outcome.last !== after + count) {
      throw new Difference(stream, after + 1n, 'the destination has another event there');
    }
    after = outcome.last;
  }
  return Number(until - last);
}
