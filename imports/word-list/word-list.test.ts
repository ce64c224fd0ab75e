import { expect, test } from 'vitest';
import { EXPENSE_CATEGORIES, INCOME_CATEGORIES } from '#ledger/model/constants.ts';
import { fromWordList } from './word-list.ts';
import { EARNED, SPENT } from './words.ts';

const phrasesOf = (lists: Readonly<Record<string, string>>) =>
  Object.values(lists).flatMap((list) => list.split(',').map((phrase) => phrase.trim().replaceAll(/\s+/g, ' ')));

/** Titles as banks of several countries write them, and where somebody would file them. */
const MADE: readonly (readonly [title: string, category: string])[] = [
  ['REWE Markt GmbH Zweigniederlassung 0412', 'Groceries'],
  ['EDEKA CENTER LINDNER//BERLIN/DE', 'Groceries'],
  ['dm-drogerie markt 2231', 'Groceries'],
  ['LIDL DIENSTLEISTUNG 4477', 'Groceries'],
  ['Bäckerei Junge Filiale 12', 'Groceries'],
  ['Landbäckerei Ihle', 'Groceries'],
  ['Stadtwerke Leipzig Abschlag 11/26', 'Electricity'],
  ['E.ON Energie Deutschland GmbH', 'Electricity'],
  ['Telekom Deutschland GmbH Mobilfunk', 'Bills & Fees'],
  ['Rundfunk ARD, ZDF, DRadio', 'Bills & Fees'],
  ['HUK-COBURG Kfz-Versicherung', 'Bills & Fees'],
  ['Miete Dezember Lindenstr. 4', 'Bills & Fees'],
  ['DB Vertrieb GmbH 4XK2', 'Travel'],
  ['ARAL Station 271902', 'Travel'],
  ['Sonnen-Apotheke Dr. Weiss', 'Healthcare'],
  ['Zahnarztpraxis Dr. Kern', 'Healthcare'],
  ['PAYPAL *SPOTIFY', 'Entertainment'],
  ['NETFLIX.COM 866-579-7172 CA', 'Entertainment'],
  ['CinemaxX Hamburg-Dammtor', 'Movie'],
  ['Lieferando.de Bestellung', 'Food & Drinks'],
  ["MCDONALD'S F12321 AUSTIN TX", 'Food & Drinks'],
  ['STARBUCKS STORE 09921', 'Food & Drinks'],
  ["TRADER JOE'S #552 QPS", 'Groceries'],
  ['WM SUPERCENTER #4410', 'Groceries'],
  ['COSTCO WHSE #1021', 'Groceries'],
  ['AMZN Mktp US*2K3FD', 'Shopping'],
  ['THE HOME DEPOT #8112', 'Shopping'],
  ['CHEVRON 0093221', 'Travel'],
  ['UBER *TRIP HELP.UBER.COM', 'Travel'],
  ['UBER EATS PENDING', 'Food & Drinks'],
  ['COMCAST CABLE XFINITY', 'Bills & Fees'],
  ['VZWRLSS*APOCC VISB', 'Bills & Fees'],
  ['GEICO *AUTO', 'Bills & Fees'],
  ['CVS/PHARMACY #02310', 'Healthcare'],
  ['PLANET FITNESS CLUB FEES', 'Healthcare'],
  ['CON EDISON BILL PAYMENT', 'Electricity'],
  ['UDEMY ONLINE COURSES', 'Education'],
  ['BILLA 2034 PRAHA', 'Groceries'],
  ['PENNY MARKET S.R.O.', 'Groceries'],
  ['CEZ Prodej zaloha elektrina', 'Electricity'],
  ['T-Mobile Czech Republic a.s.', 'Bills & Fees'],
  ['Ceska pojistovna pojistne', 'Bills & Fees'],
  ['Ceske drahy, a.s.', 'Travel'],
  ['Dr. Max lekarna', 'Healthcare'],
  ['Restaurace U Medvidku', 'Food & Drinks'],
  ['Alza.cz a.s.', 'Shopping'],
  ['CARREFOUR CITY PARIS 11', 'Groceries'],
  ['SNCF INTERNET PARIS', 'Travel'],
  ['EDF CLIENTS PARTICULIERS', 'Electricity'],
  ['Pharmacie du Centre', 'Healthcare'],
  ['MERCADONA VALENCIA', 'Groceries'],
  ['Iberdrola Clientes SAU', 'Electricity'],
  ['ESSELUNGA VIA RIPAMONTI', 'Groceries'],
  ['Albert Heijn 1020 Amsterdam', 'Groceries'],
  ['NS Reizigers Utrecht', 'Travel'],
  ['TESCO STORES 3321', 'Groceries'],
  ['TFL TRAVEL CH', 'Travel'],
  ['COUNCIL TAX DD', 'Bills & Fees'],
  ['Zabka Z4410 Krakow', 'Groceries'],
  ['ICA Nara Vasastan', 'Groceries'],
  // Nobody can know these.
  ['Max Mustermann', ''],
  ['Anna Otto Geschenk zum Geburtstag', ''],
  ['Bargeldauszahlung', ''],
  ['SEPA Überweisung Ref 4711', ''],
  ['Helen Albert', ''],
  ['Zelle payment to Irma', ''],
  ['St. Georg Straße 4', ''],
  ['Umbuchung', ''],
];

test('most titles of banks get a category, and the right one', () => {
  const said = MADE.map(([title, wanted]) => ({ title, wanted, category: fromWordList('Expense', title)?.category }));
  const filed = said.filter(({ category }) => category !== undefined);
  expect(filed.filter(({ category, wanted }) => category !== wanted)).toEqual([]);
  expect(filed.length / said.length).toBeGreaterThan(0.7);
});

test.each([
  ['Lohn/Gehalt 03/2026', 'Salary'],
  ['ACME INC PAYROLL 1121', 'Salary'],
  ['Mzda 11/2026', 'Salary'],
  ['Zinsgutschrift', 'Extra Income'],
  ['Max Mustermann', undefined],
  ['REWE Markt', undefined],
])('an income ‘%s’ is %s', (title, category) => {
  expect(fromWordList('Income', title)?.category).toBe(category);
});

test('the longest phrase says it, and a word is whole, but for one with a *', () => {
  expect(fromWordList('Expense', 'Amazon Prime')).toEqual({ category: 'Entertainment', words: 'amazon prime' });
  expect(fromWordList('Expense', 'Amazon')).toEqual({ category: 'Shopping', words: 'amazon' });
  expect(fromWordList('Expense', 'Shellfish')).toBe(null);
  expect(fromWordList('Expense', 'Bahnhofsapotheke')).toEqual({ category: 'Healthcare', words: 'bahnhofsapotheke' });
});

test('each phrase is in plain words, of at most four, once, and its category one of the specification', () => {
  const spent = phrasesOf(SPENT);
  expect(spent.length).toBeGreaterThan(1_500);
  for (const phrase of [...spent, ...phrasesOf(EARNED)]) {
    expect(phrase).toMatch(/^(\*?[a-z]+\*?)( [a-z]+){0,3}$/);
    expect(phrase.length).toBeGreaterThan(1);
  }
  expect(Object.keys(SPENT).filter((name) => !(EXPENSE_CATEGORIES as readonly string[]).includes(name))).toEqual([]);
  expect(Object.keys(EARNED).filter((name) => !(INCOME_CATEGORIES as readonly string[]).includes(name))).toEqual([]);
  const twice = spent.filter((phrase, at) => spent.indexOf(phrase) !== at);
  expect(twice).toEqual([]);
});

test('a title of a hundred thousand letters is read in no time', () => {
  const began = process.threadCpuUsage();
  expect(fromWordList('Expense', 'xa '.repeat(33_000))).toBe(null);
  expect(process.threadCpuUsage(began).user / 1_000).toBeLessThan(2_000);
});
