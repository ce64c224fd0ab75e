import { createHash, timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';

/** A page may load its own style sheet and send its form to this server, nothing else. */
const POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Names of the loopback interface. Any other name may be a DNS name that an attacker has pointed at this machine. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** Adds headers to every answer that let a web browser only display it. */
export const securityHeaders: Middleware = async (ctx, next) => {
  ctx.set('Content-Security-Policy', POLICY);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.set('Cross-Origin-Opener-Policy', 'same-origin');
  ctx.set('Cache-Control', 'no-store');
  await next();
};

/** Refuses requests whose `Host` is no loopback name, against DNS rebinding. */
export const loopbackHostsOnly: Middleware = async (ctx, next) => {
  if (LOOPBACK.test(ctx.get('Host'))) return await next();
  ctx.status = 421;
  ctx.type = 'text';
  ctx.body = 'These pages are for this machine alone: open them as http://localhost.\n';
};

/** Refuses every method but GET and HEAD. */
export const readOnly: Middleware = async (ctx, next) => {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return await next();
  ctx.status = 405;
  ctx.set('Allow', 'GET, HEAD');
  ctx.type = 'text';
  ctx.body = 'These pages can only be read.\n';
};

/** The check of callers: those with the administrator's name and password, or with the key, have access. */
export type Access = { readonly isAdmin: (name: string, password: string) => boolean; readonly key: string };

const COOKIE = 'eventstore-pages';

/** Requires a name and a password, or the key: once as `?key=` of the address, from then on as a cookie. */
export const authenticatedOnly =
  ({ isAdmin, key }: Access): Middleware =>
  async (ctx, next) => {
    if (equalInConstantTime(ctx.query.key, key)) {
      ctx.cookies.set(COOKIE, key, { httpOnly: true, sameSite: 'strict', overwrite: true });
      // The address in the location bar has no key, so that it can be shared.
      const { key: _, ...query } = ctx.query;
      ctx.query = query;
      return ctx.redirect(ctx.url);
    }
    const [, encoded = ''] = /^Basic (.+)$/i.exec(ctx.get('Authorization')) ?? [];
    const [, name, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
    if (name !== undefined && password !== undefined && isAdmin(name, password)) return await next();
    if (equalInConstantTime(ctx.cookies.get(COOKIE), key)) return await next();
    ctx.status = 401;
    ctx.set('WWW-Authenticate', 'Basic realm="Event store", charset="UTF-8"');
    ctx.type = 'text';
    ctx.body = 'These pages are for administrators of the event store.\n';
  };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares a value with a secret in constant time; false for a value that is no string. */
export function equalInConstantTime(given: unknown, wanted: string): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(wanted));
}
