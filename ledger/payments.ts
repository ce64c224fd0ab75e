import { z } from 'zod';
import { type Deciders, happened, NOTHING, rejected } from './model/command-rule.ts';
import { noPostings } from './model/double-entry.ts';
import { type EventOf, event } from './model/event-definition.ts';

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

/** `sessionId` is the checkout's, by Stripe. */
export type PaymentCommand =
  | { type: 'StartCheckout'; sessionId: string }
  | { type: 'ExpireCheckout'; sessionId: string }
  | { type: 'ConfirmPayment'; sessionId: string };

/** The rules of the payment for Premium (product 6). */
export const paymentCommands: Deciders<PaymentCommand, PaymentEvent> = {
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
