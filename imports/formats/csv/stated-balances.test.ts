import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

async function read(above: readonly string[]) {
  const table = ['Buchungstag;Verwendungszweck;Betrag', '26.11.2026;Einkauf;-12,50', '25.11.2026;Lohn;2.000,00'];
  const text = [...above, '', ...table].join('\n');
  const file = await readCsv(Buffer.from(text), { fileName: 'konto.csv', mapping: null, answers: {} });
  if (file === null) throw new Error('The reader of CSV decides on every file.');
  const [statement] = file.statements;
  return { statement, currency: file.accounts[0]?.currency ?? null };
}

test.each([
  ['Kontostand vom 27.11.2026:;2.473,57 EUR', 'EUR'],
  ['Kontostand vom 26.11.2026:;"2.473,57"', null],
  ['Neuer Kontostand: 2.473,57 €', 'EUR'],
  ['Saldo am 27.11.2026;2.473,57', null],
  ['Solde au 27/11/2026;2473,57', null],
  ['Closing Balance;2.473,57;EUR', null],
  ['Saldo actual;2.473,57 EUR', 'EUR'],
])('%s above the table is the closing balance', async (line, currency) => {
  const { statement, currency: ofFile } = await read(['Konto;1234', line]);
  expect(statement).toMatchObject({ opening: null, closing: 2_473_57, to: '2026-11-26', lines: null });
  expect(ofFile).toBe(currency);
});

test('an opening balance stands beside it', async () => {
  const { statement } = await read(['Alter Kontostand;486,07', 'Neuer Kontostand;2.473,57']);
  expect(statement).toMatchObject({ opening: 486_07, closing: 2_473_57 });
});

test.each([
  ['of an earlier day than the newest entry', ['Kontostand vom 25.11.2026:;2.473,57 EUR']],
  ['that is available, with the credit of the bank', ['Verfügbarer Betrag;2.473,57 EUR']],
  ['that is stated twice', ['Kontostand;2.473,57', 'Kontostand;9,00']],
  ['without an amount', ['Kontostand;heute']],
  ['whose amount is a day', ['Saldo am;27.11.2026']],
])('no balance is read from one %s', async (_, above) => {
  expect((await read(above)).statement).toBeUndefined();
});

test('amounts above the table in several currencies name none', async () => {
  expect((await read(['Kontostand;2.473,57 EUR', 'Limit;500,00 USD'])).currency).toBeNull();
});
