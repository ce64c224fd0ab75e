import { type AllStreamResolvedEvent, START, streamNameFilter } from '@eventstore/db-client';
import type { Connection } from './connection.ts';
import { LogUnavailable, SubscriptionOverrun, translated } from './errors.ts';
import type { Line } from './line.ts';
import { type LoggedEvent, loggedEvent, positionOf, positionText } from './logged-event.ts';
import { LEDGER_PREFIX } from './streams.ts';
import { pause } from './timers.ts';
import { type Progress, Watch } from './watch.ts';

/** What a subscription gives, in the order of the log. */
export type Delivery =
  | LoggedEvent
  /** Everything up to this position has been given; events of no interest moved it on. */
  | { kind: 'checkpoint'; position: string }
  /** The whole history has been given; what follows happens now. */
  | { kind: 'caught-up' };

/**
 * Subscribes to all ledgers after a position (null: from the first event) and gives everything without end, until the
 * signal fires. A subscription that breaks, or gives nothing while the log goes on, is made again after what was given
 * last: with back-off, but at once after a SubscriptionOverrun and where another node leads. `onBreak` hears of each
 * break. Throws only what trying again can't mend.
 */
export async function* subscribe(
  connection: Connection,
  from: string | null,
  signal: AbortSignal,
  onBreak: (error: LogUnavailable) => void,
): AsyncGenerator<Delivery> {
  const [first, last] = connection.timers.resubscribe;
  const progress: Progress = { position: from, waitingSince: null };
  const watch = new Watch(connection, progress);
  let delay = first;
  let line: Line | null = null;
  try {
    while (!signal.aborted) {
      let isOverrun = false;
      let isGiving = false;
      try {
        line ??= await connection.newLine();
        for await (const delivery of deliveries(line, progress, watch, signal)) {
          if (delivery.kind !== 'caught-up') progress.position = delivery.position;
          isGiving = true;
          delay = first;
          progress.waitingSince = null;
          yield delivery;
          progress.waitingSince = performance.now();
        }
      } catch (error) {
        const known = translated(error);
        if (!(known instanceof LogUnavailable)) throw known;
        if (!signal.aborted) onBreak(known);
        isOverrun = known instanceof SubscriptionOverrun;
      }
      if (isOverrun && isGiving) continue;
      const hasMoved = line?.moved.aborted;
      line?.giveUp();
      line = null;
      if (hasMoved) continue;
      await pause(delay, signal);
      delay = Math.min(delay * 2, last);
    }
  } finally {
    line?.giveUp();
  }
}

async function* deliveries(
  line: Line,
  progress: Progress,
  watch: Watch,
  signal: AbortSignal,
): AsyncGenerator<Delivery> {
  const done = line.begin();
  const subscription = line.client.subscribeToAll({
    fromPosition: progress.position === null ? START : positionOf(progress.position),
    filter: streamNameFilter({
      prefixes: [LEDGER_PREFIX],
      checkpointInterval: 10,
      // Pushed into the stream itself, so that it comes after the events before it, which may still wait to be read.
      checkpointReached: (stream, reached) => {
        stream.push({ kind: 'checkpoint', position: positionText(reached) });
      },
    }),
  });
  subscription.on('caughtUp', () => subscription.push({ kind: 'caught-up' }));
  subscription.on('error', () => {}); // The iteration reports it; this keeps a late one from ending the process.
  const stop = () => subscription.destroy();
  const leave = () => subscription.destroy(line.moved.reason);
  signal.addEventListener('abort', stop);
  line.moved.addEventListener('abort', leave);
  if (line.moved.aborted) leave();
  if (signal.aborted) stop();
  const unwatch = watch.begin((error) => subscription.destroy(error));
  try {
    progress.waitingSince = performance.now();
    for await (const item of subscription as AsyncIterable<AllStreamResolvedEvent | Exclude<Delivery, LoggedEvent>>) {
      if ('kind' in item) yield item;
      else {
        const event = loggedEvent(item);
        if (event) yield event;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    unwatch();
    signal.removeEventListener('abort', stop);
    line.moved.removeEventListener('abort', leave);
    subscription.unsubscribe().then(done, done);
  }
}
