import { DestinationWriter, type WrittenEvents } from './destination-writer.ts';
import type { RawStore } from './raw-store/raw-store.ts';
import { isCopied, metadataTarget } from './streams.ts';
import { Tail } from './tail.ts';

/**
 * Counts of events: read, already at the destination, not to be copied, written; and the names of the source's streams.
 */
export type Copied = {
  read: number;
  alreadyThere: number;
  skipped: number;
  written: WrittenEvents;
  streams: ReadonlySet<string>;
};

/** The last events of the destination don't come from the source. */
export class ForeignDestination extends Error {
  override readonly name = 'ForeignDestination';
}

/**
 * Appends the source's events that the destination lacks, in order. Calls `progress` after each event read. Throws
 * ForeignDestination, before it writes anything, or a Difference when the destination holds another event at a
 * revision.
 */
export async function copy(
  source: RawStore,
  destination: RawStore,
  progress: (copied: Copied) => void,
  tailEventsMax?: number,
): Promise<Copied> {
  const tail = await Tail.read(destination, tailEventsMax);
  const writer = new DestinationWriter(destination);
  const streams = new Set<string>();
  const copied = { read: 0, alreadyThere: 0, skipped: 0, written: writer.written, streams };
  for await (const event of source.readAll()) {
    copied.read++;
    if (!isCopied(event.stream)) copied.skipped++;
    else {
      streams.add(metadataTarget(event.stream) ?? event.stream);
      if (tail.has(event)) copied.alreadyThere++;
      else await writer.add(event);
    }
    progress(copied);
  }
  await writer.flush();
  if (!tail.isReached) {
    throw new ForeignDestination(
      'The newest events of the destination are none of the source: nothing was copied. ' +
        'Copy to an empty event store, or to one that was copied from this source and not written to since.',
    );
  }
  return copied;
}
