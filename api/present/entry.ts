import type { Entry } from '#contract/transaction.ts';
import { accountIdOf } from '#ledger/ids.ts';
import { amountOf } from '#ledger/model/money.ts';
import type { EntryRow } from '#projections/tables/entries.ts';
import { presentParts, presentPlain } from './values.ts';

/** Converts a row of the entries to the contract's: the amount in whole units, null for unset fields. */
export function presentEntry(ledgerId: string, row: EntryRow): Entry {
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
  };
}
