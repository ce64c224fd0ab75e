import { createHash, timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';

/** What a page may do: show its own style, and send its form to this very server. */
const POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** How this machine calls itself. Any other name may be one that somebody has made point here. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** Sends with every answer what keeps a browser from doing more with it than show it. */
export const harmless: Middleware = async (ctx, next) => {
  ctx.set('Content-Security-Policy', POLICY);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.set('Cross-Origin-Opener-Policy', 'same-origin');
  ctx.set('Cache-Control', 'no-store');
  await next();
};

/** Answers only who calls this machine by its own name, so that no other site can read along by a name of its own. */
export const loopbackNamesOnly: Middleware = async (ctx, next) => {
  if (LOOPBACK.test(ctx.get('Host'))) return await next();
  ctx.status = 421;
  ctx.type = 'text';
  ctx.body = 'These pages are for this machine alone: open them as http://localhost.\n';
};

/** Nothing can be changed here. */
export const readingOnly: Middleware = async (ctx, next) => {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return await next();
  ctx.status = 405;
  ctx.set('Allow', 'GET, HEAD');
  ctx.type = 'text';
  ctx.body = 'These pages can only be read.\n';
};

/** Says whether somebody with this name and password may look. */
export type Admits = (name: string, password: string) => boolean;

/** Who may look: those who know a name and password, and those who open the address with the key once. */
export type Entry = { readonly admits: Admits; readonly key: string };

const COOKIE = 'eventstore-pages';

/**
 * Takes a name and a password, or the key: as `?key=` of an address, and from then on as a cookie. Nobody else may look.
 */
export const knownOnly =
  ({ admits, key }: Entry): Middleware =>
  async (ctx, next) => {
    if (isSame(ctx.query.key, key)) {
      ctx.cookies.set(COOKIE, key, { httpOnly: true, sameSite: 'strict', overwrite: true });
      // Without the key, the address can be shown to others.
      const { key: _, ...query } = ctx.query;
      ctx.query = query;
      return ctx.redirect(ctx.url);
    }
    const [, encoded = ''] = /^Basic (.+)$/i.exec(ctx.get('Authorization')) ?? [];
    const [, name, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
    if (name !== undefined && password !== undefined && admits(name, password)) return await next();
    if (isSame(ctx.cookies.get(COOKIE), key)) return await next();
    ctx.status = 401;
    ctx.set('WWW-Authenticate', 'Basic realm="Event store", charset="UTF-8"');
    ctx.type = 'text';
    ctx.body = 'These pages are for administrators of the event store.\n';
  };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time. */
export function isSame(given: unknown, wanted: string): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(wanted));
}
