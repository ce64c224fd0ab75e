import { type ParsedFile, type ParseOptions, type Reader, UnreadableFile } from '../parsed.ts';
import { readActual } from './actual/actual.ts';
import { readCamt } from './camt/read-camt.ts';
import { readCsv } from './csv/read-csv.ts';
import { readDaybook } from './daybook/daybook.ts';
import { readFirefly } from './firefly/firefly.ts';
import { readGnucash } from './gnucash/gnucash.ts';
import { readLedgerText } from './ledger-text/ledger-text.ts';
import { readMt940 } from './mt940/read-mt940.ts';
import { readOfx } from './ofx/read-ofx.ts';
import { readQif } from './qif/read-qif.ts';
import { readSpreadsheet } from './spreadsheet/spreadsheet.ts';
import { readYnab } from './ynab/ynab.ts';
import { readYnab4 } from './ynab4/ynab4.ts';

/** The readers of all formats, in the order in which they are asked: CSV can be almost any text, so it is the last. */
const READERS: readonly Reader[] = [
  readDaybook,
  readYnab4,
  readYnab,
  readActual,
  readGnucash,
  readOfx,
  readCamt,
  readMt940,
  readQif,
  readFirefly,
  readLedgerText,
  readSpreadsheet,
  readCsv,
];

/** More accounts than anybody has: each that is opened is compared with all others. */
const ACCOUNTS_MAX = 200;

/** Reads a file of any of the formats (product 11.1). Throws UnreadableFile with a sentence for the user. */
export async function readFile(bytes: Uint8Array, options: ParseOptions): Promise<ParsedFile> {
  if (bytes.length === 0) throw new UnreadableFile('The file is empty');
  for (const read of READERS) {
    const file = await read(bytes, options);
    if (file && file.accounts.length > ACCOUNTS_MAX) {
      throw new UnreadableFile(`This file has more than ${ACCOUNTS_MAX} accounts.`);
    }
    if (file) return file;
  }
  throw new UnreadableFile('This is no file with entries that Daybook can read');
}
