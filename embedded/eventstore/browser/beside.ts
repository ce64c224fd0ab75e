import { createHmac } from 'node:crypto';
import type { EventStore } from '../storage/event-store.ts';
import { type RunningBrowser, startBrowser } from './browser.ts';
import { type Entry, isSame } from './guards.ts';

export type BesideOptions = {
  /** 0 for any that is free. */
  readonly port: number;
  /** Passwords by name; `admin` may look. Undefined where anybody may. */
  readonly users: ReadonlyMap<string, string> | undefined;
  readonly log: (line: string) => void;
};

/**
 * Starts the pages beside an event store that serves, on this machine's own address whatever the store's is. Where they
 * can't be had, since the port is taken, a line says so and undefined is given: the store serves without them. The address
 * holds the key to them where there are users.
 */
export async function startBrowserBeside(
  store: EventStore,
  { port, users, log }: BesideOptions,
): Promise<RunningBrowser | undefined> {
  try {
    const entry = users && entryOf(users);
    const pages = await startBrowser(store, { port, host: '127.0.0.1', log, entry });
    return entry ? { ...pages, url: `${pages.url}/?key=${entry.key}` } : pages;
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const reason = isTaken ? `port ${port} is taken` : error instanceof Error ? error.message : error;
    log(`The event store runs without its pages: ${reason}.`);
    return undefined;
  }
}

/** The key comes from the administrator's password, so that it stays the same when the store is started again. */
function entryOf(users: ReadonlyMap<string, string>): Entry | undefined {
  const password = users.get('admin');
  if (password === undefined) return undefined;
  return {
    admits: (name, given) => name === 'admin' && isSame(given, password),
    key: createHmac('sha256', password).update('key of the pages').digest('base64url'),
  };
}
