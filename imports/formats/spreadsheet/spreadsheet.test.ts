import { type BookType, utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { UnreadableFile } from '../../parsed.ts';
import { read, readAll } from '../testing/bank-files.ts';
import { readSpreadsheet } from './spreadsheet.ts';

const day = (date: string) => new Date(`${date}T00:00:00Z`);
const ROWS = [
  ['Kontoauszug', null, null, null],
  ['IBAN', 'DE02120300000000202051', null, null],
  [],
  ['Buchungstag', 'Empfänger', 'Betrag', 'Saldo'],
  [day('2026-02-28'), 'Kiosk', -4.5, 95.5],
  [day('2026-03-01'), 'Strom & Gas', -80, 15.5],
  // 15.5 + 0.1 + 0.2, as computers add.
  [day('2026-03-03'), 'Zinsen', 0.30000000000000004, 15.8],
];
const READ = [
  [5, '2026-02-28', -450, 'Kiosk'],
  [6, '2026-03-01', -8_000, 'Strom & Gas'],
  [7, '2026-03-03', 30, 'Zinsen'],
];

/** A workbook with two sheets before its entries: a sheet of words, and a hidden sheet where the type can hide it. */
function workbook(bookType: BookType, date1904 = false): Buffer {
  const book = utils.book_new();
  const sheet = (rows: unknown[][]) =>
    utils.aoa_to_sheet(rows, { UTC: true, cellDates: bookType === 'ods', ...(date1904 && { date1904 }) });
  const hides = bookType !== 'ods';
  const hidden = [
    ['Date', 'Payee', 'Amount'],
    [day('2020-01-01'), 'Hidden', -1],
  ];
  if (hides) utils.book_append_sheet(book, sheet(hidden), 'A');
  utils.book_append_sheet(book, sheet([['Of Clara'], ['see the next sheet']]), 'B');
  utils.book_append_sheet(book, sheet(ROWS), 'Umsätze');
  book.Workbook = { WBProps: { date1904 }, ...(hides && { Sheets: [{ Hidden: 1 }, {}, {}] }) };
  return write(book, { type: 'buffer', bookType, compression: true });
}

test.each(['xlsx', 'xlsm', 'xlsb', 'ods', 'biff8', 'xlml'] as const)('a workbook is read: %s', async (type) => {
  const file = await readAll(readSpreadsheet, workbook(type));
  expect(file.rows.map(({ line, date, amount, title }) => [line, date, amount, title])).toEqual(READ);
  expect(file).toMatchObject({ format: 'spreadsheet', questions: [], dialect: { sheet: 'Umsätze' } });
  expect(file.kindOfFile).toMatch(/^spreadsheet:/);
  expect(file.statements).toMatchObject([{ account: 'DE02120300000000202051', opening: 10_000, closing: 1_580 }]);
});

test('days count from 1904 where the workbook says so', async () => {
  const { rows } = await readAll(readSpreadsheet, workbook('xlsx', true));
  expect(rows.map(({ date }) => date)).toEqual(READ.map(([, date]) => date));
});

test('a table of HTML under the name of a workbook is read in its encoding, amounts as written', async () => {
  const cells = (tag: string, texts: string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`;
  const page = [
    '<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1252"></head><body>',
    '<table><tr><td>Extracto</td></tr></table><table>',
    cells('th', ['Fecha', 'Descripción', 'Importe']),
    cells('td', ['01/10/2026', 'Panadería &amp; Café', '-1.045,10']),
    cells('td', ['13/10/2026', 'Luz', '-80,00']),
    '</table></body></html>',
  ].join('\n');
  const file = await readAll(readSpreadsheet, Buffer.from(page, 'latin1'));
  expect(file.rows.map(({ date, amount, title }) => [date, amount, title])).toEqual([
    ['2026-10-01', -104_510, 'Panadería & Café'],
    ['2026-10-13', -8_000, 'Luz'],
  ]);
});

test('a page as banks write them: cells that are not closed, letters by name, tables within tables', async () => {
  const page = `<html><body><table><tr><td>Relev&eacute;<td><table>
    <tr><th>Date<th>Libell&eacute;<th>Montant
    <tr><td>01/10/2026<td>Cr&egrave;me<br>glac&eacute;e&nbsp;2<td>-1&nbsp;045,10
    <tr><td>13/10/2026<td>&Eacute;lectricit&eacute;<td>-80,00</table></table>`;
  const file = await readAll(readSpreadsheet, Buffer.from(page));
  expect(file.rows.map(({ date, amount, title }) => [date, amount, title])).toEqual([
    ['2026-10-01', -104_510, 'Crème glacée 2'],
    ['2026-10-13', -8_000, 'Électricité'],
  ]);
});

test('the numbers of days are days, where a header says so', async () => {
  const rows = [
    ['Date', 'Payee', 'Amount'],
    [46_296, 'Kiosk', -45_000],
    [46_297.5, 'Kiosk', -45_000.5],
  ];
  const sheet = utils.aoa_to_sheet(rows);
  const file = await readAll(readSpreadsheet, write({ SheetNames: ['A'], Sheets: { A: sheet } }, { type: 'buffer' }));
  expect(file.rows.map(({ date, amount }) => [date, amount])).toEqual([
    ['2026-10-01', -4_500_000],
    ['2026-10-02', -4_500_050],
  ]);
});

test('a page without a table, and a zip that is no workbook, are of other formats', async () => {
  expect(await read(readSpreadsheet, '<html><body>No entries</body></html>')).toBeNull();
  expect(await read(readSpreadsheet, await zipOf({ 'a.txt': 'a' }))).toBeNull();
  expect(await read(readSpreadsheet, 'Date,Amount\n2026-10-01,1')).toBeNull();
});

test('a bomb is refused before it is unpacked, and a sheet without entries with a sentence', async () => {
  const bomb = await zipOf({ '[Content_Types].xml': '', 'xl/workbook.xml': ' '.repeat(60_000_000) });
  await expect(read(readSpreadsheet, bomb)).rejects.toThrow('This zip holds more than 200 MB.');
  const sheet = utils.aoa_to_sheet([['Only'], ['words']]);
  const words = write({ SheetNames: ['A'], Sheets: { A: sheet } }, { type: 'buffer' });
  await expect(read(readSpreadsheet, words)).rejects.toThrow('no table with dates and amounts');
});

test('a damaged workbook is refused, or read', async () => {
  const whole = workbook('xlsx');
  const damage = fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(damage, fc.nat({ max: whole.length }), async (bytes, length) => {
      const broken = Buffer.from(whole.subarray(0, length));
      for (const [at, byte] of bytes) if (at < length) broken[at] = byte;
      const outcome = await read(readSpreadsheet, broken).catch((error) => error);
      expect(outcome === null || outcome instanceof UnreadableFile || outcome.format === 'spreadsheet').toBe(true);
    }),
    { numRuns: 40 },
  );
});

async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
