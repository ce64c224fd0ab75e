import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { type Database, readConsistently } from '#platform/postgres.ts';
import type { Turns } from '#platform/turns.ts';
import type { Context } from './context.ts';
import { watchReader } from './reader-watch.ts';

/** Connections to Postgres of all long answers, beside the connections of other calls. */
export const LONG_ANSWER_CONNECTIONS = 9;

const WINDOW_MS = 8_000;
/** The least progress of a client, as for an upload: less than any usable connection makes. */
const WINDOW_BYTES = 32 * 1024;
/** While others wait, since a client holds a connection to Postgres: 2 Mbit/s. */
const WINDOW_BYTES_WHILE_OTHERS_WAIT = 2 * 1024 * 1024;
/** The longest time that an answer may take, with the snapshot that it holds. */
const ALL_MS = 10 * 60_000;

/** The code of the error where the client has gone. */
const DISCONNECTED = 'ERR_STREAM_PREMATURE_CLOSE';

/** An answer that is sent while it is read. `close` ends its source. */
export type LongAnswer = { headers: Record<string, string>; body: Readable; close?(): Promise<unknown> };

/**
 * The resources of a long answer: its pool and its turns, the bytes of it that are held in memory, so that a shorter
 * one frees its connection before its client has read it, and its name in the log.
 */
export type LongAnswerNeeds = { pool: pg.Pool; turns: Turns; heldBytes: number; name: string };

/**
 * Sends an answer that `open` reads in one snapshot of the database, on a connection of `pool` once it is the user's
 * turn. A client that is too slow is cut off, the sooner while others wait (product 7.6). What fails within `open` is
 * thrown; what fails later ends the connection without the end of the answer.
 */
export async function sendLong(
  ctx: Context,
  { pool, turns, heldBytes, name }: LongAnswerNeeds,
  userId: string,
  open: (database: Database) => Promise<LongAnswer>,
): Promise<void> {
  let sending: Promise<void> | undefined;
  await turns.run(userId, async () => {
    if (ctx.res.closed) return;
    await readConsistently(pool, async (client) => {
      const reading = untilClosed(client, name);
      const { headers, body, close } = await open(reading.database);
      ctx.set({ 'Cache-Control': 'no-store', ...headers });
      ctx.status = 200;
      ctx.respond = false;
      const held = new PassThrough({ highWaterMark: heldBytes });
      sending = sent(ctx, held, turns, name);
      // Its failure is `sending`'s, which logs it.
      await pipeline(body, held).catch(() => {});
      reading.close();
      await close?.();
    });
  });
  await sending;
}

/** Sends the body while it is read; a failure ends the connection. */
async function sent(ctx: Context, held: Readable, turns: Turns, name: string): Promise<void> {
  const watch = watchReader(ctx.res, {
    windowMs: WINDOW_MS,
    windowBytes: () => (turns.isShort ? WINDOW_BYTES_WHILE_OTHERS_WAIT : WINDOW_BYTES),
    allMs: ALL_MS,
  });
  try {
    await pipeline(held, ctx.res, { signal: watch.signal });
  } catch (error) {
    const isDisconnect = (error as { code?: unknown }).code === DISCONNECTED;
    const level = watch.signal.aborted ? 'warn' : isDisconnect ? 'debug' : 'error';
    ctx.state.log[level]({ err: error }, `${name} broke off`);
  } finally {
    watch.stop();
  }
}

/**
 * A connection that takes no query any more once it is closed: what reads an answer may go on for a moment after its
 * end.
 */
function untilClosed(client: Database, name: string): { database: Database; close(): void } {
  let isClosed = false;
  const query = (...query: unknown[]) => {
    if (isClosed) throw new Error(`${name} has ended.`);
    return (client.query as (...query: unknown[]) => unknown)(...query);
  };
  return { database: { query: query as Database['query'] }, close: () => (isClosed = true) };
}
