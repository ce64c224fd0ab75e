import { csvOf, FOUND_COLUMNS } from '#contract/csv.ts';
import type { Entry } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { nameOfAccount } from '../accounts/accounts.ts';

/**
 * Formats entries as CSV in their order (product 9.7). Amounts are in whole units without a sign; the parts of a split
 * stand in one cell, `Groceries 79.61; Other 14.50 (light bulbs)`; receipt URLs are absolute by `origin`.
 */
export function foundCsv(entries: readonly Entry[], user: Pick<User, 'accounts'>, origin: string): string {
  return csvOf(
    FOUND_COLUMNS,
    entries.map((entry) => [
      entry.date,
      entry.type,
      entry.title,
      entry.amount,
      entry.category,
      nameOfAccount(user, entry.account),
      entry.toAccount && nameOfAccount(user, entry.toAccount),
      entry.note,
      entry.tags.map((tag) => `#${tag}`).join(' '),
      (entry.parts ?? []).map(partText).join('; '),
      entry.receipt && new URL(entry.receipt, origin).href,
      entry.changeSetId,
    ]),
  );
}

const partText = ({ category, amount, note }: NonNullable<Entry['parts']>[number]) =>
  `${category} ${amount.toFixed(2)}${note ? ` (${note})` : ''}`;
