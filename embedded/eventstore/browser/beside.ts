import { createHash, timingSafeEqual } from 'node:crypto';
import type { EventStore } from '../storage/event-store.ts';
import { type RunningBrowser, startBrowser } from './browser.ts';
import type { Admits } from './guards.ts';

export type BesideOptions = {
  /** 0 for any that is free. */
  readonly port: number;
  /** Passwords by name; `admin` may look. Undefined where anybody may. */
  readonly users: ReadonlyMap<string, string> | undefined;
  readonly log: (line: string) => void;
};

/**
 * Starts the pages beside an event store that serves, on this machine's own address whatever the store's is. Where they
 * can't be had, since the port is taken, a line says so and undefined is given: the store serves without them.
 */
export async function startBrowserBeside(
  store: EventStore,
  { port, users, log }: BesideOptions,
): Promise<RunningBrowser | undefined> {
  try {
    return await startBrowser(store, { port, host: '127.0.0.1', log, admits: users && administratorOf(users) });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const reason = isTaken ? `port ${port} is taken` : error instanceof Error ? error.message : error;
    log(`The event store runs without its pages: ${reason}.`);
    return undefined;
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function administratorOf(users: ReadonlyMap<string, string>): Admits {
  const password = users.get('admin');
  return (name, given) =>
    name === 'admin' && password !== undefined && timingSafeEqual(digest(password), digest(given));
}
