import { z } from 'zod';
import { type EventOf, recorded } from '../model/event-schema.ts';

const checkout = { sessionId: z.string().min(1).describe("the checkout, by Stripe's id") };

/** The payment for Premium (product 6). */
export const paymentEvents = {
  CheckoutStarted: recorded(
    { when: 'The user begins to pay for Premium, and no checkout is open.', also: 'the checkout is open' },
    checkout,
  ),
  CheckoutExpired: recorded(
    { when: 'The open checkout can no longer be paid.', also: 'no checkout is open; another can be started' },
    checkout,
  ),
  PaymentConfirmed: recorded(
    { when: 'A payment for Premium has arrived, and the user had not paid before.', also: 'the user has Premium' },
    checkout,
  ),
} as const;

export type PaymentEvent = EventOf<typeof paymentEvents>;
