import { balancePostings } from './balance/postings.ts';
import type { EventType, eventData, LedgerEvent } from './events.ts';
import { goalPostings } from './goals/postings.ts';
import type { Accounts, Posting } from './model/double-entry.ts';
import type { PostingRules } from './model/event-schema.ts';
import { paymentPostings } from './payments/postings.ts';
import { resetPostings } from './reset/postings.ts';
import { transactionPostings } from './transactions/postings.ts';

const rules: PostingRules<typeof eventData> = {
  ...balancePostings,
  ...transactionPostings,
  ...goalPostings,
  ...paymentPostings,
  ...resetPostings,
};

/**
 * Takes an event and the totals of the accounts before it, in cents, and gives its postings: amounts that add up to
 * exactly zero, none where no money moved. A reset posts every account back to 0. Pure.
 */
export function postingsOf<Type extends EventType>({ type, data }: LedgerEvent<Type>, before: Accounts): Posting[] {
  return rules[type](data, before);
}
