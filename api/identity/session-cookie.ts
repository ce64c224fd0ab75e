import type { Middleware } from 'koa';
import type { Database } from '../../platform/postgres.ts';
import type { Context, State } from '../http/context.ts';
import { ABSENCE, findSession } from './sessions.ts';

/** How the session's token travels: over HTTPS under a name that browsers bind to this host. */
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
    ctx.cookies.secure = this.#https; // TLS may end at a proxy before us.
    ctx.cookies.set(this.#name, token, this.#options(ABSENCE));
  }

  /**
   * Ends it in the browser, and has that forget the receipts and avatars it keeps for a year: the next one at this browser is
   * somebody else. Browsers do so over HTTPS and at localhost alone. What is stored by pages stays: the theme is nobody's.
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

/** Finds whose request it is, by its cookie. */
export function sessions(database: Database, cookie: SessionCookie, now: () => Date): Middleware<State> {
  return async (ctx, next) => {
    const token = cookie.read(ctx);
    ctx.state.session = token ? await findSession(database, token, now()) : null;
    if (ctx.state.session?.prolonged) cookie.write(ctx, ctx.state.session.token);
    await next();
  };
}
