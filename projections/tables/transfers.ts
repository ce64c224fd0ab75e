import type { Cents } from '../../ledger/model/money.ts';
import type { TransferState } from '../../ledger/model/state.ts';
import { added, day, id, instant, integer, nullable, type Row, revision, table, text } from './table.ts';
import { OF_AMOUNT } from './transactions.ts';

/** A row for each transfer; `revision` is that of the event that made it, and orders it among the entries of its day. */
export const transfers = table(
  'transfers',
  {
    ledgerId: id(),
    transferId: id(),
    revision: revision(),
    fromAccount: id(),
    toAccount: id(),
    amount: integer<Cents>(),
    date: day(),
    title: nullable(text()),
    recordedAt: instant(),
    changedAt: nullable(instant()),
    /** The revision of the event that gave it these values. */
    knownFrom: added(revision(), '0'),
  },
  ['ledgerId', 'transferId'],
  {
    indexes: {
      transfers_by_date: 'ledger_id, date, revision',
      transfers_from_by_date: 'ledger_id, from_account, date, revision',
      transfers_to_by_date: 'ledger_id, to_account, date, revision',
      transfers_by_amount: `(${OF_AMOUNT}), date`,
    },
  },
);

/** What rows of transfers were before they were changed or deleted, by the event at `knownUntil` (product 5.10). */
export const pastTransfers = table(
  'past_transfers',
  { ...transfers.columns, knownUntil: revision() },
  ['ledgerId', 'transferId', 'knownFrom'],
  {
    indexes: {
      past_transfers_by_date: 'ledger_id, date, revision',
      past_transfers_from_by_date: 'ledger_id, from_account, date, revision',
      past_transfers_to_by_date: 'ledger_id, to_account, date, revision',
    },
  },
);
export type TransferRow = Row<typeof transfers>;

/** The transfer of a row. */
export function transferOf({ fromAccount: from, toAccount: to, amount, date, title }: TransferRow): TransferState {
  return { from, to, amount, date, title: title ?? undefined };
}

/** What a transfer's row has of its state. */
export function transferFields({ from, to, amount, date, title }: TransferState) {
  return { fromAccount: from, toAccount: to, amount, date, title: title ?? null };
}
