import { BASE_PATH } from '../../contract/addresses.ts';
import { LedgerErased } from '../../event-log/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Database } from '../../platform/postgres.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { recordCheckoutOutcome } from './checkout-commands.ts';
import type { CheckoutSession, Payments } from './payments.ts';
import { rawBody } from './raw-body.ts';
import { standingOf } from './standing.ts';

/**
 * Takes what Stripe tells of checkouts, in any order and however often. It is answered with 200 when there is nothing
 * left to do, and with 503 when Stripe should send it again. It belongs before whatever reads bodies, cookies and
 * origins: the signature alone says who it is from.
 */
export function paymentWebhook(router: AppRouter, services: CommandServices & { payments: Payments | null }): void {
  const { payments } = services;

  router.post(`${BASE_PATH}/pay/webhook`, async (ctx) => {
    if (!payments) throw new ProblemError('unavailable');
    const event = payments.readEvent(await rawBody(ctx.req), ctx.get('Stripe-Signature'));
    if (!event) throw new ProblemError('malformed');
    switch (event.type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
      case 'checkout.session.expired':
        await take(services, payments, ctx.state.log, event.data.object, false);
        break;
      case 'checkout.session.async_payment_failed':
        await take(services, payments, ctx.state.log, event.data.object, true);
        break;
      default:
        ctx.state.log.debug({ type: event.type }, 'an event that is not about checkouts');
    }
    ctx.body = { data: {} };
  });
}

async function take(
  services: CommandServices,
  payments: Payments,
  log: Log,
  session: CheckoutSession,
  failed: boolean,
): Promise<void> {
  const { id, client_reference_id: ledgerId } = session;
  if (!ledgerId || !(await isLedger(services.database, ledgerId))) {
    log.warn({ sessionId: id }, 'an event about a checkout of nobody known here');
    return;
  }
  const standing = failed ? 'expired' : standingOf(session, ledgerId, await payments.price());
  try {
    await recordCheckoutOutcome(services, log, ledgerId, id, standing);
  } catch (error) {
    if (!(error instanceof LedgerErased)) throw error;
    log.warn({ ledgerId, sessionId: id }, 'an event about a checkout of somebody who has left');
  }
}

async function isLedger(database: Database, ledgerId: string): Promise<boolean> {
  // Compared as text: what Stripe brings back need not be one of our ids.
  const { rows } = await database.query(
    'SELECT FROM identity.users WHERE ledger_id::text = lower($1) AND deleted_at IS NULL',
    [ledgerId],
  );
  return rows.length > 0;
}
