import type { Middleware } from 'koa';
import type pg from 'pg';
import { IDEMPOTENCY_KEY, LEDGER_REVISION, PROJECTION_LAG } from '#contract/addresses.ts';
import type { EventLog } from '#event-log/event-log.ts';
import type { DecodedEvent } from '#ledger/events.ts';
import { decodeEvent } from '#ledger/log/codec.ts';
import { stage } from '#platform/telemetry/stage.ts';
import type { RevisionWaiters } from '#projections/wait-for-revision.ts';
import { READ_MODEL_WAIT_MS } from './commands/view-after.ts';
import { isViewCommandPath } from './commands/view-commands.ts';
import type { Context, State } from './http/context.ts';
import { ProblemError } from './http/problem-error.ts';
import { dueRevision, type SessionCookie } from './identity/session-cookie.ts';
import { findSession } from './identity/sessions.ts';

type Needs = { database: pg.Pool; log: EventLog; waiters: RevisionWaiters; cookie: SessionCookie; now(): Date };

/** A response adds at most this number of events to the user's view. */
const MISSING_EVENTS_MAX = 1_000;

/**
 * Middleware of product 7.5: a request sees all that its client has written. Before the route of a call reads rows, the
 * read models have the newest revision of the session's ledger that this process has seen in the log, or that the
 * client names. After a command the client has the revision in a header and in a cookie.
 */
export function ownWrites(needs: Needs): Middleware<State> {
  return async (ctx, next) => {
    if (!isViewCommandPath(ctx.path)) await waitForOwn(needs, ctx);
    await next();
    const { session } = ctx.state;
    const written: string | undefined = ctx.response.get(LEDGER_REVISION);
    if (!session || !written) return;
    const { ledgerId } = session;
    needs.waiters.noteSeen(ledgerId, BigInt(written));
    // A repeated command has an old revision.
    const revision = newest(BigInt(written), needs.cookie.revisionOf(ctx, ledgerId));
    needs.cookie.writeRevision(ctx, ledgerId, revision);
  };
}

/**
 * Waits for what the client has written, and looks up the session again after a wait. Where the wait is in vain, the
 * session has the missing events, and the response says how many. Throws the problem malformed.
 */
async function waitForOwn(needs: Needs, ctx: Context): Promise<void> {
  const { database, log, waiters, cookie, now } = needs;
  const { session } = ctx.state;
  if (!session) return;
  const { ledgerId, token } = session;
  const due = newest(dueRevision(needs, ctx, ledgerId), revisionInHeader(ctx));
  if (session.head.revision >= due) return;
  await stage('wait', () => waiters.wait(ledgerId, due, READ_MODEL_WAIT_MS));
  const again = await findSession(database, token, ctx.get(IDEMPOTENCY_KEY) || null, now());
  ctx.state.session = again && { ...again, prolonged: session.prolonged, zone: session.zone };
  if (!again || again.head.revision >= due) return;
  const missing = await eventsFrom(log, ledgerId, again.head.revision).catch(() => null);
  ctx.state.session = { ...session, head: again.head, ...(missing && { missing }) };
  // A log without such a revision: the client has it from elsewhere.
  if (missing?.length === 0) cookie.writeRevision(ctx, ledgerId, again.head.revision);
  else ctx.set(PROJECTION_LAG, String(missing?.length ?? due - again.head.revision));
}

/** The events of a ledger after a revision, or null if they are many. Throws LogUnavailable and UnreadableEvent. */
async function eventsFrom(log: EventLog, ledgerId: string, after: bigint): Promise<DecodedEvent[] | null> {
  const events: DecodedEvent[] = [];
  for await (const logged of log.readAfter(ledgerId, after)) {
    if (events.length === MISSING_EVENTS_MAX) return null;
    events.push({ ...decodeEvent(logged), revision: logged.revision });
  }
  return events;
}

const REVISION = /^\d{1,18}$/;

function revisionInHeader(ctx: Context): bigint {
  const text = ctx.get(LEDGER_REVISION);
  if (text === '') return -1n;
  if (!REVISION.test(text)) throw new ProblemError('malformed');
  return BigInt(text);
}

const newest = (one: bigint, other: bigint) => (one > other ? one : other);
