import { hash } from 'node:crypto';
import type { ParsedRow } from '../parsed.ts';

/**
 * The keys by which a row is recognised when it comes again (product 11.4): `key` by its values, `rawKey` by its text
 * in the file, whatever the mapping of its columns.
 */
export type RowKeys = { key: string; rawKey: string | null };

/** The length of a key: enough of a hash that no two rows of a ledger share it. */
const KEY_CHARACTERS = 22;
const SEPARATOR = '\u001f';

/**
 * The keys of the rows of a file, in their order; null for a row without a date or an amount, or without an account. By
 * account, the bank's id, date and amount; without an id by account, date, amount, text and counterparty. Rows that
 * would have the same are numbered, so that two equal ones are two. `accountOf` gives Daybook's account for the key of
 * one in the file.
 */
export function keysOf(rows: readonly ParsedRow[], accountOf: (key: string) => string | null): (RowKeys | null)[] {
  const counts = new Map<string, number>();
  const numbered = (text: string): string => {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return hash('sha256', text + SEPARATOR + count, 'base64url').slice(0, KEY_CHARACTERS);
  };
  return rows.map((row) => {
    const account = accountOf(row.account);
    const { date, amount, bankId, title, counterparty, raw, entryId } = row;
    // Where the title is who paid or was paid, the text was the title when the first rows were imported.
    const keyText = row.keyTitle ?? row.text ?? title;
    if (account === null || date === null || amount === null) return null;
    const fields =
      entryId !== null
        ? ['entry', account, entryId]
        : bankId !== null
          ? ['id', account, bankId, date, amount]
          : ['text', account, date, amount, keyText.toLowerCase(), counterparty?.toLowerCase() ?? ''];
    return {
      key: numbered(fields.join(SEPARATOR)),
      rawKey: raw === null ? null : numbered(['raw', account, raw].join(SEPARATOR)),
    };
  });
}
