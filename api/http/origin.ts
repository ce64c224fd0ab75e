import type { Middleware } from 'koa';
import { SettingsError } from '#platform/settings.ts';
import { ProblemError } from './problem-error.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Host names that always resolve to the browser's machine. */
export const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Reads PUBLIC_ORIGIN and normalizes it as browsers do in `Origin`; the default is http://localhost:<port>. Throws
 * SettingsError when it is no origin.
 */
export function publicOriginOf(env: NodeJS.ProcessEnv, port: number): string {
  const text = env.PUBLIC_ORIGIN || `http://localhost:${port}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new SettingsError(`PUBLIC_ORIGIN is '${text}', but has to look like https://daybook.example.`);
  }
  return url.origin;
}

/**
 * Middleware against cross-site request forgery: throws foreign_origin for a write whose `Origin` is neither the public
 * origin nor loopback at the request's port. `Host` is not used, since any domain name can point at this server (DNS
 * rebinding). A client without `Origin` and `Sec-Fetch-Site` is no browser, so it has no ambient cookie to abuse.
 */
export function ownOrigin(publicOrigin: string): Middleware {
  return async (ctx, next) => {
    const { localPort } = ctx.req.socket;
    if (!SAFE.has(ctx.method) && !isOurs(ctx.get('Origin'), ctx.get('Sec-Fetch-Site'), localPort, publicOrigin)) {
      throw new ProblemError('foreign_origin');
    }
    await next();
  };
}

function isOurs(origin: string, site: string, port: number | undefined, publicOrigin: string): boolean {
  if (origin === '') return site === '' || site === 'same-origin' || site === 'none';
  // Browsers omit port 80.
  return (
    origin === publicOrigin || LOOPBACK.some((name) => origin === `http://${name}${port === 80 ? '' : `:${port}`}`)
  );
}
