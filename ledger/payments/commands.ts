import { happened, NOTHING, type Rules, rejected } from '../model/command-rule.ts';
import type { PaymentEvent } from './events.ts';

/** `sessionId` is the checkout's, by Stripe. */
export type PaymentCommand =
  | { type: 'StartCheckout'; sessionId: string }
  | { type: 'ExpireCheckout'; sessionId: string }
  | { type: 'ConfirmPayment'; sessionId: string };

/** The rules of the payment for Premium (product 6). */
export const paymentCommands: Rules<PaymentCommand, PaymentEvent> = {
  StartCheckout: {
    decide({ sessionId }, { payment }) {
      if (payment.status === 'paid') return rejected('already_paid');
      // Only one checkout is open at a time, so that nobody pays twice. The next can start when it has expired.
      if (payment.status === 'open') return NOTHING;
      return happened({ type: 'CheckoutStarted', data: { sessionId } });
    },
  },
  ExpireCheckout: {
    decide({ sessionId }, { payment }) {
      if (payment.status !== 'open' || payment.sessionId !== sessionId) return NOTHING;
      return happened({ type: 'CheckoutExpired', data: { sessionId } });
    },
  },
  ConfirmPayment: {
    decide({ sessionId }, { payment }) {
      if (payment.status === 'paid') return NOTHING;
      return happened({ type: 'PaymentConfirmed', data: { sessionId } });
    },
  },
};
