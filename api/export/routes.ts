import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { BASE_PATH, EXPORT_ENTRIES, EXPORT_PATH } from '../../contract/addresses.ts';
import { messages } from '../../contract/messages.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { CURRENCIES, type CurrencySymbol } from '../../ledger/model/constants.ts';
import { KeyedMutex } from '../../platform/keyed-mutex.ts';
import { type Database, readConsistently } from '../../platform/postgres.ts';
import { Semaphore } from '../../platform/semaphore.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { today } from '../http/time-zone.ts';
import type { Limits } from '../limits/limits.ts';
import { openLedger } from './archive.ts';
import { filesOf } from './files.ts';
import { zipOf } from './zip.ts';

/** Each holds a connection to Postgres while its client reads. */
const CONCURRENT_EXPORTS = 3;
/** The longest time that an export may take, with the snapshot that it holds. */
const EXPORT_MAX_MS = 10 * 60_000;
/** A client that has taken nothing between two checks is cut off. */
const STALL_CHECK_MS = 30_000;

/** The code of the error where the client has gone. */
const DISCONNECTED = 'ERR_STREAM_PREMATURE_CLOSE';

type Needs = { database: pg.Pool; log: EventLog; limits: Limits; now(): Date };

/** Registers the export of everything, a zip (product 10.5). */
export function exportRoutes(router: AppRouter, services: Needs): void {
  const semaphore = new Semaphore(CONCURRENT_EXPORTS);
  const mutex = new KeyedMutex(() => null);

  // Not `router.get`, which answers HEAD, too, by reading everything.
  router.register(BASE_PATH + EXPORT_PATH, ['GET'], async (ctx: Context) => {
    const { session } = ctx.state;
    if (!session) throw new ProblemError('session_required');
    const unknown = Object.keys(ctx.query).map((name) => [name, messages.unknownField]);
    if (unknown.length > 0) throw new ProblemError('invalid', Object.fromEntries(unknown));
    await services.limits.take(ctx, 'export', session.userId);
    // One at a time for each user, so that none takes the turns of all.
    await mutex.run(session.userId, () =>
      semaphore.run(async () => {
        if (!ctx.res.closed) await send(ctx, services);
      }),
    );
  });
}

async function send(ctx: Context, { database, log, now }: Needs): Promise<void> {
  const { userId, ledgerId, currency } = ctx.state.session as NonNullable<Context['state']['session']>;
  await readConsistently(database, async (client) => {
    // What fails here, such as a log that can't be read, is answered with a problem.
    const reading = untilClosed(client);
    const ledger = await openLedger(reading.database, log, { userId, ledgerId });
    const moment = now();
    ctx.set({
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="daybook-${today(ctx, moment)}.zip"`,
      'Content-Type': 'application/zip',
      [EXPORT_ENTRIES]: String(ledger.entries),
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.status = 200;
    ctx.respond = false;
    const watch = watched(ctx.res);
    try {
      // A failure from here on ends the connection without the end of the zip.
      await pipeline(zipOf(filesOf(ledger, CURRENCIES[currency as CurrencySymbol]), moment), ctx.res, {
        signal: watch.signal,
      });
    } catch (error) {
      const isDisconnect = (error as { code?: unknown }).code === DISCONNECTED;
      const level = watch.signal.aborted ? 'warn' : isDisconnect ? 'debug' : 'error';
      ctx.state.log[level]({ err: error }, 'an export broke off');
    } finally {
      watch.stop();
      reading.close();
      await ledger.close();
    }
  });
}

/** A connection that takes no query any more once it is closed: what reads an archive may go on for a moment after its end. */
function untilClosed(client: Database): { database: Database; close(): void } {
  let isClosed = false;
  const query = (...query: unknown[]) => {
    if (isClosed) throw new Error('The export has ended.');
    return (client.query as (...query: unknown[]) => unknown)(...query);
  };
  return { database: { query: query as Database['query'] }, close: () => (isClosed = true) };
}

/** A signal that aborts once a response takes too long, or its client takes nothing. `stop` ends the watch. */
function watched(response: ServerResponse): { signal: AbortSignal; stop(): void } {
  const ending = new AbortController();
  let taken = -1;
  const check = setInterval(() => {
    const before = taken;
    taken = response.socket?.bytesWritten ?? 0;
    if (taken === before) ending.abort();
  }, STALL_CHECK_MS);
  const end = setTimeout(() => ending.abort(), EXPORT_MAX_MS);
  return {
    signal: ending.signal,
    stop: () => {
      clearInterval(check);
      clearTimeout(end);
    },
  };
}
