import { decodeText } from '../../decode.ts';
import { type ParsedFile, type ParseOptions, type Reader, UnreadableFile } from '../../parsed.ts';
import { openZip, type Zip } from '../../zip.ts';
import { readCsv } from '../csv/read-csv.ts';
import { htmlTables } from './html-tables.ts';
import { type Sheet, sheetsOf } from './sheets.ts';

/** The bytes with which an old workbook of Excel begins. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];
/** The characters in which a page of HTML and a workbook as XML name themselves. */
const HEAD_CHARS = 4_000;
const HTML_TABLE = /^\s*(?:<!--[\s\S]{0,1000}?-->\s*)?<(?:!doctype html|html|head|meta|body|table|style|div)[\s>]/i;
const XML_WORKBOOK = 'urn:schemas-microsoft-com:office:spreadsheet';
const BROKEN = "This spreadsheet is damaged: it can't be opened.";

/**
 * Reads the first sheet with days and amounts of a spreadsheet (product 11.10): `.xlsx`, `.ods`, `.xls`, and tables of
 * HTML or XML under such a name. Its cells are read as the cells of a CSV file; a row is named by its number in the
 * sheet. Gives null for other files. Throws UnreadableFile where the file is damaged or too large, or no sheet has
 * entries.
 */
export const readSpreadsheet: Reader = async (bytes, options) => {
  const source = await sourceOf(bytes);
  if (source === null) return null;
  let refused: UnreadableFile | null = null;
  for (const { name, table } of await sheets(source)) {
    try {
      const text = table();
      if (text === '') continue;
      const file = await readCsv(Buffer.from(text), { ...options, mapping: ofCells(options) });
      if (file) return asSpreadsheet(file, name);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      refused ??= error;
    }
  }
  throw refused ?? new UnreadableFile('This spreadsheet has no rows.');
};

/** The input of the library: the bytes of a workbook, or the text of a page; null for other files. */
async function sourceOf(bytes: Uint8Array): Promise<Uint8Array | string | null> {
  if (COMPOUND_FILE.every((byte, index) => bytes[index] === byte)) return bytes;
  const zip = await openZip(bytes);
  if (zip) return isWorkbook(zip) ? await withoutBombs(zip, bytes) : null;
  const head = Buffer.from(bytes.subarray(0, HEAD_CHARS))
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^[^<]{1,4}</, '<');
  if (!HTML_TABLE.test(head) && !head.includes(XML_WORKBOOK)) return null;
  const declared = /charset\s*=\s*["']?([\w-]{2,30})/i.exec(head) ?? /encoding\s*=\s*["']([\w-]{2,30})/i.exec(head);
  const { text } = decodeText(bytes, declared?.[1] ?? null);
  return /<table[\s>]/i.test(text) || text.includes(XML_WORKBOOK) ? text : null;
}

function isWorkbook({ names }: Zip): boolean {
  const isOfExcel = names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('xl/'));
  return isOfExcel || (names.includes('content.xml') && names.includes('mimetype'));
}

/** Unpacks a workbook once, within the limits of a zip, before the library does. */
async function withoutBombs(zip: Zip, bytes: Uint8Array): Promise<Uint8Array> {
  for (const name of zip.names) await zip.read(name);
  return bytes;
}

async function sheets(source: Uint8Array | string): Promise<Sheet[]> {
  try {
    if (typeof source === 'string' && !source.includes(XML_WORKBOOK)) return htmlTables(source);
    return await sheetsOf(source);
  } catch (error) {
    throw new UnreadableFile(
      error instanceof Error && /password|encrypt/i.test(error.message)
        ? 'This spreadsheet is locked by a password.'
        : BROKEN,
    );
  }
}

/** A sheet has no delimiter and no encoding of its own. */
function ofCells({ mapping }: ParseOptions): ParseOptions['mapping'] {
  return mapping && { ...mapping, delimiter: ',', encoding: undefined };
}

function asSpreadsheet(file: ParsedFile, sheet: string): ParsedFile {
  const { header = false, dateOrder = '' } = file.dialect;
  return {
    ...file,
    format: 'spreadsheet',
    dialect: { sheet, dateOrder, header },
    kindOfFile: file.kindOfFile?.replace(/^csv:/, 'spreadsheet:') ?? null,
  };
}
