import { z } from 'zod';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { user } from './user.ts';

/** The calls of /pay. */
export const paymentCalls = {
  createCheckout: {
    ...addresses.createCheckout,
    kind: 'action',
    summary: 'Starts a checkout for Premium or returns the open one; `url` is the payment page.',
    session: true,
    data: user.extend({ url: z.string() }).meta({ title: 'the user, with `url` beside their fields' }),
    problems: ['already_paid', 'payment_pending', 'not_for_demo', 'busy'],
  },
  confirmPayment: {
    ...addresses.confirmPayment,
    kind: 'action',
    summary: 'Checks whether the open checkout is paid, and records Premium if it is.',
    session: true,
    data: user,
    problems: ['busy'],
  },
} as const satisfies Record<string, Call>;
