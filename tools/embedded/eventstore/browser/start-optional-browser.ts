import { createHmac } from 'node:crypto';
import type { EventStore } from '../storage/event-store.ts';
import { type RunningBrowser, startBrowser } from './browser.ts';
import { type Access, equalInConstantTime } from './guards.ts';

export type OptionalBrowserOptions = {
  /** 0 for any free port. */
  readonly port: number;
  /** Passwords by user name; `admin` has access. Undefined: no authentication. */
  readonly users: ReadonlyMap<string, string> | undefined;
  readonly log: (line: string) => void;
};

/**
 * Starts the browser of a running event store, always on 127.0.0.1. Where it can't start, for example on a port that is
 * taken, it logs why and gives undefined: the event store runs without it. Where there are users, the URL contains the
 * access key.
 */
export async function startOptionalBrowser(
  store: EventStore,
  { port, users, log }: OptionalBrowserOptions,
): Promise<RunningBrowser | undefined> {
  try {
    const access = users && accessOf(users);
    const pages = await startBrowser(store, { port, host: '127.0.0.1', log, access });
    return access ? { ...pages, url: `${pages.url}/?key=${access.key}` } : pages;
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const reason = isTaken ? `port ${port} is taken` : error instanceof Error ? error.message : error;
    log(`The event store runs without its pages: ${reason}.`);
    return undefined;
  }
}

/**
 * The key is derived from the administrator's password, so that a restart doesn't change it. The number tells it from
 * the key that logs of earlier versions contain.
 */
function accessOf(users: ReadonlyMap<string, string>): Access | undefined {
  const password = users.get('admin');
  if (password === undefined) return undefined;
  return {
    isAdmin: (name, given) => name === 'admin' && equalInConstantTime(given, password),
    key: createHmac('sha256', password).update('key of the pages 2').digest('base64url'),
  };
}
