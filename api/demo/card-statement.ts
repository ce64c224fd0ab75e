import type { ParsedRow } from '#imports/parsed.ts';
import { keysOf } from '#imports/preview/identity.ts';
import type { ImportCommand, ImportStep } from '#ledger/import-file.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { ImportedRow } from '#ledger/model/values.ts';

/** An expense on a statement of the credit card; `amount` in cents, above 0. */
export type CardRow = {
  transactionId: string;
  date: string;
  title: string;
  amount: Cents;
  /** A given category, or the id of an own one. */
  category: string;
};

/** A month of the card: its expenses, the transfer that paid the month before, and the balance that it closes with. */
export type CardStatement = {
  importId: string;
  fileName: string;
  charges: readonly CardRow[];
  payment: { transferId: string; date: string; amount: Cents } | null;
  closing: { date: string; balance: Cents };
  today: string;
};

/** The first line of a file holds the names of its columns. */
const FIRST_LINE = 2;

/**
 * The command that imports a statement of an account: expenses are recorded, the payment is matched with its transfer,
 * and the last day is confirmed. Rows have the keys that the importer gives them, so that a file with the same rows
 * finds them known (product 11.4).
 */
export function importOfStatement(
  accountId: string,
  { importId, fileName, charges, payment, closing, today }: CardStatement,
): ImportCommand {
  const entries = [
    ...charges.map((charge) => ({ date: charge.date, amount: -charge.amount as Cents, title: charge.title, charge })),
    ...(payment ? [{ date: payment.date, amount: payment.amount, title: 'PAYMENT THANK YOU', charge: null }] : []),
  ].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const rows = entries.map(({ date, amount, title }, index) => rowOf(index + FIRST_LINE, date, amount, title));
  const keys = keysOf(rows, () => accountId);
  const steps: ImportStep[] = entries.map(({ date, amount, title, charge }, index) => {
    const { key = '' } = keys[index] ?? {};
    const text = title.toUpperCase();
    const imported: ImportedRow = { line: index + FIRST_LINE, key, date, amount, ...(charge && { text }) };
    if (charge === null) return { does: 'match', entryId: payment?.transferId ?? '', entry: 'transfer', imported };
    const { transactionId, category } = charge;
    return {
      does: 'record',
      transactionId,
      transaction: {
        type: 'Expense',
        title,
        amount: charge.amount,
        date,
        accountId,
        category,
        wallet: 'Credit card',
        parts: undefined,
      },
      imported,
    };
  });
  return {
    type: 'ImportFile',
    importId,
    fileName,
    format: 'csv',
    rows: rows.length,
    left: 0,
    today,
    steps: [...steps, { does: 'assert balance', accountId, ...closing }],
  };
}

function rowOf(line: number, date: string, amount: Cents, title: string): ParsedRow {
  return {
    line,
    account: '',
    date,
    amount,
    title: title.toUpperCase(),
    counterparty: null,
    bankId: null,
    category: null,
    parts: null,
    raw: null,
    otherHalf: null,
    entryId: null,
    invalid: null,
  };
}
