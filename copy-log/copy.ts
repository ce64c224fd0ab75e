import type { RawStore } from './raw-store/raw-store.ts';
import { describedBy, isCopied } from './streams.ts';
import { Tail } from './tail.ts';
import { Writing, type Written } from './writing.ts';

/** What was done, and the names of the streams that the source's log tells of. */
export type Copied = { read: number; there: number; leftOut: number; written: Written; streams: ReadonlySet<string> };

/** The destination's end is nothing that the source tells of. */
export class ForeignDestination extends Error {
  override readonly name = 'ForeignDestination';
}

/**
 * Writes to the destination, in order, whatever of the source it doesn't have yet. `progress` hears of every event
 * that was read. Throws ForeignDestination before anything is written, and a Difference where something else stands
 * in the way.
 */
export async function copy(
  source: RawStore,
  destination: RawStore,
  progress: (copied: Copied) => void,
  remembered?: number,
): Promise<Copied> {
  const tail = await Tail.of(destination, remembered);
  const writing = new Writing(destination);
  const streams = new Set<string>();
  const copied = { read: 0, there: 0, leftOut: 0, written: writing.written, streams };
  for await (const event of source.readAll()) {
    copied.read++;
    if (!isCopied(event.stream)) copied.leftOut++;
    else {
      streams.add(describedBy(event.stream) ?? event.stream);
      if (tail.has(event)) copied.there++;
      else await writing.take(event);
    }
    progress(copied);
  }
  await writing.flush();
  if (!tail.isReached) {
    throw new ForeignDestination(
      'The newest events of the destination are none of the source: nothing was copied. Copy to an empty event store, ' +
        'or to one that was copied from this source and not written to since.',
    );
  }
  return copied;
}
