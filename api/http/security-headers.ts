import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

/**
 * Middleware that sets the security headers against framing, content sniffing and foreign scripts. `https` enables HSTS
 * and upgrade-insecure-requests, which would break a site that is reached over plain HTTP.
 */
export function apiSecurityHeaders(https: boolean): Middleware {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The libraries for toasts and positioned layers insert style elements.
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
