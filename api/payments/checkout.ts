import type { Log } from '../../platform/log.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { ViewAfter } from '../commands/view-after.ts';
import { ProblemError } from '../http/problem-error.ts';
import { recordCheckoutOutcome, recordCheckoutStep } from './checkout-commands.ts';
import { latestView } from './latest-view.ts';
import type { CheckoutSession, Payments } from './payments.ts';
import { type Standing, standingOf } from './standing.ts';

/** How often it is begun anew because somebody else was faster, or the open checkout turned out to be over. */
const ROUNDS = 3;

/** A user's books, and where Premium is paid. */
export type OpenCheckout = ViewAfter & { url: string };

/**
 * Gives the checkout in which a user can pay for Premium: the open one, else a new one, recorded as open. However many
 * ask at once, one is open in the end. Throws the problems 'already_paid', 'payment_pending' while the money is on its
 * way, 'busy' and 'unavailable'.
 */
export async function openCheckout(
  services: CommandServices,
  payments: Payments,
  log: Log,
  ledgerId: string,
): Promise<OpenCheckout> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const books = await latestView(services, ledgerId);
    const { payment } = books.view.state;
    if (payment.status === 'paid') throw new ProblemError('already_paid');
    if (payment.status === 'none') {
      const begun = await begin(services, payments, ledgerId, books.view.revision);
      if (begun) return begun;
      continue;
    }
    const { standing, session } = await look(payments, ledgerId, payment.sessionId);
    if (standing === 'open' && session?.url) return { ...books, url: session.url };
    await recordCheckoutOutcome(services, log, ledgerId, payment.sessionId, standing);
    if (standing === 'paid') throw new ProblemError('already_paid');
    if (standing !== 'expired') throw new ProblemError('payment_pending');
  }
  throw new ProblemError('busy');
}

/**
 * Looks whether a user's open checkout has been paid, or is over, and records that. Gives their books after it,
 * unchanged where nothing is settled. Throws the problems 'busy' and 'unavailable'.
 */
export async function confirmPayment(
  services: CommandServices,
  payments: Payments,
  log: Log,
  ledgerId: string,
): Promise<ViewAfter> {
  const books = await latestView(services, ledgerId);
  const { payment } = books.view.state;
  if (payment.status !== 'open') return books;
  const { standing } = await look(payments, ledgerId, payment.sessionId);
  return (await recordCheckoutOutcome(services, log, ledgerId, payment.sessionId, standing)) ?? books;
}

/** Begins a checkout; null where another one became the open one meanwhile. */
async function begin(
  services: CommandServices,
  payments: Payments,
  ledgerId: string,
  revision: bigint,
): Promise<OpenCheckout | null> {
  const { id, url } = await payments.begin(ledgerId, revision);
  const books = await recordCheckoutStep(services, ledgerId, 'StartCheckout', id).catch(async (error) => {
    if (error instanceof ProblemError && error.code === 'already_paid') await payments.expire(id);
    throw error;
  });
  const { payment } = books.view.state;
  if (payment.status === 'open' && payment.sessionId === id && url) return { ...books, url };
  // Nobody may pay twice: what isn't recorded as open can't be paid.
  await payments.expire(id);
  return null;
}

/** How a checkout stands at Stripe; one that Stripe doesn't know can't be paid any more. */
async function look(
  payments: Payments,
  ledgerId: string,
  sessionId: string,
): Promise<{ standing: Standing; session: CheckoutSession | null }> {
  const session = await payments.find(sessionId);
  return { standing: session ? standingOf(session, ledgerId, await payments.price()) : 'expired', session };
}
