import { LedgerErased } from '../event-log/errors.ts';
import { Difference } from './difference.ts';
import { hiding, isDeletion, onceMore } from './metadata.ts';
import { fillUp } from './placeholders.ts';
import type { RawEvent, RawProposal } from './raw-store/raw-event.ts';
import type { RawStore } from './raw-store/raw-store.ts';
import { metastreamOf } from './streams.ts';

/**
 * Does for a stream of the destination what no event of the source says: lets it go on at the same revision, where a
 * scavenge has taken the last events, and hides what the source doesn't show. Gives the difference that is left.
 */
export async function evenOut(source: RawStore, destination: RawStore, stream: string): Promise<Difference | null> {
  try {
    const [ours, theirs] = await Promise.all([source.last(stream), destination.last(stream)]);
    if (theirs > ours) return new Difference(stream, ours + 1n, 'the destination goes on where the source has ended');
    if (theirs < ours) {
      await fillUp(destination, stream, theirs, ours);
      await describeAnew(source, destination, stream);
    }
    await deleteAgain(source, destination, stream);
    await hideTheRest(source, destination, stream, ours);
    return null;
  } catch (error) {
    if (error instanceof LedgerErased) return null; // An erased stream has nothing to even out.
    throw error;
  }
}

/** Placeholders revive a deleted stream: it is deleted once more. */
async function describeAnew(source: RawStore, destination: RawStore, stream: string): Promise<void> {
  const says = await source.newest(metastreamOf(stream));
  if (says) await describe(destination, stream, onceMore(says));
}

/** An interrupted run may have left a stream revived that was deleted more than once. */
async function deleteAgain(source: RawStore, destination: RawStore, stream: string): Promise<void> {
  const metastream = metastreamOf(stream);
  const [says, known] = await Promise.all([source.newest(metastream), destination.newest(metastream)]);
  if (says && isDeletion(says) && !isDeletion(known)) await describe(destination, stream, onceMore(says));
}

/**
 * The source's own truncation hides placeholders in most streams; not where events have aged, since a copy is young, and
 * not where a truncation was taken back after a scavenge.
 */
async function hideTheRest(source: RawStore, destination: RawStore, stream: string, last: bigint): Promise<void> {
  const [ours, theirs] = await Promise.all([firstOf(source, stream), firstOf(destination, stream)]);
  if (!theirs || (ours && ours.revision <= theirs.revision)) return;
  const says = await source.newest(metastreamOf(stream));
  await describe(destination, stream, hiding(says, ours?.revision ?? last + 1n));
}

async function describe(destination: RawStore, stream: string, event: RawProposal) {
  const known = await destination.newest(metastreamOf(stream));
  await destination.append(metastreamOf(stream), known?.revision ?? -1n, [event]);
}

/** The first event that can be seen of a stream; null where there is none. */
async function firstOf(store: RawStore, stream: string): Promise<RawEvent | null> {
  for await (const event of store.readStream(stream)) return event;
  return null;
}
