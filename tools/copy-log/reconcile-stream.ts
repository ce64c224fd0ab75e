import { LedgerErased } from '#event-log/errors.ts';
import type { RawEvent } from '#event-log/raw-event.ts';
import { StreamDifference } from './difference.ts';
import { isDeletion, truncatingBefore, withNewId } from './metadata.ts';
import { appendPlaceholders } from './placeholders.ts';
import type { RawProposal } from './raw-store/raw-proposal.ts';
import type { RawStore } from './raw-store/raw-store.ts';
import { metastreamName } from './streams.ts';

/**
 * Brings a copied stream to the state that the source's events alone can't reproduce: appends placeholders when a
 * scavenge of the source removed the last events, so that both streams continue at the same revision, and hides events
 * that the source doesn't show. Gives the remaining difference, or null.
 */
export async function reconcileStream(
  source: RawStore,
  destination: RawStore,
  stream: string,
): Promise<StreamDifference | null> {
  try {
    const [ours, theirs] = await Promise.all([source.last(stream), destination.last(stream)]);
    if (theirs > ours)
      return new StreamDifference(stream, ours + 1n, 'the destination has events after the end of the source');
    if (theirs < ours) {
      await appendPlaceholders(destination, stream, theirs, ours);
      await repeatMetadata(source, destination, stream);
    }
    await repeatDeletion(source, destination, stream);
    await hideExtraEvents(source, destination, stream, ours);
    return null;
  } catch (error) {
    if (error instanceof LedgerErased) return null; // A tombstoned stream needs nothing.
    throw error;
  }
}

/** Placeholders revive a soft-deleted stream, so the source's metadata are written again. */
async function repeatMetadata(source: RawStore, destination: RawStore, stream: string): Promise<void> {
  const metadata = await source.newest(metastreamName(stream));
  if (metadata) await writeMetadata(destination, stream, withNewId(metadata));
}

/** An interrupted run may have revived a stream that was soft-deleted more than once. */
async function repeatDeletion(source: RawStore, destination: RawStore, stream: string): Promise<void> {
  const metastream = metastreamName(stream);
  const [wanted, current] = await Promise.all([source.newest(metastream), destination.newest(metastream)]);
  if (wanted && isDeletion(wanted) && !isDeletion(current)) await writeMetadata(destination, stream, withNewId(wanted));
}

/**
 * Truncates the destination where it shows more than the source. The copied truncation is not enough for events that
 * exceeded `$maxAge`, since copied events are new, and for a truncation that was undone after a scavenge.
 */
async function hideExtraEvents(source: RawStore, destination: RawStore, stream: string, last: bigint): Promise<void> {
  const [ours, theirs] = await Promise.all([firstOf(source, stream), firstOf(destination, stream)]);
  if (!theirs || (ours && ours.revision <= theirs.revision)) return;
  const metadata = await source.newest(metastreamName(stream));
  await writeMetadata(destination, stream, truncatingBefore(metadata, ours?.revision ?? last + 1n));
}

async function writeMetadata(destination: RawStore, stream: string, event: RawProposal) {
  const current = await destination.newest(metastreamName(stream));
  await destination.append(metastreamName(stream), current?.revision ?? -1n, [event]);
}

/** The first visible event of a stream; null when there is none. */
async function firstOf(store: RawStore, stream: string): Promise<RawEvent | null> {
  for await (const event of store.readStream(stream)) return event;
  return null;
}
