import type { Middleware } from 'koa';
import { SettingsError } from '../../platform/settings.ts';
import { ProblemError } from './problem-error.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Names that mean the browser's own machine, whoever is asked. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Reads PUBLIC_ORIGIN, how browsers reach Daybook, as a browser writes it in `Origin`; without it that is
 * http://localhost and the port. Throws a SettingsError where it is none.
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
 * Refuses writes that another site made a browser send. Every browser names the page a write comes from in `Origin`
 * (or says by `Sec-Fetch-Site` that it is the same site): it has to be the public one, or this machine's at the port the
 * request came to. What the request says of its own address (`Host`) proves nothing, since anybody can have a name point
 * here. A program that is no browser sends neither, and carries nobody's cookie unawares.
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
  // A browser leaves port 80 out.
  return (
    origin === publicOrigin || LOOPBACK.some((name) => origin === `http://${name}${port === 80 ? '' : `:${port}`}`)
  );
}
