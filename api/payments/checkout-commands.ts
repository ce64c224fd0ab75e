import { createHash } from 'node:crypto';
import type { Log } from '#platform/log.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { type Executed, executeAndLoad } from '../commands/execute-and-load.ts';
import { inputHash } from '../commands/input-hash.ts';
import type { CheckoutStatus } from './checkout-status.ts';

/** The commands about a checkout. */
type Step = 'StartCheckout' | 'ExpireCheckout' | 'ConfirmPayment';

/**
 * Records a step of a checkout in the ledger and gives the updated ledger. The command id is derived from step and
 * checkout, so repeats by the browser or the webhook have no effect. Throws as `executeAndLoad` does.
 */
export async function recordCheckoutStep(
  services: CommandServices,
  ledgerId: string,
  type: Step,
  sessionId: string,
): Promise<Executed> {
  const digest = createHash('sha256').update(sessionId).digest('base64url');
  const intent = {
    ledgerId,
    // The space rules out a collision with a client's idempotency key, which has none.
    commandId: `${type} ${digest}`,
    inputHash: inputHash(type, { sessionId }),
    recordedAt: services.now().toISOString(),
    actor: null,
    command: { type, sessionId },
  };
  return await executeAndLoad(services, intent);
}

/**
 * Records a final status of a checkout, paid or expired, and gives the updated ledger; null for any other status. Logs
 * an error when money was paid that bought nothing and an operator has to refund.
 */
export async function recordCheckoutStatus(
  services: CommandServices,
  log: Log,
  ledgerId: string,
  sessionId: string,
  status: CheckoutStatus,
): Promise<Executed | null> {
  switch (status) {
    case 'paid': {
      const executed = await recordCheckoutStep(services, ledgerId, 'ConfirmPayment', sessionId);
      const { payment } = executed.view.state;
      if (payment.status === 'paid' && payment.sessionId !== sessionId) {
        log.error({ ledgerId, sessionId }, 'Premium was paid twice: refund this checkout');
      }
      return executed;
    }
    case 'expired':
      return await recordCheckoutStep(services, ledgerId, 'ExpireCheckout', sessionId);
    case 'mismatched':
      log.error({ ledgerId, sessionId }, 'checkout paid with the wrong amount, currency or user');
      return null;
    case 'open':
    case 'pending':
      return null;
    default:
      return status satisfies never;
  }
}
