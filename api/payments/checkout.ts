import type { Log } from '#platform/log.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { Executed } from '../commands/execute-and-load.ts';
import { ProblemError } from '../http/problem-error.ts';
import { recordCheckoutStatus, recordCheckoutStep } from './checkout-commands.ts';
import { type CheckoutStatus, checkoutStatus } from './checkout-status.ts';
import { latestView } from './latest-view.ts';
import type { CheckoutSession, Payments } from './payments.ts';

/** Attempts when a concurrent request opens a checkout, or the open one has expired. */
const ATTEMPTS_MAX = 3;

/** The ledger, and the URL of Stripe's checkout page. */
export type OpenCheckout = Executed & { url: string };

/**
 * Gives the ledger's open checkout, or creates and records one. Concurrent calls end with one open checkout. Throws the
 * problems 'already_paid', 'payment_pending' (Stripe hasn't settled the payment), 'busy' and 'unavailable'.
 */
export async function openCheckout(
  services: CommandServices,
  payments: Payments,
  log: Log,
  ledgerId: string,
): Promise<OpenCheckout> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const latest = await latestView(services, ledgerId);
    const { payment } = latest.view.state;
    if (payment.status === 'paid') throw new ProblemError('already_paid');
    if (payment.status === 'none') {
      const created = await createCheckout(services, payments, ledgerId, latest.view.revision);
      if (created) return created;
      continue;
    }
    const { status, session } = await fetchStatus(payments, ledgerId, payment.sessionId);
    if (status === 'open' && session?.url) return { ...latest, url: session.url };
    await recordCheckoutStatus(services, log, ledgerId, payment.sessionId, status);
    if (status === 'paid') throw new ProblemError('already_paid');
    if (status !== 'expired') throw new ProblemError('payment_pending');
  }
  throw new ProblemError('busy');
}

/**
 * Fetches the status of the ledger's open checkout from Stripe and records it when it is final. Gives the ledger.
 * Throws the problems 'busy' and 'unavailable'.
 */
export async function confirmCheckout(
  services: CommandServices,
  payments: Payments,
  log: Log,
  ledgerId: string,
): Promise<Executed> {
  const latest = await latestView(services, ledgerId);
  const { payment } = latest.view.state;
  if (payment.status !== 'open') return latest;
  const { status } = await fetchStatus(payments, ledgerId, payment.sessionId);
  return (await recordCheckoutStatus(services, log, ledgerId, payment.sessionId, status)) ?? latest;
}

/** Creates and records a checkout; null when a concurrent request recorded another one first. */
async function createCheckout(
  services: CommandServices,
  payments: Payments,
  ledgerId: string,
  revision: bigint,
): Promise<OpenCheckout | null> {
  const { id, url } = await payments.begin(ledgerId, revision);
  const executed = await recordCheckoutStep(services, ledgerId, 'StartCheckout', id).catch(async (error) => {
    if (error instanceof ProblemError && error.code === 'already_paid') await payments.expire(id);
    throw error;
  });
  const { payment } = executed.view.state;
  if (payment.status === 'open' && payment.sessionId === id && url) return { ...executed, url };
  // Prevents a second payment: only the recorded checkout may stay open.
  await payments.expire(id);
  return null;
}

/** Fetches a checkout and its status from Stripe; a checkout unknown to Stripe counts as expired. */
async function fetchStatus(
  payments: Payments,
  ledgerId: string,
  sessionId: string,
): Promise<{ status: CheckoutStatus; session: CheckoutSession | null }> {
  const session = await payments.find(sessionId);
  return { status: session ? checkoutStatus(session, ledgerId, await payments.price()) : 'expired', session };
}
