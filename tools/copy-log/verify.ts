import { compareStream } from './compare-stream.ts';
import { StreamDifference } from './difference.ts';
import { TotalDigest } from './digest.ts';
import type { RawStore } from './raw-store/raw-store.ts';
import { reconcileStream } from './reconcile-stream.ts';
import { isCopied, metadataTarget } from './streams.ts';

const CONCURRENT_STREAMS = 8;

/** The digests of both stores, and a difference for every stream that differs. */
export type CopyVerification = { source: TotalDigest; destination: TotalDigest; differences: StreamDifference[] };

/**
 * Reconciles and compares every stream of either store. Calls `progress` with the number of compared streams. Throws
 * LogUnavailable.
 */
export async function verifyCopy(
  source: RawStore,
  destination: RawStore,
  streams: ReadonlySet<string>,
  progress: (done: number) => void,
): Promise<CopyVerification> {
  const verified: CopyVerification = { source: new TotalDigest(), destination: new TotalDigest(), differences: [] };
  const names = [...new Set([...streams, ...(await streamsOf(destination))])].sort();
  for (let index = 0; index < names.length; index += CONCURRENT_STREAMS) {
    const batch = names.slice(index, index + CONCURRENT_STREAMS);
    const compared = await Promise.all(
      batch.map(async (stream) => {
        const remaining = streams.has(stream) ? await reconcileStream(source, destination, stream) : unknown(stream);
        const { difference, ...summaries } = await compareStream(source, destination, stream);
        return { stream, ...summaries, difference: difference ?? remaining };
      }),
    );
    for (const { stream, source: ours, destination: theirs, difference } of compared) {
      verified.source.add(stream, ours.count, ours.digest);
      verified.destination.add(stream, theirs.count, theirs.digest);
      if (difference) verified.differences.push(difference);
    }
    progress(index + batch.length);
  }
  return verified;
}

const unknown = (stream: string) => new StreamDifference(stream, null, 'the source has no such stream');

async function streamsOf(store: RawStore): Promise<Set<string>> {
  const streams = new Set<string>();
  for await (const { stream } of store.readAll()) {
    if (isCopied(stream)) streams.add(metadataTarget(stream) ?? stream);
  }
  return streams;
}
