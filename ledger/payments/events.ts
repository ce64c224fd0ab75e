import { z } from 'zod';
import { noPostings } from '../model/double-entry.ts';
import { type EventOf, event } from '../model/event-definition.ts';

/** Premium is paid outside of the ledger: no entity changes, and no money moves. */
const ofPayment = {
  data: { sessionId: z.string().min(1).describe("the checkout, by Stripe's id") },
  begins: 'payment',
  effect: null,
  postings: noPostings,
  moves: null,
} as const;

/** The payment for Premium (product 6). */
export const paymentEvents = {
  CheckoutStarted: event({
    about: { when: 'The user begins to pay for Premium, and no checkout is open.', also: 'the checkout is open' },
    ...ofPayment,
    evolve(draft, { sessionId }) {
      draft.payment = { status: 'open', sessionId };
    },
  }),
  CheckoutExpired: event({
    about: { when: 'The open checkout can no longer be paid.', also: 'no checkout is open; another can be started' },
    ...ofPayment,
    evolve(draft) {
      draft.payment = { status: 'none' };
    },
  }),
  PaymentConfirmed: event({
    about: {
      when: 'A payment for Premium has arrived, and the user had not paid before.',
      also: 'the user has Premium',
    },
    ...ofPayment,
    evolve(draft, { sessionId }) {
      draft.payment = { status: 'paid', sessionId };
    },
  }),
} as const;

export type PaymentEvent = EventOf<typeof paymentEvents>;
