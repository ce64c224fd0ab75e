import { accountPostings } from './accounts/postings.ts';
import { balancePostings } from './balance/postings.ts';
import { changeSetPostings } from './change-sets/postings.ts';
import type { EventType, eventData, LedgerEvent } from './events.ts';
import { goalPostings } from './goals/postings.ts';
import { importPostings } from './imports/postings.ts';
import type { BookTotals, Posting } from './model/double-entry.ts';
import type { PostingRules } from './model/event-schema.ts';
import { paymentPostings } from './payments/postings.ts';
import { resetPostings } from './reset/postings.ts';
import { transactionPostings } from './transactions/postings.ts';
import { transferPostings } from './transfers/postings.ts';

const rules: PostingRules<typeof eventData> = {
  ...balancePostings,
  ...transactionPostings,
  ...transferPostings,
  ...goalPostings,
  ...accountPostings,
  ...importPostings,
  ...changeSetPostings,
  ...paymentPostings,
  ...resetPostings,
};

/**
 * Takes an event and the totals of the book accounts before it, in cents, and gives its postings: amounts that add up to
 * exactly zero, none where no money moved. A reset posts every book account back to 0. Pure.
 */
export function postingsOf<Type extends EventType>({ type, data }: LedgerEvent<Type>, before: BookTotals): Posting[] {
  return rules[type](data, before);
}
