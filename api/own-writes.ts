import type { Middleware } from 'koa';
import type pg from 'pg';
import { IDEMPOTENCY_KEY, LEDGER_REVISION, PROJECTION_LAG } from '#contract/addresses.ts';
import type { EventLog } from '#event-log/event-log.ts';
import { stage } from '#platform/telemetry/stage.ts';
import type { RevisionWaiters } from '#projections/wait-for-revision.ts';
import { eventsAfter } from './commands/execute.ts';
import { READ_MODEL_WAIT_MS } from './commands/view-after.ts';
import { isViewCommandPath } from './commands/view-commands.ts';
import type { Context, State } from './http/context.ts';
import { ProblemError } from './http/problem-error.ts';
import { dueRevision, type SessionCookie } from './identity/session-cookie.ts';
import { findSession } from './identity/sessions.ts';
import { findTokenSession } from './identity/tokens.ts';

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
    // Responses of concurrent commands may be written in another order.
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
  const commandId = ctx.get(IDEMPOTENCY_KEY) || null;
  const again = session.bearer
    ? await findTokenSession(database, { token, commandId, zone: null, address: ctx.ip }, now())
    : await findSession(database, token, commandId, now());
  const current = again && { ...again, prolonged: session.prolonged, zone: session.zone };
  ctx.state.session = current;
  if (!current || current.head.revision >= due) return;
  const { revision } = current.head;
  const missing = await eventsAfter(log, ledgerId, revision, MISSING_EVENTS_MAX + 1).catch(() => null);
  const isFew = missing !== null && missing.length <= MISSING_EVENTS_MAX;
  if (isFew) ctx.state.session = { ...current, missing };
  // A log without such a revision: the client has it from elsewhere.
  if (missing?.length === 0) cookie.writeRevision(ctx, ledgerId, revision);
  else ctx.set(PROJECTION_LAG, String(isFew ? missing.length : due - revision));
}

const REVISION = /^\d{1,18}$/;

function revisionInHeader(ctx: Context): bigint {
  const text = ctx.get(LEDGER_REVISION);
  if (text === '') return -1n;
  if (!REVISION.test(text)) throw new ProblemError('malformed');
  return BigInt(text);
}

const newest = (one: bigint, other: bigint) => (one > other ? one : other);
