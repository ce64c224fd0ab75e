import type { Middleware } from 'koa';
import { IDEMPOTENCY_KEY } from '#contract/addresses.ts';
import type { Database } from '#platform/postgres.ts';
import { stage } from '#platform/telemetry/stage.ts';
import type { Context, State } from '../http/context.ts';
import { zoneNamed } from '../http/time-zone.ts';
import { findSession, SESSION_IDLE_MS } from './sessions.ts';

/** The cookie with the session token. Over HTTPS its name has the `__Host-` prefix, which binds it to this host. */
export class SessionCookie {
  readonly #https: boolean;
  readonly #name: string;

  constructor(https: boolean) {
    this.#https = https;
    this.#name = https ? '__Host-daybook' : 'daybook';
  }

  read(ctx: Context): string | null {
    return ctx.cookies.get(this.#name) ?? null;
  }

  write(ctx: Context, token: string): void {
    ctx.cookies.secure = this.#https; // A proxy may terminate TLS.
    ctx.cookies.set(this.#name, token, this.#options(SESSION_IDLE_MS));
  }

  /**
   * Deletes the cookie and clears the browser's cache of receipts and avatars, since the next user of this browser may
   * be another person. Browsers honour it over HTTPS and at localhost only. Local storage is the dashboard's own: it
   * keeps the stored user until another one logs in (product 10.1).
   */
  clear(ctx: Context): void {
    ctx.cookies.secure = this.#https;
    ctx.cookies.set(this.#name, null, this.#options(0));
    ctx.set('Clear-Site-Data', '"cache"');
  }

  #options(maxAge: number) {
    return { httpOnly: true, sameSite: 'lax', secure: this.#https, path: '/', maxAge, overwrite: true } as const;
  }
}

/** Middleware that sets `ctx.state.session` from the cookie, and renews the cookie of a prolonged session. */
export function sessions(database: Database, cookie: SessionCookie, now: () => Date): Middleware<State> {
  return async (ctx, next) => {
    const token = cookie.read(ctx);
    const key = ctx.get(IDEMPOTENCY_KEY) || null;
    const zone = zoneNamed(ctx);
    ctx.state.session = token ? await stage('session', () => findSession(database, token, key, now(), zone)) : null;
    if (ctx.state.session?.prolonged) cookie.write(ctx, ctx.state.session.token);
    await next();
  };
}
