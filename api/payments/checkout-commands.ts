import { createHash } from 'node:crypto';
import type { Log } from '../../platform/log.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { executeAndLoad } from '../commands/execute-and-load.ts';
import { inputHash } from '../commands/input-hash.ts';
import type { ViewAfter } from '../commands/view-after.ts';
import type { Standing } from './standing.ts';

/** What the ledger is told of a checkout. */
type Step = 'StartCheckout' | 'ExpireCheckout' | 'ConfirmPayment';

/**
 * Records a step of a checkout in a user's ledger and gives the books after it. Each step of a checkout is one command,
 * whoever brings it and however often: the second time it is recognised by its id. Throws as `executeAndLoad` does.
 */
export async function recordCheckoutStep(
  services: CommandServices,
  ledgerId: string,
  type: Step,
  sessionId: string,
): Promise<ViewAfter> {
  const digest = createHash('sha256').update(sessionId).digest('base64url');
  const intent = {
    ledgerId,
    // No idempotency key of a client's has a space in it, so none can be in the way.
    commandId: `${type} ${digest}`,
    inputHash: inputHash(type, { sessionId }),
    recordedAt: services.now().toISOString(),
    command: { type, sessionId },
  };
  return await executeAndLoad(services, intent, {});
}

/**
 * Records what has become of a checkout, where that is settled: its payment, or that it came to nothing. Gives the books
 * after it, or null where there is nothing to record. What needs a person's look, since money moved that bought
 * nothing, is logged as an error.
 */
export async function recordCheckoutOutcome(
  services: CommandServices,
  log: Log,
  ledgerId: string,
  sessionId: string,
  standing: Standing,
): Promise<ViewAfter | null> {
  switch (standing) {
    case 'paid': {
      const books = await recordCheckoutStep(services, ledgerId, 'ConfirmPayment', sessionId);
      const { payment } = books.view.state;
      if (payment.status === 'paid' && payment.sessionId !== sessionId) {
        log.error({ ledgerId, sessionId }, 'Premium was paid a second time: give the money back');
      }
      return books;
    }
    case 'expired':
      return await recordCheckoutStep(services, ledgerId, 'ExpireCheckout', sessionId);
    case 'mismatched':
      log.error({ ledgerId, sessionId }, 'a checkout was paid, but not as Premium is paid by this user');
      return null;
    case 'open':
    case 'pending':
      return null;
    default:
      return standing satisfies never;
  }
}
