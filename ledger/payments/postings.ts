import { noPostings } from '../model/double-entry.ts';
import type { PostingRules } from '../model/event-schema.ts';
import type { paymentEvents } from './events.ts';

/** None: Premium is paid outside of the ledger. */
export const paymentPostings: PostingRules<typeof paymentEvents> = {
  CheckoutStarted: noPostings,
  CheckoutExpired: noPostings,
  PaymentConfirmed: noPostings,
};
