import type { Entry } from '#contract/transaction.ts';
import { accountIdOf } from '#ledger/ids.ts';
import type { Categories } from '#ledger/model/categories.ts';
import type { Cut } from '#ledger/model/cut.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import type { EntryRow } from '#projections/tables/entries.ts';
import { presentCategory, presentParts, presentPlain } from './values.ts';

/**
 * Converts a row of the entries to the contract's: the amount in whole units, null for unset fields and for an account
 * that is not in a cut, with the amount that it counts where a query found it.
 */
export function presentEntry(
  ledgerId: string,
  row: EntryRow & { counted?: Cents },
  categories: Categories,
  cut: Cut = null,
): Entry {
  const account = (key: string) => (cut === null || cut.includes(key) ? accountIdOf(ledgerId, key) : null);
  return {
    _id: row.entryId,
    type: row.type,
    title: row.title,
    amount: amountOf(row.amount),
    date: row.date,
    account: account(row.accountId),
    toAccount: row.toAccount && account(row.toAccount),
    ...presentCategory(row.type, row.category, categories),
    parts: row.parts && presentParts(row.type, row.parts, categories),
    ...presentPlain(row),
    note: row.note,
    tags: row.tags ?? [],
    createdAt: row.recordedAt,
    changedAt: row.changedAt,
    ...(row.counted !== undefined && { counted: amountOf(row.counted) }),
  };
}
