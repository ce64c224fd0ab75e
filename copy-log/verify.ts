import { compareStream } from './compare-stream.ts';
import { Difference } from './difference.ts';
import { TotalDigest } from './digest.ts';
import { evenOut } from './even-out.ts';
import type { RawStore } from './raw-store/raw-store.ts';
import { describedBy, isCopied } from './streams.ts';

/** How many streams are compared at a time. */
const AT_ONCE = 8;

/** What a comparison found: the sums of both ends, and every stream that differs. */
export type Verified = { source: TotalDigest; destination: TotalDigest; differences: Difference[] };

/**
 * Compares what both ends show of every stream, the source's and whatever else the destination has. `progress` hears
 * how many streams are done.
 */
export async function verify(
  source: RawStore,
  destination: RawStore,
  streams: ReadonlySet<string>,
  progress: (done: number) => void,
): Promise<Verified> {
  const verified: Verified = { source: new TotalDigest(), destination: new TotalDigest(), differences: [] };
  const names = [...new Set([...streams, ...(await streamsOf(destination))])].sort();
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE);
    const compared = await Promise.all(
      some.map(async (stream) => {
        const left = streams.has(stream) ? await evenOut(source, destination, stream) : unknown(stream);
        const { difference, ...shown } = await compareStream(source, destination, stream);
        return { stream, ...shown, difference: difference ?? left };
      }),
    );
    for (const { stream, source: ours, destination: theirs, difference } of compared) {
      verified.source.add(stream, ours.count, ours.digest);
      verified.destination.add(stream, theirs.count, theirs.digest);
      if (difference) verified.differences.push(difference);
    }
    progress(at + some.length);
  }
  return verified;
}

const unknown = (stream: string) => new Difference(stream, null, 'the source has no such stream');

async function streamsOf(store: RawStore): Promise<Set<string>> {
  const streams = new Set<string>();
  for await (const { stream } of store.readAll()) {
    if (isCopied(stream)) streams.add(describedBy(stream) ?? stream);
  }
  return streams;
}
