import type { EventLog } from './event-log.ts';

/** Is told how many milliseconds a call took, a read until its first event, and its error where it failed. */
export type Watch = (call: Watched, ms: number, error?: unknown) => void;
/** The calls that are watched: all but subscriptions. */
type Watched = 'append' | 'read' | 'truncate' | 'erase' | 'identity' | 'end';

/** Gives the event log, and tells `watch` of its calls as they end. */
export function watchedLog(log: EventLog, watch: Watch): EventLog {
  const timed = async <Value>(call: Watched, work: Promise<Value>): Promise<Value> => {
    const beginMs = performance.now();
    try {
      const value = await work;
      watch(call, performance.now() - beginMs);
      return value;
    } catch (error) {
      watch(call, performance.now() - beginMs, error);
      throw error;
    }
  };
  return {
    append: (ledgerId, after, events) => timed('append', log.append(ledgerId, after, events)),
    readAfter: (ledgerId, after) => timedRead(log.readAfter(ledgerId, after), watch),
    readRawAfter: (ledgerId, after) => timedRead(log.readRawAfter(ledgerId, after), watch),
    readBefore: (ledgerId, before, count) => timed('read', log.readBefore(ledgerId, before, count)),
    waitingAfter: (position) => timed('read', log.waitingAfter(position)),
    subscribe: log.subscribe,
    truncate: (ledgerId, before) => timed('truncate', log.truncate(ledgerId, before)),
    erase: (ledgerId) => timed('erase', log.erase(ledgerId)),
    identity: () => timed('identity', log.identity()),
    knownIdentity: () => timed('identity', log.knownIdentity()),
    end: () => timed('end', log.end()),
    close: log.close,
  };
}

async function* timedRead<Found>(read: AsyncIterable<Found>, watch: Watch): AsyncGenerator<Found> {
  const beginMs = performance.now();
  let isFirst = true;
  const told = (error?: unknown) => {
    if (isFirst) watch('read', performance.now() - beginMs, error);
    isFirst = false;
  };
  try {
    for await (const found of read) {
      told();
      yield found;
    }
    told();
  } catch (error) {
    told(error);
    throw error;
  }
}
