import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

/**
 * The headers that keep a page of Daybook from being framed, sniffed or scripted from outside. Scripts come from files
 * of our own alone. `https` says whether browsers reach us that way: only then may they be told to insist on it.
 */
export function securityHeaders(https: boolean): Middleware {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Toasts and positioned layers bring their styles along as elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
  }) as unknown as Middleware;
}
