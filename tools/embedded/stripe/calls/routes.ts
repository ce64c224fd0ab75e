import { createHash } from 'node:crypto';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import { newId, presentSession, type StripeSession } from '../checkout/session.ts';
import type { Sessions } from '../checkout/sessions.ts';
import { readForm } from './body.ts';
import { newSession } from './create-session.ts';
import { missingParameter, StripeFailure } from './failure.ts';
import { checkKey } from './key.ts';
import { object } from './parameters.ts';
import { presentPrice, priceById, type StripePrice } from './prices.ts';

export type ApiOptions = {
  sessions: Sessions;
  prices: readonly StripePrice[];
  /** The secret key that requests must have. */
  key: string;
  /** The present time, as a Unix time in seconds. */
  now(): number;
  /** The origin of the checkout pages. */
  origin(): string;
};

const noParameters = object({});

/** The calls of Stripe's API that the stand-in answers, under /v1. */
export function apiRoutes({ sessions, prices, key, now, origin }: ApiOptions): Middleware {
  const router = new Router({ prefix: '/v1' });

  router.post('/checkout/sessions', async (ctx) => {
    const { text, form } = await readForm(ctx.req);
    const idempotencyKey = ctx.get('Idempotency-Key');
    const request = createHash('sha256').update(`${ctx.path}\n${text}`).digest('hex');
    const before = idempotencyKey === '' ? null : sessions.answerTo(idempotencyKey);
    if (before) {
      if (before.request !== request) throw otherRequest(idempotencyKey);
      ctx.set('Idempotent-Replayed', 'true');
      ctx.body = presentSession(asCreated(await byId(before.sessionId)), origin());
      return;
    }
    const session = newSession(form, prices, now());
    await sessions.add(session, idempotencyKey === '' ? null : { key: idempotencyKey, request });
    ctx.body = presentSession(session, origin());
  });

  router.get('/checkout/sessions/:id', async (ctx) => {
    ctx.body = presentSession(await byId(ctx.params.id ?? ''), origin());
  });

  router.post('/checkout/sessions/:id/expire', async (ctx) => {
    const { form } = await readForm(ctx.req);
    noParameters(form, '');
    const session = await byId(ctx.params.id ?? '');
    if (session.status !== 'open') {
      throw new StripeFailure(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. ` +
          `This Checkout Session has a status of ${session.status}.`,
      );
    }
    ctx.body = presentSession(await sessions.expire(session), origin());
  });

  router.get('/prices/:id', async (ctx) => {
    ctx.body = presentPrice(priceById(prices, ctx.params.id ?? '', 'price'));
  });

  async function byId(id: string): Promise<StripeSession> {
    const session = await sessions.find(id);
    if (!session) throw missingParameter('checkout.session', id, 'session');
    return session;
  }

  const routes = router.routes() as unknown as Middleware;
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/v1/')) return await next();
    ctx.set('Request-Id', newId('req'));
    if (ctx.get('Stripe-Version')) ctx.set('Stripe-Version', ctx.get('Stripe-Version'));
    try {
      checkKey(ctx.get('Authorization'), key);
      await routes(ctx, async () => {
        throw new StripeFailure(404, `Unrecognized request URL (${ctx.method}: ${ctx.path}).`);
      });
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      ctx.status = error.status;
      ctx.body = error.toBody();
    }
  };
}

/** A session as in the answer to its creation: an idempotency key repeats that answer, whatever has changed since. */
function asCreated(session: StripeSession): StripeSession {
  return { ...session, status: 'open', paymentIntent: null };
}

function otherRequest(key: string): StripeFailure {
  return new StripeFailure(
    400,
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
    {},
    'idempotency_error',
  );
}
