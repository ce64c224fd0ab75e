import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { UnreadableFile } from '../../parsed.ts';
import { readCsv } from './read-csv.ts';

const NAMES = {
  English: ['Date', 'Description', 'Amount', 'Balance', 'Transaction ID', 'Debit', 'Credit'],
  German: ['Buchungstag', 'Verwendungszweck', 'Betrag', 'Saldo', 'Transaktionsnummer', 'Soll', 'Haben'],
  French: ['Date', 'Libellé', 'Montant', 'Solde', 'Identifiant', 'Débit', 'Crédit'],
  Spanish: ['Fecha', 'Concepto', 'Importe', 'Saldo', 'Número de operación', 'Cargo', 'Abono'],
  Dutch: ['Datum', 'Omschrijving', 'Bedrag', 'Saldo', 'Transactiereferentie', 'Af', 'Bij'],
  Polish: ['Data operacji', 'Opis operacji', 'Kwota', 'Saldo', 'ID transakcji', 'Obciążenia', 'Uznania'],
} as const;

/** The CSV dialect of a made-up bank. */
type Dialect = {
  language: keyof typeof NAMES;
  delimiter: string;
  mark: '.' | ',';
  thousands: string;
  order: 'ymd' | 'dmy' | 'mdy';
  separator: string;
  money: 'signed' | 'trailing' | 'parentheses' | 'columns';
  quoted: boolean;
  preamble: number;
  newline: string;
  encoding: string;
  isUp: boolean;
};

const dialect: fc.Arbitrary<Dialect> = fc
  .record({
    language: fc.constantFrom(...(Object.keys(NAMES) as (keyof typeof NAMES)[])),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    mark: fc.constantFrom('.' as const, ',' as const),
    thousands: fc.constantFrom('', 'other', ' ', "'", '\u00a0'),
    order: fc.constantFrom('ymd' as const, 'dmy' as const, 'mdy' as const),
    separator: fc.constantFrom('-', '/', '.'),
    money: fc.constantFrom('signed' as const, 'trailing' as const, 'parentheses' as const, 'columns' as const),
    quoted: fc.boolean(),
    preamble: fc.nat(4),
    newline: fc.constantFrom('\n', '\r\n', '\r'),
    encoding: fc.constantFrom('utf-8', 'utf-16le', 'windows-1252'),
    isUp: fc.boolean(),
  })
  // No bank writes the month first with dots between, and Windows-1252 lacks Polish letters.
  .map((entry) => ({
    ...entry,
    separator: entry.order === 'mdy' && entry.separator === '.' ? '/' : entry.separator,
    encoding: entry.language === 'Polish' && entry.encoding === 'windows-1252' ? 'utf-8' : entry.encoding,
  }));

const ledger = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 700 }),
    cents: fc.oneof(fc.integer({ min: -20_000, max: 20_000 }), fc.integer({ min: -900_000_000, max: 900_000_000 })),
    words: fc.array(fc.constantFrom('Café', 'Straße 5', 'a; b', 'x, y', 'say "hi"', 'Miete', 'Nr. 12', '1|2'), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  { minLength: 2, maxLength: 30 },
);

function written(cents: number, { mark, thousands, money }: Dialect): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const group = thousands === 'other' ? (mark === '.' ? ',' : '.') : thousands;
  const units = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, group);
  const amount = `${units}${mark}${digits.slice(-2)}`;
  if (cents >= 0) return amount;
  if (money === 'trailing') return `${amount}-`;
  return money === 'parentheses' ? `(${amount})` : `-${amount}`;
}

function dayOf(offset: number): string {
  return new Date(Date.UTC(2023, 0, 1 + offset)).toISOString().slice(0, 10);
}

test('a ledger written in any dialect reads back to the same rows to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(ledger, dialect, async (entries, style) => {
      const sorted = entries.toSorted((a, b) => a.day - b.day);
      let balance = 123_456;
      const rows = sorted.map(({ day, cents, words }, index) => {
        balance += cents;
        return { date: dayOf(day), cents, title: words.join(' '), balance, id: `TX-${1000 + index}` };
      });
      if (style.isUp) rows.reverse();
      // A day after the twelfth leaves one order only.
      fc.pre(style.order === 'ymd' || style.separator === '.' || rows.some(({ date }) => Number(date.slice(8)) > 12));
      const [date, title, amount, saldo, id, debit, credit] = NAMES[style.language];
      const isDouble = style.money === 'columns';
      const header = [date, title, ...(isDouble ? [debit, credit] : [amount]), saldo, id];
      const table = rows.map((row) => {
        const [year, month, day] = row.date.split('-');
        const parts = { ymd: [year, month, day], dmy: [day, month, year], mdy: [month, day, year] }[style.order];
        const signed = { ...style, money: 'signed' as const };
        const money = isDouble
          ? [row.cents < 0 ? written(-row.cents, signed) : '', row.cents < 0 ? '' : written(row.cents, signed)]
          : [written(row.cents, style)];
        return [parts.join(style.separator), row.title, ...money, written(row.balance, signed), row.id];
      });
      const cell = (text: string) =>
        style.quoted || /["\r\n]/.test(text) || text.includes(style.delimiter)
          ? `"${text.replaceAll('"', '""')}"`
          : text;
      const lines = [header, ...table].map((cells) => cells.map(cell).join(style.delimiter));
      const preamble = Array.from({ length: style.preamble }, (_, index) =>
        index % 2 === 0 ? `Bank${style.delimiter}Muster` : '',
      );
      const text = [...preamble, ...lines, ''].join(style.newline);
      const bytes = iconv.encode(text, style.encoding, { addBOM: style.encoding === 'utf-16le' });
      const file = await readCsv(bytes, { fileName: 'x.csv', mapping: null, answers: {} });
      expect(file?.rows.map((row) => [row.date, row.amount, row.title, row.bankId])).toEqual(
        rows.map((row) => [row.date, row.cents, row.title, row.id]),
      );
      expect(file?.questions.filter(({ isOpen }) => isOpen)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

async function readsOrRefuses(bytes: Uint8Array): Promise<void> {
  const start = process.threadCpuUsage();
  try {
    const file = await readCsv(bytes, { fileName: 'x.csv', mapping: null, answers: {} });
    for (const row of file?.rows ?? []) {
      const isWhole = row.date !== null && row.amount !== null && Number.isSafeInteger(row.amount);
      expect(isWhole || row.invalid !== null).toBe(true);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(2_000);
}

test('random bytes are read or refused in a moment', async () => {
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), readsOrRefuses), { numRuns: 100 });
});

test('random pieces of tables are read or refused in a moment', async () => {
  const piece = fc.constantFrom(
    '"',
    "'",
    ',',
    ';',
    '\t',
    '\n',
    '\r',
    '\0',
    '=',
    '-',
    '(',
    ')',
    '€',
    'Date',
    'Betrag',
    'Saldo',
    'Soll',
    'Haben',
    'Text',
    '01.02.2024',
    '2024-02-30',
    '1,5',
    '1.234',
    '9'.repeat(30),
    'S',
    'Total',
    '\ud800',
    '2024-01-01;A;1,00\n',
    'Date;Text;Amount\n',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 200 }), (pieces) => readsOrRefuses(Buffer.from(pieces.join('')))),
    { numRuns: 150 },
  );
});
