import type { Middleware } from 'koa';
import { IDEMPOTENCY_KEY } from '#contract/addresses.ts';
import type { Database } from '#platform/postgres.ts';
import { stage } from '#platform/telemetry/stage.ts';
import type { RevisionWaiters } from '#projections/wait-for-revision.ts';
import type { Context, State } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { requestedZone } from '../http/time-zone.ts';
import { invalidToken, tokenOf } from './bearer.ts';
import { findSession, SESSION_IDLE_MS } from './sessions.ts';
import { TICKET_MS } from './tickets.ts';
import { findTokenSession } from './tokens.ts';

/** A ledger's revision in a cookie, like `6f1c….42`. */
const REVISION = /^([0-9a-f-]{36})\.(\d{1,18})$/;

/**
 * The cookie with the session token, and beside it the cookie with the newest revision of the ledger that the browser
 * has seen (product 7.5). Over HTTPS their names have the `__Host-` prefix, which binds them to this host.
 */
export class SessionCookie {
  readonly #https: boolean;
  readonly #name: string;
  readonly #revisionName: string;

  constructor(https: boolean) {
    this.#https = https;
    this.#name = https ? '__Host-daybook' : 'daybook';
    this.#revisionName = `${this.#name}-revision`;
  }

  read(ctx: Context): string | null {
    return ctx.cookies.get(this.#name) ?? null;
  }

  write(ctx: Context, token: string): void {
    ctx.cookies.secure = this.#https; // A proxy may terminate TLS.
    ctx.cookies.set(this.#name, token, this.#options(SESSION_IDLE_MS));
  }

  /** The revision of a ledger that the browser has seen, or -1. A cookie of another ledger says nothing. */
  revisionOf(ctx: Context, ledgerId: string): bigint {
    const [, named, revision = ''] = REVISION.exec(ctx.cookies.get(this.#revisionName) ?? '') ?? [];
    return named === ledgerId ? BigInt(revision) : -1n;
  }

  writeRevision(ctx: Context, ledgerId: string, revision: bigint): void {
    if (revision < 0n) return;
    ctx.cookies.secure = this.#https;
    ctx.cookies.set(this.#revisionName, `${ledgerId}.${revision}`, this.#options(SESSION_IDLE_MS));
  }

  /** The ticket of a sign-in that this browser has begun at a provider (product 5.3), or null. */
  readTicket(ctx: Context): string | null {
    return ctx.cookies.get(`${this.#name}-sign-in`) ?? null;
  }

  writeTicket(ctx: Context, ticket: string): void {
    ctx.cookies.secure = this.#https;
    ctx.cookies.set(`${this.#name}-sign-in`, ticket, this.#options(TICKET_MS));
  }

  clearTicket(ctx: Context): void {
    ctx.cookies.secure = this.#https;
    ctx.cookies.set(`${this.#name}-sign-in`, null, this.#options(0));
  }

  /**
   * Deletes the cookies and clears the browser's cache of receipts and avatars, since the next user of this browser may
   * be another person. Browsers honour it over HTTPS and at localhost only. Local storage is the dashboard's own: it
   * keeps the stored user until another one logs in (product 10.1).
   */
  clear(ctx: Context): void {
    ctx.cookies.secure = this.#https;
    for (const name of [this.#name, this.#revisionName]) ctx.cookies.set(name, null, this.#options(0));
    ctx.set('Clear-Site-Data', '"cache"');
  }

  #options(maxAge: number) {
    return { httpOnly: true, sameSite: 'lax', secure: this.#https, path: '/', maxAge, overwrite: true } as const;
  }
}

/** The newest revision of a ledger that this process has seen in the log, or that a request's cookie names, or -1. */
export function dueRevision(
  { waiters, cookie }: { waiters: RevisionWaiters; cookie: SessionCookie },
  ctx: Context,
  ledgerId: string,
): bigint {
  const [seen, named] = [waiters.seen(ledgerId), cookie.revisionOf(ctx, ledgerId)];
  return seen > named ? seen : named;
}

/**
 * Middleware that sets `ctx.state.session` from the cookie, or from a token in its place, and renews the cookie of a
 * prolonged session. The same statement tells whether the request's command was carried out before, and notes its time
 * zone.
 */
export function sessions(database: Database, cookie: SessionCookie, now: () => Date): Middleware<State> {
  return async (ctx, next) => {
    const token = cookie.read(ctx);
    const bearer = tokenOf(ctx, token !== null);
    if (bearer !== null && token !== null) throw new ProblemError('token_with_session');
    const commandId = ctx.get(IDEMPOTENCY_KEY) || null;
    const zone = requestedZone(ctx);
    ctx.state.session = await stage('session', async () => {
      if (token) return await findSession(database, token, commandId, now(), zone);
      if (bearer === null) return null;
      const given = { token: bearer, commandId, zone, address: ctx.ip };
      return (await findTokenSession(database, given, now())) ?? invalidToken(ctx);
    });
    if (ctx.state.session?.prolonged) cookie.write(ctx, ctx.state.session.token);
    await next();
  };
}
