import * as streamableHttp from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type Koa from 'koa';
import type { Middleware } from 'koa';
import { type DispatchFunc, inject } from 'light-my-request';
import { BASE_PATH, TIME_ZONE } from '#contract/addresses.ts';
import { CURRENCIES } from '#ledger/model/constants.ts';
import { type Ask, bodyOf, pathWith } from '#mcp/ask.ts';
import { type Agent, createServer } from '#mcp/server.ts';
import { jsonBody } from '../http/body.ts';
import type { Context, State } from '../http/context.ts';
import { ownOrigin } from '../http/origin.ts';
import { ProblemError } from '../http/problem-error.ts';
import { todayInZone } from '../http/time-zone.ts';
import { invalidToken, tokenOf } from '../identity/bearer.ts';
import type { IdentityServices } from '../identity/services.ts';
import { findTokenSession } from '../identity/tokens.ts';

/** The path of the agents' protocol, which is no call: it stands at the root. */
const MCP_PATH = '/mcp';
/** A file whose text is previewed may be as large. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;
const NOTHING_NEXT = async () => undefined;

/**
 * Middleware of the agents' protocol (product 5.19): each tool is a call of this API, made as a request of its own with
 * the agent's token, so that scope, limits and the user's own writes hold as for any program. Nothing is kept between
 * requests. Throws the problems method_not_allowed, foreign_origin, token_invalid, malformed and too_large.
 */
export function agentsProtocol(
  app: Koa<State>,
  { database, cookie, now }: IdentityServices,
  publicOrigin: string,
): Middleware<State> {
  const checkOrigin = ownOrigin(publicOrigin);
  const parse = jsonBody(BODY_BYTES_MAX);
  return async (ctx, next) => {
    if (ctx.path !== MCP_PATH) return await next();
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      throw new ProblemError('method_not_allowed');
    }
    await checkOrigin(ctx, NOTHING_NEXT);
    const token = tokenOf(ctx, false);
    if (token !== null && cookie.read(ctx) !== null) throw new ProblemError('token_with_session');
    const asked = token === null ? null : { token, commandId: null, zone: ctx.get(TIME_ZONE) || null, address: ctx.ip };
    const session = asked && (await findTokenSession(database, asked, now()));
    if (!session?.bearer) return invalidToken(ctx);
    await parse(ctx, NOTHING_NEXT);
    const currency = CURRENCIES[session.currency as keyof typeof CURRENCIES];
    const today = todayInZone(ctx, now());
    await answer(ctx, { ask: askerOf(app, ctx), scope: session.bearer.scope, currency, today });
  };
}

/** Gives what asks this API with the token, the time zone and the address of a request. */
function askerOf(app: Koa<State>, ctx: Context): Ask {
  const dispatch = app.callback() as DispatchFunc;
  return async (asked) => {
    const body = bodyOf(asked);
    const encoded = body instanceof FormData ? new Response(body) : null;
    const type = encoded ? (encoded.headers.get('Content-Type') ?? '') : 'application/json';
    const payload = encoded ? Buffer.from(await encoded.bytes()) : (body as string | undefined);
    const {
      statusCode,
      headers,
      payload: answered,
    } = await inject(dispatch, {
      method: asked.method,
      url: BASE_PATH + pathWith(asked),
      remoteAddress: ctx.ip,
      headers: {
        Authorization: ctx.get('Authorization'),
        ...(ctx.get(TIME_ZONE) !== '' && { [TIME_ZONE]: ctx.get(TIME_ZONE) }),
        ...(payload !== undefined && { 'Content-Type': type }),
      },
      ...(payload !== undefined && { payload }),
    });
    const single = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return { status: statusCode, headers: Object.fromEntries(single), body: answered };
  };
}

async function answer(ctx: Context, agent: Agent): Promise<void> {
  const transport = new streamableHttp.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createServer(agent);
  // Its types say of some fields that they may be absent, and of none that they may be undefined.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  try {
    const headers = new Headers();
    for (const name of ['Accept', 'Content-Type', 'MCP-Protocol-Version'])
      if (ctx.get(name) !== '') headers.set(name, ctx.get(name));
    const request = new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers });
    const response = await transport.handleRequest(request, { parsedBody: (ctx.request as { body?: unknown }).body });
    ctx.status = response.status;
    const type = response.headers.get('Content-Type');
    if (type !== null) ctx.set('Content-Type', type);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await response.text();
  } finally {
    await server.close();
  }
}
