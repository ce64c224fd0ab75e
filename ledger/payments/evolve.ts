import type { Evolvers } from '../model/event-schema.ts';
import type { paymentEvents } from './events.ts';

/** What these events do to the state. */
export const evolvePayments: Evolvers<typeof paymentEvents> = {
  CheckoutStarted(draft, { sessionId }) {
    draft.payment = { status: 'open', sessionId };
  },
  CheckoutExpired(draft) {
    draft.payment = { status: 'none' };
  },
  PaymentConfirmed(draft, { sessionId }) {
    draft.payment = { status: 'paid', sessionId };
  },
};
