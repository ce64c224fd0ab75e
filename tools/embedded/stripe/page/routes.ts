import { readFile } from 'node:fs/promises';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { readForm } from '../calls/body.ts';
import type { StripeSession } from '../checkout/session.ts';
import type { Sessions } from '../checkout/sessions.ts';
import { checkCard } from './card.ts';
import { checkoutPage } from './checkout-page.ts';
import { pageNotice } from './page.ts';

const STYLE = new URL('checkout.css', import.meta.url);

/** The routes of the checkout page, at /pay/:id. `now` is a Unix time in seconds. */
export function pageRoutes(sessions: Sessions, now: () => number): Middleware {
  const router = new Router();

  router.get('/checkout.css', async (ctx) => {
    ctx.type = 'css';
    ctx.body = await readFile(STYLE, 'utf8');
  });

  router.get('/pay/:id', async (ctx) => {
    const session = await sessions.find(ctx.params.id ?? '');
    if (session?.status === 'open') show(ctx, 200, checkoutPage(session, null, null), session);
    else showClosed(ctx, session);
  });

  router.post('/pay/:id', async (ctx) => {
    const { form } = await readForm(ctx.req);
    const typed = (name: string) => String(form.get(name) ?? '');
    const card = { number: typed('number'), expiry: typed('expiry'), cvc: typed('cvc') };
    const session = await sessions.find(ctx.params.id ?? '');
    if (session?.status !== 'open') return showClosed(ctx, session);
    const problem = checkCard(card, new Date(now() * 1000));
    if (problem) return show(ctx, 402, checkoutPage(session, card, problem), session);
    const closed = await sessions.pay(session);
    if (closed.status !== 'complete') return showClosed(ctx, closed);
    ctx.status = 303;
    ctx.set('Location', afterPayment(closed));
  });

  return router.routes() as unknown as Middleware;
}

function showClosed(ctx: Context, session: StripeSession | null): void {
  if (!session) {
    show(ctx, 404, pageNotice('This checkout does not exist', 'Its address may be incomplete.', null), null);
  } else if (session.status === 'complete') {
    const link = { href: afterPayment(session), label: 'Go on' };
    show(ctx, 200, pageNotice('This is paid', 'Nothing more is to be done here.', link), session);
  } else {
    const link = session.cancelUrl ? { href: session.cancelUrl, label: 'Go back' } : null;
    show(
      ctx,
      200,
      pageNotice('This checkout has expired', 'Nothing was paid. Go back and begin again.', link),
      session,
    );
  }
}

function show(ctx: Context, status: number, text: string, session: StripeSession | null): void {
  // Web browsers apply form-action to the redirect of a form's answer, too.
  const target = session ? ` ${new URL(session.successUrl).origin}` : '';
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self'${target}`,
  ].join('; ');
  ctx.set('Content-Security-Policy', policy);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('Cache-Control', 'no-store');
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = text;
}

/** The success URL of a session, in which `{CHECKOUT_SESSION_ID}` is replaced by its id. */
function afterPayment({ successUrl, id }: StripeSession): string {
  return successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id);
}
