import { type AllStreamResolvedEvent, type EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client';
import { type Connection, discard } from './connection.ts';
import { LogUnavailable, translated } from './errors.ts';
import { type LoggedEvent, loggedEvent, positionOf, positionText } from './logged-event.ts';
import { LEDGER_PREFIX } from './streams.ts';
import { pause } from './timers.ts';

/** What a subscription gives, in the order of the log. */
export type Delivery =
  | LoggedEvent
  /** Everything up to this position has been given; events of no interest moved it on. */
  | { kind: 'checkpoint'; position: string }
  /** The whole history has been given; what follows happens now. */
  | { kind: 'caught-up' };

/**
 * Subscribes to all ledgers after a position (null: from the first event) and gives everything without end, until the
 * signal fires. A subscription that breaks is made again after what was given last, with back-off; `onBreak` hears of
 * it. Throws only what trying again can't mend.
 */
export async function* subscribe(
  connection: Connection,
  from: string | null,
  signal: AbortSignal,
  onBreak: (error: LogUnavailable) => void,
): AsyncGenerator<Delivery> {
  const [first, last] = connection.timers.resubscribe;
  let position = from;
  let delay = first;
  while (!signal.aborted) {
    const client = connection.newClient();
    try {
      for await (const delivery of deliveries(client, position, signal)) {
        if (delivery.kind !== 'caught-up') position = delivery.position;
        delay = first;
        yield delivery;
      }
    } catch (error) {
      const known = translated(error);
      if (!(known instanceof LogUnavailable)) throw known;
      if (!signal.aborted) onBreak(known);
    } finally {
      await discard(client);
    }
    await pause(delay, signal);
    delay = Math.min(delay * 2, last);
  }
}

async function* deliveries(
  client: EventStoreDBClient,
  position: string | null,
  signal: AbortSignal,
): AsyncGenerator<Delivery> {
  const subscription = client.subscribeToAll({
    fromPosition: position === null ? START : positionOf(position),
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
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
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
    signal.removeEventListener('abort', stop);
    void subscription.unsubscribe().catch(() => {});
  }
}
