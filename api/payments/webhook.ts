import { BASE_PATH } from '#contract/addresses.ts';
import { LedgerErased } from '#event-log/errors.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { recordCheckoutStatus } from './checkout-commands.ts';
import { checkoutStatus } from './checkout-status.ts';
import type { CheckoutSession, Payments } from './payments.ts';
import { rawBody } from './raw-body.ts';

/**
 * Registers Stripe's webhook. Events may come in any order, and repeatedly. 200 means done; 503 makes Stripe retry.
 * Must be registered before the middleware for bodies, cookies and origins: only the signature authenticates the
 * sender.
 */
export function paymentWebhook(router: AppRouter, services: CommandServices & { payments: Payments | null }): void {
  const { payments } = services;

  router.post(`${BASE_PATH}/pay/webhook`, async (ctx) => {
    if (!payments) throw new ProblemError('unavailable');
    const event = await payments.readEvent(await rawBody(ctx.req), ctx.get('Stripe-Signature'));
    if (!event) throw new ProblemError('malformed');
    switch (event.type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
      case 'checkout.session.expired':
        await handleCheckout(services, payments, ctx.state.log, event.data.object, false);
        break;
      case 'checkout.session.async_payment_failed':
        await handleCheckout(services, payments, ctx.state.log, event.data.object, true);
        break;
      default:
        ctx.state.log.debug({ type: event.type }, 'webhook event ignored');
    }
    ctx.body = { data: {} };
  });
}

async function handleCheckout(
  services: CommandServices,
  payments: Payments,
  log: Log,
  session: CheckoutSession,
  failed: boolean,
): Promise<void> {
  const { id, client_reference_id: ledgerId } = session;
  if (!ledgerId || !(await isLedger(services.database, ledgerId))) {
    log.warn({ sessionId: id }, 'webhook event for an unknown ledger');
    return;
  }
  const status = failed ? 'expired' : checkoutStatus(session, ledgerId, await payments.price());
  try {
    await recordCheckoutStatus(services, log, ledgerId, id, status);
  } catch (error) {
    if (!(error instanceof LedgerErased)) throw error;
    log.warn({ ledgerId, sessionId: id }, 'webhook event for a deleted ledger');
  }
}

async function isLedger(database: Database, ledgerId: string): Promise<boolean> {
  // Compared as text: Stripe's value may be no UUID.
  const { rows } = await database.query(
    'SELECT FROM identity.users WHERE ledger_id::text = lower($1) AND deleted_at IS NULL',
    [ledgerId],
  );
  return rows.length > 0;
}
