import type { Middleware } from 'koa';
import { BASE_PATH, DIGEST_PATH, TOKEN_SCOPE } from '#contract/addresses.ts';
import { calls } from '#contract/calls.ts';
import { canBeCut, SCOPES, type Scope, scopeOf } from '#contract/scopes.ts';
import type { Context, State } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { RequestLimits } from '../limits/limits.ts';
import { TOKEN_PREFIX } from './tokens.ts';

/** The scheme of the header, and the token, with one or more spaces between them (RFC 6750). */
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/**
 * The token of a request, or null if it has none. Throws the problem token_invalid for another text, which is left
 * alone beside a session's cookie: a proxy before Daybook may add a header of its own to the requests of a browser.
 */
export function tokenOf(ctx: Context, hasCookie: boolean): string | null {
  const header = ctx.get('Authorization');
  if (header === '' || /^Basic\b/i.test(header)) return null;
  const token = BEARER.exec(header)?.[1];
  if (hasCookie && !token?.startsWith(TOKEN_PREFIX)) return null;
  return token ?? invalidToken(ctx);
}

/** Throws the problem token_invalid, with the header that names the scheme. */
export function invalidToken(ctx: Context): never {
  ctx.set('WWW-Authenticate', 'Bearer');
  throw new ProblemError('token_invalid');
}

/** The least scope for each call, by method and path. */
const SCOPE_OF_CALL = new Map<string, Scope | null>(
  Object.values(calls).map((call) => [`${call.method} ${BASE_PATH}${call.path}`, scopeOf(call)]),
);
/** The calls that a token for some accounts may make. */
const CUT_CALLS = new Set(Object.values(calls).flatMap((call) => (canBeCut(call) ? [`${BASE_PATH}${call.path}`] : [])));
/** Receipts and the page of a month are no calls, and are read. */
const READ_BESIDE = [`${BASE_PATH}/files/`, `${BASE_PATH}${DIGEST_PATH}`];

function neededScope({ method, path }: Context): Scope | null {
  const called = method === 'HEAD' ? 'GET' : method;
  const known = SCOPE_OF_CALL.get(`${called} ${path}`);
  if (known !== undefined) return known;
  return called === 'GET' && READ_BESIDE.some((beside) => path.startsWith(beside)) ? 'read' : null;
}

/**
 * Middleware that lets a token make the calls of its scope alone, however a route is registered: throws the problem
 * token_scope for all others, and token_accounts for those that a token for some accounts can't make. Each token has a
 * rate limit of its own.
 */
export function tokenScopes(limits: RequestLimits): Middleware<State> {
  return async (ctx, next) => {
    const bearer = ctx.state.session?.bearer;
    if (bearer) {
      ctx.set(TOKEN_SCOPE, bearer.scope);
      await limits.take(ctx, 'token', bearer.tokenId);
      const needed = neededScope(ctx);
      if (needed === null || SCOPES.indexOf(bearer.scope) < SCOPES.indexOf(needed))
        throw new ProblemError('token_scope');
      if (bearer.accounts !== null && !CUT_CALLS.has(ctx.path)) throw new ProblemError('token_accounts');
    }
    await next();
  };
}
