import { decodeText } from '../../decode.ts';
import type { Reader } from '../../parsed.ts';
import { UnreadableFile } from '../../parsed.ts';
import { isBeancount, readBeancount } from './beancount.ts';
import { isJournal, readHledger } from './hledger.ts';
import { readBeanQueryTable, readHledgerTable } from './tables.ts';
import { journalFile } from './walk.ts';

/**
 * The bytes at the beginning of a file by which a journal is recognised; directives and comments may stand before its
 * first entry.
 */
const HEAD_BYTES = 256 * 1024;

const ONLY_INCLUDES = 'The entries of this journal are in other files, which it includes. Import those.';
const DIRECTIVE = /^[@!]?(include|option|plugin|account|commodity|alias|decimal-mark|apply|end|payee|tag|D|P|Y)\s/;

/** Whether a text has only lines of a journal that are no entries, and one of them includes another file. */
function onlyIncludes(text: string): boolean {
  const lines = text.split('\n').filter((line) => !/^(\s|[;#*%|]|$)/.test(line));
  return lines.some((line) => /^[@!]?include\s/.test(line)) && lines.every((line) => DIRECTIVE.test(line));
}

/**
 * Reads a journal of Beancount, hledger or Ledger, or the CSV of their postings. Null for other files; throws
 * UnreadableFile where none of the accounts is one that the user has or owes (product 11.11).
 */
export const readLedgerText: Reader = (bytes) => {
  const table = readHledgerTable(bytes) ?? readBeanQueryTable(bytes);
  if (table) return table;
  const head = decodeText(bytes.subarray(0, HEAD_BYTES)).text.replaceAll('\r', '');
  const isOfBeancount = isBeancount(head);
  if (!isOfBeancount && !isJournal(head)) {
    if (onlyIncludes(head)) throw new UnreadableFile(ONLY_INCLUDES);
    return null;
  }
  const { text, encoding } = decodeText(bytes);
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const journal = isOfBeancount ? readBeancount(lines) : readHledger(lines);
  const file = journalFile(journal, { encoding });
  if (file.accounts.length > 0) return file;
  if (journal.includes.length > 0) throw new UnreadableFile(ONLY_INCLUDES);
  throw new UnreadableFile('In this journal no account is below Assets or Liabilities.');
};
