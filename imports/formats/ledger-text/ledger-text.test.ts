import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCommands } from '#ledger/testing/any-commands.ts';
import { carriedOut } from '#ledger/testing/scenario.ts';
import { exportedLedger, withExport } from '#tests/support/exported.ts';
import { anyEntries, balancesOf, complaint, pathOf, read, short, shortParts, sums } from '../../testing/reading.ts';
import { readLedgerText } from './ledger-text.ts';

const HLEDGER = `; a household
commodity 1.000,00 €
account assets:purse  ; type:C
account Tresor        ; type: A
alias giro = assets:giro

2024/03/01 * (A7) Landlord | rent for March  ; paid late
    expenses:rent             1.150,00 €
    giro                     -1.150,00 €

2024-03-02=2024-03-05 ! Cash machine
    assets:purse              100 €   ; small notes
    expenses:fees               2,50 €
    giro
    (budget:cash)             -100 €

2024.3.3 Shop
    expenses:food              7,25 €
    expenses:home             12,75 €
    assets:purse             -20,00 € = 80,00 €

2024-03-04 Payday
    giro                       = 1.000,00 €
    income:pay

2024-03-05 Coins
    Tresor                     3 "gold coins" @@ 900,00 €
    giro                      -900,00 €
comment
2024-03-06 Not booked
    giro   1 €
    income:pay
end comment
~ monthly
    giro   1 €
    income:pay

2024-03-07 Dollars
    liabilities:card          -$10.50 @ 0,90 €
    expenses:food
`;

test('reads a journal of hledger', async () => {
  const file = await read(readLedgerText, HLEDGER);
  expect(short(file)).toEqual([
    'assets:giro · 2024-03-01 · -115000 · rent for March · rent · -',
    'assets:purse · 2024-03-02 · 10000 · Cash machine · - · 14',
    'assets:giro · 2024-03-02 · -10000 · Cash machine · - · 12',
    'assets:giro · 2024-03-02 · -250 · Cash machine · fees · -',
    'assets:purse · 2024-03-03 · -2000 · Shop · - · -',
    'assets:giro · 2024-03-04 · 225250 · Payday · pay · -',
    'Tresor · 2024-03-05 · 90000 · Coins · - · 28',
    'assets:giro · 2024-03-05 · -90000 · Coins · - · 27',
    'liabilities:card · 2024-03-07 · -1050 · Dollars · food · -',
  ]);
  expect(shortParts(file.rows[4])).toEqual(['725 · food · -', '1275 · home · -']);
  expect(file.rows[0]?.counterparty).toBe('Landlord');
  expect(file.accounts.map(({ key, name, currency, kind }) => [key, name, currency, kind])).toEqual([
    ['assets:giro', 'giro', 'EUR', 'Checking'],
    ['assets:purse', 'purse', 'EUR', null],
    ['Tresor', 'Tresor', 'EUR', null],
    ['liabilities:card', 'card', 'USD', 'Credit card'],
  ]);
  expect(file.statements).toEqual([
    { account: 'assets:purse', opening: null, closing: 8_000, from: null, to: '2024-03-03', lines: [12, 20] },
    { account: 'assets:giro', opening: null, closing: 100_000, from: null, to: '2024-03-04', lines: [9, 14, 15, 23] },
  ]);
});

const BEANCOUNT = `option "title" "Ours; and more"
option "name_assets" "Vermoegen"
2020-01-01 open Vermoegen:Bank EUR
2020-01-01 open Vermoegen:Depot
2020-01-01 open Expenses:Food
2020-01-02 pad Vermoegen:Bank Equity:Opening
2020-02-01 balance Vermoegen:Bank  1,000.00 EUR

2020-02-01 * "Caf\u00e9 \\"Anna\\"" "Two; coffees" #out ^r-1
  id: "7"
  Vermoegen:Bank       -8.40 EUR ; cash back
  Expenses:Food
2020-02-03 txn "Shares"
  ! Vermoegen:Depot     2.5 ACME {40.00 EUR, 2020-02-03}
  Vermoegen:Bank     -100.00 EUR
2020-02-04 * "Sold"
  Vermoegen:Depot    -1 ACME {40.00 EUR} @ 50.00 EUR
  Vermoegen:Bank      50.00 EUR
  Income:Gains
2020-02-05 * "Leave"
  Vermoegen:Holidays   1 DAYS
  Income:Work         -1 DAYS
2020-02-06 balance Vermoegen:Bank  941.60 ~ 0.01 EUR
2020-02-08 balance Vermoegen:Bank  900.00 EUR
`;

test('reads a journal of Beancount', async () => {
  const file = await read(readLedgerText, BEANCOUNT);
  expect(file.format).toBe('beancount');
  expect(short(file)).toEqual([
    'Vermoegen:Bank · 2020-01-02 · 100000 · Pad · - · -',
    'Vermoegen:Bank · 2020-02-01 · -840 · Two; coffees · Food · -',
    'Vermoegen:Depot · 2020-02-03 · 10000 · Shares · - · 15',
    'Vermoegen:Bank · 2020-02-03 · -10000 · Shares · - · 14',
    'Vermoegen:Depot · 2020-02-04 · -4000 · Sold · - · 18',
    'Vermoegen:Bank · 2020-02-04 · 4000 · Sold · - · 17',
    'Vermoegen:Bank · 2020-02-04 · 1000 · Sold · Gains · -',
    'Vermoegen:Holidays · 2020-02-05 ·  · Leave · - · -',
  ]);
  expect(file.rows[1]?.counterparty).toBe('Café "Anna"');
  expect(file.rows[7]?.invalid?.reason).toBe('Daybook keeps money only, not DAYS');
  expect(file.statements).toEqual([
    { account: 'Vermoegen:Bank', opening: null, closing: 100_000, from: null, to: '2020-01-31', lines: [6] },
    {
      account: 'Vermoegen:Bank',
      opening: 100_000,
      closing: 94_160,
      from: '2020-02-01',
      to: '2020-02-05',
      lines: [11, 15, 18, 19],
    },
    { account: 'Vermoegen:Bank', opening: 94_160, closing: 90_000, from: '2020-02-06', to: '2020-02-07', lines: [] },
  ]);
});

test('a pad fills up the next balance of each commodity', async () => {
  const journal = [
    '2020-01-01 open Assets:Bank',
    '2020-01-02 pad Assets:Bank Equity:Opening',
    '2020-02-01 balance Assets:Bank  100 EUR',
    '2020-02-01 balance Assets:Bank  50.5 USD',
    '2020-03-01 balance Assets:Bank  90 EUR',
  ].join('\n');
  const file = await read(readLedgerText, journal);
  expect(sums(file)).toEqual({ 'Assets:Bank': 10_000, 'Assets:Bank USD': 5_050 });
});

test('virtual postings of accounts of the user are rows, and come to 0 by themselves', async () => {
  const file = await read(
    readLedgerText,
    '2024-01-01 Opening\n  (assets:bank)  1000 EUR\n  (budget:food)  5 EUR\n\n2024-01-02 Put by\n  assets:bank  -10 EUR\n  expenses:food\n  [assets:bank:holidays]  20 EUR\n  [assets:bank]\n',
  );
  expect(short(file)).toEqual([
    'assets:bank · 2024-01-01 · 100000 · Opening · - · -',
    'assets:bank · 2024-01-02 · -1000 · Put by · food · -',
    'assets:bank:holidays · 2024-01-02 · 2000 · Put by · - · 9',
    'assets:bank · 2024-01-02 · -2000 · Put by · - · 8',
  ]);
  expect(file.remarks).toEqual([]);
});

test('remarks which transactions do not balance, and which files are included', async () => {
  const entry = (amounts: string[]) => `2024-01-01 x\n  assets:a  ${amounts[0]}\n  income:b  ${amounts[1]}\n\n`;
  const remarks = async (journal: string) => (await read(readLedgerText, journal)).remarks;
  expect(
    await remarks(entry(['10 EUR', '-10 EUR']) + entry(['10 EUR', '-11 USD']) + entry(['1.005 EUR', '-1.00 EUR'])),
  ).toEqual([]);
  expect(await remarks(entry(['10 EUR', '-10 EUR']) + entry(['10 EUR', '-8.95 EUR']))).toEqual([
    "The transaction in line 5 doesn't balance: its postings come to 1.05 EUR.",
  ]);
  expect(await remarks(entry(['10', '-9']).repeat(12))).toEqual([
    "12 transactions don't balance, in lines 1, 5, 9, 13, 17, 21, 25, 29, 33, 37 and 2 more: the postings of the first come to 1.",
  ]);
  const beancount = '2024-01-01 * "x"\n  Assets:A  10 EUR\n  Income:B  -11 USD\ninclude "more.beancount"\n';
  expect(await remarks(beancount)).toEqual([
    "The transaction in line 1 doesn't balance: its postings come to 10 EUR.",
    'This journal includes other files, which are not read: more.beancount. Import them as well.',
  ]);
  expect(await remarks(`include 2023.journal\n!include a b.journal\n${entry(['1', '-1'])}`)).toEqual([
    'This journal includes other files, which are not read: 2023.journal, a b.journal. Import them as well.',
  ]);
  expect(await complaint(readLedgerText, '; all years\ncommodity 1.00 EUR\ninclude 2023.journal\n')).toBe(
    'The entries of this journal are in other files, which it includes. Import those.',
  );
});

test('says of which postings the amount can not be read', async () => {
  const file = await read(
    readLedgerText,
    '2024-01-01 Sums\n  assets:a  (1 + 2) EUR\n  expenses:b\n\n2024-01-02 Two\n  assets:a\n  assets:c\n\n2024-01-03 Thirds\n  assets:a  0.333 EUR\n  expenses:b\n\n2024-02-30 Never\n  assets:a  1 EUR\n  expenses:b\n',
  );
  expect(file.rows.map(({ invalid }) => invalid?.reason)).toEqual([
    "The amount can't be read",
    "The amount is left out, and can't be worked out",
    "The amount is left out, and can't be worked out",
    'The amount is no whole number of cents',
    'There is no date',
  ]);
});

test('tells decimal marks from the journal', async () => {
  const journalOf = (amount: string, directive = '') =>
    `${directive}2024-01-01 One\n  assets:a  ${amount}\n  income:b\n`;
  const cents = async (journal: string) => (await read(readLedgerText, journal)).rows[0]?.amount;
  expect(await cents(journalOf('$1,234.5'))).toBe(123_450);
  expect(await cents(journalOf('1 234,50 kr', 'commodity 1 000,00 kr\n\n'))).toBe(123_450);
  expect(await cents(journalOf('1,234 EUR', 'decimal-mark ,\n\n'))).toBe(null);
  expect(await cents(journalOf('1,234 EUR'))).toBe(123_400);
  expect(await cents(journalOf('1.234,560 EUR'))).toBe(123_456);
  expect(await cents(`${journalOf('1.234 EUR')}\n${journalOf('0,50 EUR')}`)).toBe(123_400);
});

test('reads the CSV of hledger and of a query of Beancount', async () => {
  const hledger = [
    '"txnidx","date","date2","status","code","description","comment","account","amount","commodity","credit","debit","posting-status","posting-comment"',
    '"1","2024-05-06","","*","","Kiosk | papers","","assets:purse","-1234.50","€","1234.50","","",""',
    '"1","2024-05-06","","*","","Kiosk | papers","","expenses:papers","1234.50","€","","1234.50","",""',
    '"2","2024-05-07","","","","Move","","assets:purse","5","€","","5","",""',
    '"2","2024-05-07","","","","Move","","assets:bank","-5","€","5","","",""',
  ].join('\n');
  expect(short(await read(readLedgerText, hledger))).toEqual([
    'assets:purse · 2024-05-06 · -123450 · papers · papers · -',
    'assets:purse · 2024-05-07 · 500 · Move · - · 5',
    'assets:bank · 2024-05-07 · -500 · Move · - · 4',
  ]);
  const query = [
    'date,payee,narration,account,position',
    '2024-05-06,Kiosk,papers,Assets:Purse,  -12.50 EUR',
    '2024-05-06,Kiosk,papers,Expenses:Papers,   12.50 EUR',
    '2024-05-06,Kiosk,papers,Assets:Purse,   -2.50 EUR',
    '2024-05-06,Kiosk,papers,Expenses:Papers,    2.50 EUR',
    '2024-05-07,Broker,buys,Assets:Depot,    3 ACME',
  ].join('\n');
  expect(short(await read(readLedgerText, query))).toEqual([
    'Assets:Purse · 2024-05-06 · -1250 · papers · Papers · -',
    'Assets:Purse · 2024-05-06 · -250 · papers · Papers · -',
    'Assets:Depot · 2024-05-07 ·  · buys · - · -',
  ]);
});

test('takes other text for another format, and names what a journal lacks', async () => {
  for (const text of [
    'Date,Amount\n2024-01-01,5\n',
    '2024-01-01,5\n2024-01-02,6\n',
    ':20:X\n:25:Y\n',
    '!Type:Bank\nD01/02/24\n',
    '<a>\n <b/>\n</a>\n',
    '',
  ]) {
    expect(await readLedgerText(Buffer.from(text), { fileName: '', mapping: null, answers: {} })).toBeNull();
  }
  expect(await complaint(readLedgerText, '2024-01-01 x\n  a  1\n  b\n')).toBe(
    'In this journal no account is below Assets or Liabilities.',
  );
});

test('reads random journals to the cent', async () => {
  const own = ['Assets:Bank:One', 'Assets:Purse', 'Liabilities:Card'];
  const decimal = (cents: number) =>
    `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
  await fc.assert(
    fc.asyncProperty(anyEntries, fc.boolean(), async (entries, isBeancount) => {
      const written = entries.map(({ date, from, to, amount, title }) => {
        const destination = to === null ? 'Expenses:Any' : own[to];
        return `${date} * ${isBeancount ? `"${title}"` : title}\n  ${own[from]}  ${decimal(amount)} EUR\n  ${destination}\n`;
      });
      const file = await read(readLedgerText, written.join('\n'));
      const wanted = balancesOf(entries);
      expect(file.format).toBe(isBeancount ? 'beancount' : 'hledger');
      for (const [key, sum] of Object.entries(sums(file))) expect(sum).toBe(wanted[own.indexOf(key)]);
      expect(file.rows).toHaveLength(entries.length + entries.filter(({ to }) => to !== null).length);
    }),
    { numRuns: 60 },
  );
});

test("reads back the journals of Daybook's own exports: what each account and goal holds", async () => {
  await fc.assert(
    fc.asyncProperty(anyCommands(40), async (commands) => {
      const { events } = carriedOut(commands);
      const ledger = exportedLedger(events);
      await withExport(ledger, 'EUR', async (folder) => {
        for (const name of ['daybook.journal', 'daybook.beancount']) {
          const journal = await readFile(join(folder, name));
          if (!/^\d.* \* /m.test(String(journal))) continue;
          const file = await read(readLedgerText, journal);
          const held = [...ledger.state.accounts.values()].map(({ balance }) => balance);
          const saved = [...ledger.state.goals.values()].map(({ currentAmount }) => currentAmount);
          const unbalanced = Object.values(sums(file)).filter((sum) => sum !== 0);
          expect(unbalanced.sort()).toEqual([...held, ...saved].filter((sum) => Number(sum) !== 0).sort());
          expect(file.rows.filter(({ invalid }) => invalid)).toEqual([]);
        }
      });
    }),
    { numRuns: 8 },
  );
});

test('accounts of income and expenses are categories of two levels, without the name that says which', async () => {
  const entry = (account: string) => `2024-01-01 x\n    ${account}   1 EUR\n    assets:bank\n\n`;
  const journal = `account kulut  ; type:X\n\n${['expenses:Food', 'Ausgaben:Food:Bread:Rye', 'expenses', 'income:Pay', 'kulut:ruoka', 'expenses:no category'].map(entry).join('')}`;
  expect(categoriesIn(await read(readLedgerText, journal))).toEqual([
    'Expense Food',
    'Expense Food:Rye',
    null,
    'Income Pay',
    'Expense kulut:ruoka',
    null,
  ]);
  const dated = (account: string) => `2024-01-01 * "x"\n  ${account}   1 EUR\n  Assets:Bank\n\n`;
  const beancount = `option "name_expenses" "Kulut"\n${['Kulut:Food:Bread', 'Income:Pay:Bonus'].map(dated).join('')}`;
  expect(categoriesIn(await read(readLedgerText, beancount))).toEqual(['Expense Food:Bread', 'Income Pay:Bonus']);
});

const categoriesIn = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  rows.map(({ category }) => (category === null ? null : `${category.kind} ${pathOf(category)}`));
