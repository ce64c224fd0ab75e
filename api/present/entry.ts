import type { Entry } from '#contract/transaction.ts';
import { accountIdOf } from '#ledger/ids.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import type { EntryRow } from '#projections/tables/entries.ts';
import { presentParts, presentPlain } from './values.ts';

/** Converts a row of the entries to the contract's: the amount in whole units, null for unset fields, with what
 * it counts where a query found it. */
export function presentEntry(ledgerId: string, row: EntryRow & { counted?: Cents }): Entry {
  return {
    _id: row.entryId,
    type: row.type,
    title: row.title,
    amount: amountOf(row.amount),
    date: row.date,
    account: accountIdOf(ledgerId, row.accountId),
    toAccount: row.toAccount && accountIdOf(ledgerId, row.toAccount),
    category: row.category,
    parts: row.parts && presentParts(row.parts),
    ...presentPlain(row),
    note: row.note,
    tags: row.tags ?? [],
    createdAt: row.recordedAt,
    changedAt: row.changedAt,
    ...(row.counted !== undefined && { counted: amountOf(row.counted) }),
  };
}
