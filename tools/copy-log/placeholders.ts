import { v5 } from 'uuid';
import { StreamDifference } from './difference.ts';
import type { RawProposal } from './raw-store/raw-proposal.ts';
import type { RawStore } from './raw-store/raw-store.ts';

/** Namespace of the placeholders' UUIDs (v5). */
const NAMESPACE = '7f6c1f0e-8a55-4f0e-9d0b-3a3c6b1f8b52';
const TYPE = 'Scavenged';
const EVENTS_PER_APPEND = 200n;
const EMPTY = new Uint8Array();

/**
 * An empty event in place of one that was scavenged at the source. Revisions have no gaps, so it keeps the revisions of
 * later events; the stream's truncation hides it. Its id is derived from stream and revision, so appends are
 * idempotent.
 */
const placeholder = (stream: string, revision: bigint): RawProposal => ({
  id: v5(`${revision}@${stream}`, NAMESPACE),
  type: TYPE,
  isJson: false,
  data: EMPTY,
  metadata: EMPTY,
});

/**
 * Extends a stream from revision `last` to `until` with placeholders and gives their number. Throws a Difference when
 * the stream holds another event there.
 */
export async function appendPlaceholders(
  store: RawStore,
  stream: string,
  last: bigint,
  until: bigint,
): Promise<number> {
  for (let after = last; after < until; ) {
    const count = until - after < EVENTS_PER_APPEND ? until - after : EVENTS_PER_APPEND;
    const events = Array.from({ length: Number(count) }, (_, index) => placeholder(stream, after + BigInt(index) + 1n));
    const outcome = await store.append(stream, after, events);
    if (outcome.kind === 'wrong-revision' || outcome.last !== after + count) {
      throw new StreamDifference(stream, after + 1n, 'the destination has another event there');
    }
    after = outcome.last;
  }
  return Number(until - last);
}
