import { expect, test } from 'vitest';
import { IMPORT_ROWS_MAX } from '#ledger/model/constants.ts';
import { type Answers, type Mapping, type ParsedFile, UnreadableFile } from '../../parsed.ts';
import { pathOf } from '../../testing/reading.ts';
import { readCsv } from './read-csv.ts';

async function read(
  text: string | Uint8Array,
  mapping: Mapping | null = null,
  answers: Answers = {},
): Promise<ParsedFile> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const file = await readCsv(bytes, { fileName: 'export.csv', mapping, answers });
  if (file === null) throw new Error('The reader of CSV decides on every file.');
  return file;
}

const rowsOf = ({ rows }: ParsedFile) => rows.map(({ date, amount, title }) => `${date} ${amount} ${title}`);
const openOf = ({ questions }: ParsedFile) => questions.filter(({ isOpen }) => isOpen).map(({ id }) => id);
const invalidOf = ({ rows }: ParsedFile) =>
  rows.map(({ invalid }) => invalid && `${invalid.column}: ${invalid.reason}`);

test.each([
  ['1234.5', '.', 123450],
  ['1,234.50', '.', 123450],
  ['1.234,50', ',', 123450],
  ["1'234.50", '.', 123450],
  ['1 234,50', ',', 123450],
  ['1\u202f234,50 €', ',', 123450],
  ['12,34,567.80', '.', 123456780],
  ['$1,000', '.', 100000],
  ['-$5.00', '.', -500],
  ['$-5.00', '.', -500],
  ['($5.00)', '.', -500],
  ['5.00-', '.', -500],
  ['\u22125,00', ',', -500],
  ['+5,00', ',', 500],
  ['5.00 DR', '.', -500],
  ['5.00 CR', '.', 500],
  ['5,00 S', ',', -500],
  ['5,00 H', ',', 500],
  ['EUR 5,00', ',', 500],
  ['5,00EUR', ',', 500],
  ['12.–', '.', 1200],
  ['100,-', ',', 10000],
  ['.50', '.', 50],
  ['R$ 3,20', ',', 320],
  ['kr -45,10', ',', -4510],
  ['0.00', '.', 0],
  ['-64.140000', '.', -6414],
  ['999999999999.99', '.', 99_999_999_999_999],
])('reads %s as an amount in cents', async (cell, mark, cents) => {
  const filler = mark === '.' ? '1.25' : '1,25';
  const file = await read(`Date\tDescription\tAmount\n2024-01-31\tA\t${filler}\n2024-01-31\tB\t${cell}\n`);
  expect(file.rows[1]).toMatchObject({ amount: cents, invalid: null });
});

test.each([
  ['1.234', "'1.234' has a fraction of a cent"],
  ['1000000000000.00', "'1000000000000.00' is more than 999999999999.99"],
  ['99999999999999999999', "'99999999999999999999' is more than 999999999999.99"],
  ['twelve', "'twelve' is no amount"],
  ['12.5.0', "'12.5.0' is no amount"],
  ['1E5', "'1E5' is no amount"],
  ['(5.00', "'(5.00' is no amount"],
  ['--5.00', "'--5.00' is no amount"],
  ['', 'There is no amount'],
])('says why %j is no amount', async (cell, reason) => {
  const file = await read(
    `Date,Description,Amount\n2024-01-31,A,1.25\n2024-01-31,A,2.25\n2024-01-30,B,${cell}\n2024-01-31,A,2.25\n`,
  );
  expect(invalidOf(file)).toEqual([null, null, `Amount: ${reason}`, null]);
});

test.each([
  '1.2.2024',
  '01/02/2024 10:15',
  '2024-02-01T10:00:00Z',
  '2024-02-01 10:00:00 +0000',
  '2024/02/01',
  '2024. 02. 01.',
  '20240201',
  '20240201101500',
  '01022024',
  '01-Feb-2024',
  '1 Feb 24',
  '01FEB2024',
  'Feb 1, 2024',
  'February 1, 2024, 10:00 PM',
  'Thu, 1 Feb 2024',
  '1 févr. 2024',
  '1. Februar 2024',
  '1 de febrero de 2024',
  '1 febbraio 2024',
  '1 februari 2024',
  '1 fev 2024',
  '1 lutego 2024',
  '1. feb. 2024',
  "01/02/'24",
])('reads %s as the first of February', async (cell) => {
  const file = await read(`Datum;Text;Betrag\n"${cell}";A;1,25\n`);
  expect(rowsOf(file)).toEqual(['2024-02-01 125 A']);
});

test('a day that is not in the calendar makes its row invalid, and only this row', async () => {
  const file = await read(
    'Datum;Text;Betrag\n31.01.2024;A;1,25\n31.02.2024;B;1,25\nfoo;C;1,25\n;D;1,25\n28.02.2024;E;1,25\n',
  );
  expect(invalidOf(file)).toEqual([
    null,
    "Datum: '31.02.2024' is no day of the calendar",
    "Datum: 'foo' is no date",
    'Datum: There is no date',
    null,
  ]);
});

test('asks for the order of the days where each fits both orders, and takes the answer', async () => {
  const text = 'Date,Description,Amount\n03/04/2024,A,-1.50\n05/04/2024,B,2.00\n';
  const asked = await read(text);
  expect(openOf(asked)).toEqual(['day-order']);
  expect(asked.questions[0]?.choices.map(({ value }) => value)).toEqual(['dmy', 'mdy']);
  expect(asked.questions[0]?.choices[0]?.label).toBe('3 April 2024 (day first)');
  for (const [answer, first] of [
    ['dmy', '2024-04-03'],
    ['mdy', '2024-03-04'],
  ] as const) {
    const answered = await read(text, null, { 'day-order': answer });
    expect(openOf(answered)).toEqual([]);
    expect(answered.rows[0]?.date).toBe(first);
    expect(answered.mapping?.dateOrder).toBe(answer);
  }
});

test('does not ask for the order where one day decides, the month has a dot, or both readings are the same day', async () => {
  for (const dates of [
    ['03/04/2024', '13/04/2024'],
    ['03.04.2024', '05.04.2024'],
    ['03/03/2024', '04/04/2024'],
    ['2024-03-04', '2024-03-05'],
  ]) {
    const file = await read(`Date,Description,Amount\n${dates[0]},A,-1.50\n${dates[1]},B,2.00\n`);
    expect(openOf(file)).toEqual([]);
  }
});

test('asks for the decimal mark where all amounts fit both', async () => {
  const text = 'Datum;Text;Betrag\n31.01.2024;A;1.234\n30.01.2024;B;-2.500\n';
  const asked = await read(text);
  expect(openOf(asked)).toEqual(['decimal-mark']);
  expect(asked.rows.map(({ amount }) => amount)).toEqual([123400, -250000]);
  const answered = await read(text, null, { 'decimal-mark': '.' });
  expect(answered.rows.map(({ amount }) => amount)).toEqual([null, -250]);
  expect(openOf(answered)).toEqual([]);
});

test.each([
  ['I/O', 'I', 'O'],
  ['Direction', '流入', '流出'],
  ['收/支', '流入', '流出'],
  ['Debit/Credit', 'Credit', 'Toll'],
  ['', 'plus', 'minus'],
])('asks which word of a column %j says that money was spent, %s or %s', async (header, earned, spent) => {
  const lines = [
    `2024-01-13,Rent,500.00,${spent}`,
    `2024-01-14,Pay,900.00,${earned}`,
    `2024-01-15,Food,20.00,${spent}`,
    `2024-01-16,Gas,30.00,${spent}`,
  ];
  const text = [...(header === '' ? [] : [`Date,Description,Amount,${header}`]), ...lines].join('\n');
  const asked = await read(text);
  expect(openOf(asked)).toEqual(['direction']);
  expect(asked.questions[0]?.choices.map(({ value }) => value)).toEqual([spent, earned, 'none']);
  expect(asked.questions[0]?.text).toMatch(/\?$/);
  for (const [answer, signs] of [
    [spent, [-1, 1, -1, -1]],
    [earned, [1, -1, 1, 1]],
    ['none', [1, 1, 1, 1]],
  ] as const) {
    const answered = await read(text, null, { direction: answer });
    expect(openOf(answered)).toEqual([]);
    expect(answered.rows.map(({ amount }) => Math.sign(amount ?? 0))).toEqual(signs);
    expect((await read(text, answered.mapping)).rows).toEqual(answered.rows);
  }
});

test.each([
  ['Income/Expense', 'Income', 'Expense'],
  ['Nature', 'Revenu', 'Dépense'],
  ['Rodzaj', 'Przychód', 'Wydatek'],
  ['Foo', '收入', '支出'],
  ['Тип', 'Доход', 'Расход'],
])('knows the words of a column %j for received and spent, %s and %s', async (header, earned, spent) => {
  const lines = [
    `2024-01-13,Bakery,5.00,${spent}`,
    `2024-01-14,Wages,900.00,${earned}`,
    `2024-01-15,Bar,2.00,${spent}`,
  ];
  const { rows, questions } = await read([`Date,Description,Amount,${header}`, ...lines].join('\n'));
  expect(questions.filter(({ isOpen }) => isOpen)).toEqual([]);
  expect(rows.map(({ amount }) => amount)).toEqual([-500, 90_000, -200]);
});

test('does not ask for the direction where balances or signs say it, or a column has states', async () => {
  const proven = await read(
    'Date,Description,Amount,I/O,Balance\n2024-01-13,Rent,5.00,O,95.00\n2024-01-14,Pay,9.00,I,104.00\n2024-01-15,Food,2.00,O,102.00\n2024-01-16,Gas,2.00,O,100.00\n',
  );
  expect(openOf(proven)).toEqual([]);
  expect(proven.rows.map(({ amount }) => amount)).toEqual([-500, 900, -200, -200]);
  const lines = (first: string, second: string, sign: string) =>
    `Date,Description,Amount,Foo\n2024-01-13,A,${sign}5.00,${first}\n2024-01-14,B,9.00,${second}\n2024-01-15,C,2.00,${first}\n`;
  expect(openOf(await read(lines('yes', 'no', '-')))).toEqual([]);
  expect(openOf(await read(lines('Posted', 'Pending', '-')))).toEqual([]);
  expect(openOf(await read(lines('I', 'O', '-')))).toEqual([]);
});

test.each([
  ['nothing', 'Date,Description,Amount\n2024-01-13,Rent,500.00\n2024-01-14,Food,20.00\n', ['direction'], -500_00],
  ['states', 'Date,Description,Amount,Foo\n2024-01-13,A,5.00,yes\n2024-01-14,B,9.00,no\n', ['direction'], -500],
  ['a plus', 'Date,Description,Amount\n2024-01-13,Rent,+500.00\n2024-01-14,Food,20.00\n', [], 500_00],
  ['CR', 'Date,Description,Amount\n2024-01-13,Rent,500.00 CR\n2024-01-14,Food,20.00 CR\n', [], 500_00],
  ['a salary', 'Date,Description,Amount\n2024-01-13,Salary,500.00\n2024-01-14,Food,20.00\n', ['direction'], -500_00],
  ['salaries', 'Date,Description,Amount\n2024-01-13,Salary,500.00\n2024-02-14,Salary,20.00\n', [], 500_00],
  ['a single row', 'Date,Description,Amount\n2024-01-13,Rent,500.00\n', ['direction'], -500_00],
])('where nothing is below 0 and %s says which way the money went', async (_, text, asked, spent) => {
  const file = await read(text);
  expect(openOf(file)).toEqual(asked);
  const answered = await read(text, null, { direction: 'out' });
  expect(answered.rows[0]?.amount).toBe(spent);
  if (asked.length > 0) expect(file.rows[0]?.amount).toBeGreaterThan(0);
});

test('a file whose charges are above 0 and whose payments are below it is a card', async () => {
  const rows = ['2024-01-13,Shop,45.00', '2024-01-14,Cafe,3.00', '2024-01-20,PAYMENT THANK YOU,-48.00'];
  const { accounts, rows: entries } = await read(['Date,Description,Amount', ...rows].join('\n'));
  expect(accounts).toMatchObject([{ kind: 'Credit card' }]);
  expect(entries.map(({ amount }) => amount)).toEqual([-4500, -300, 4800]);
});

test.each(['Transaction currency', 'Operation currency', 'Валюта операції', 'Currency'])(
  'one card stays one account where its balance goes on over purchases abroad (%s)',
  async (header) => {
    const lines = [
      '2024-01-13,Rent,-500.00,EUR,1500.00',
      '2024-01-14,Hotel,-90.00,USD,1410.00',
      '2024-01-15,Food,-20.00,EUR,1390.00',
    ];
    for (const some of [lines, lines.slice(0, 2), lines.toReversed()]) {
      const file = await read([`Date,Description,Amount,${header},Balance`, ...some].join('\n'));
      expect(file.accounts).toEqual([{ key: '', name: 'export', currency: 'EUR', kind: null }]);
      expect(file.statements).toMatchObject([{ account: '', opening: 200000 }]);
      expect(openOf(file)).toEqual([]);
    }
  },
);

test('accounts of several currencies with balances of their own stay apart, also where these come to 0', async () => {
  const file = await read(
    [
      'Date,Description,Amount,Currency,Balance',
      '2024-01-13,In,10.00,EUR,10.00',
      '2024-01-13,Out,-10.00,EUR,0.00',
      '2024-01-14,In,5.00,USD,5.00',
      '2024-01-15,Out,-5.00,USD,0.00',
      '2024-01-16,In,7.00,EUR,7.00',
    ].join('\n'),
  );
  expect(file.accounts.map(({ key, currency }) => [key, currency])).toEqual([
    ['EUR', 'EUR'],
    ['USD', 'USD'],
  ]);
});

test('the currency that the header of the amounts names goes before a column of others', async () => {
  const file = await read(
    'Date,Description,Amount (EUR),Transaction currency\n2024-01-13,Rent,-5.00,EUR\n2024-01-14,Hotel,-9.00,USD\n',
  );
  expect(file.accounts.map(({ key, currency }) => [key, currency])).toEqual([['', 'EUR']]);
});

test.each([
  ['in a column', (amount: string, code: string) => `${amount},${code}`],
  ['beside the amount', (amount: string, code: string) => `${code} ${amount}`],
])('without a header currencies %s are asked for, and never added together before', async (_, written) => {
  const text = [
    `2024-01-13,Rent,${written('-500.00', 'CAD')}`,
    `2024-01-14,Hotel,${written('-90.00', 'USD')}`,
    `2024-01-15,Food,${written('-20.00', 'CAD')}`,
  ].join('\n');
  const asked = await read(text);
  expect(openOf(asked)).toEqual(['currency']);
  expect(asked.rows.map(({ account }) => account)).toEqual(['CAD', 'USD', 'CAD']);
  const apart = await read(text, null, { currency: 'apart' });
  expect([openOf(apart), apart.rows]).toEqual([[], asked.rows]);
  const together = await read(text, null, { currency: 'together' });
  expect([openOf(together), together.rows.map(({ account }) => account)]).toEqual([[], ['', '', '']]);
});

test('asks which column has the amounts where nothing says so, and not where balances prove it', async () => {
  const text = '31/01/2024,5.00,A,100.00\n30/01/2024,7.00,B,50.00\n';
  const asked = await read(text);
  expect(openOf(asked)).toEqual(['amount-column']);
  expect(asked.questions[0]?.choices.map(({ value, label }) => `${value}: ${label}`)).toEqual([
    '1: Column 2: 5.00, 7.00',
    '3: Column 4: 100.00, 50.00',
  ]);
  const answered = await read(text, null, { 'amount-column': '3' });
  expect(answered.rows.map(({ amount }) => amount)).toEqual([10000, 5000]);
  expect(openOf(answered)).toEqual([]);
  const proven = await read('31/01/2024,100.00,A,5.00\n30/01/2024,95.00,B,7.00\n29/01/2024,88.00,C,-2.00\n');
  expect(openOf(proven)).toEqual([]);
  expect(proven.rows.map(({ amount }) => amount)).toEqual([500, 700, -200]);
});

test('a mapping goes before what is found, field by field', async () => {
  const text =
    'Title\nDate,Description,Note,Amount,Balance\n03/04/2024,A,N1,-1.50,10.00\n05/04/2024,B,N2,2.00,12.00\nend,,,,\n';
  const file = await read(text);
  expect(file.mapping).toEqual({
    delimiter: ',',
    decimalMark: '.',
    ...{ encoding: 'utf-8', headerLine: 2, unit: 'whole' },
    skipLines: 1,
    skipLastLines: 1,
    dateOrder: 'mdy',
    columns: { date: 0, amount: 3, title: 1, balance: 4 },
    negate: false,
  });
  const mapped = await read(text, { dateOrder: 'dmy', negate: true, columns: { date: 0, amount: 3, title: 2 } });
  expect(rowsOf(mapped)).toEqual(['2024-04-03 150 N1', '2024-04-05 -200 N2']);
  expect(openOf(mapped)).toEqual([]);
  const repeated = await read(text, file.mapping);
  expect(repeated.rows).toEqual(file.rows);
  expect(repeated.mapping).toEqual(file.mapping);
});

test('words of a mapping say which amounts were spent', async () => {
  const text = 'Date,Description,Amount,Art\n2024-01-01,A,1.50,X\n2024-01-02,B,2.00,Y\n';
  const file = await read(text, { columns: { date: 0, amount: 2, sign: 3 }, debitWords: ['x'] });
  expect(file.rows.map(({ amount }) => amount)).toEqual([-150, 200]);
});

test('lines that are skipped by a mapping are no rows', async () => {
  const text = 'Date,Description,Amount\n2024-01-01,A,1.50\n2024-01-02,B,2.00\n2024-01-03,C,3.00\n';
  const file = await read(text, { skipLines: 2, skipLastLines: 1, columns: { date: 0, amount: 2 } });
  expect(rowsOf(file)).toEqual(['2024-01-02 200 B']);
});

test.each([
  ['31-Feb-2024,-500.00,Rent', "Column 1: '31-Feb-2024' is no day of the calendar"],
  ['foo,-500.00,Rent', "Column 1: 'foo' is no date"],
  ['29-Feb-2024,n/a,Rent', "Column 2: 'n/a' is no amount"],
  ['29-Feb-2024,-500.005,Rent', "Column 2: '-500.005' has a fraction of a cent"],
  ['31-Feb-2024,n/a,Rent', "Column 1: '31-Feb-2024' is no day of the calendar"],
])('without a header the first line is a row though %j can not be read', async (first, reason) => {
  const text = `${first}\n${first}\n01-Mar-2024,-20.00,Food\n02-Mar-2024,100.00,Pay\n`;
  const columns = { date: 0, amount: 1, title: 2 };
  for (const mapping of [null, { columns }, { skipLines: 0, columns }]) {
    const file = await read(text, mapping);
    expect(invalidOf(file)).toEqual([reason, reason, null, null]);
    expect(file.rows.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    expect(file.mapping?.skipLines).toBe(0);
  }
});

test('lines of labels above entries without a header are no rows, and a header above unreadable rows is one', async () => {
  const labels = await read('Export,of my bank,\nAccount,12345678,x\n2024-03-01,-20.00,Food\n2024-03-02,5.00,Pay\n');
  expect(labels.rows.map(({ line }) => line)).toEqual([3, 4]);
  const header = await read('When?,How much?,What?\nfoo,-500.00,Rent\n2024-03-01,-20.00,Food\n');
  expect(invalidOf(header)).toEqual(["When?: 'foo' is no date", null]);
});

test('who was paid is the title, and what for the text; without one of them the other is the title', async () => {
  const file = await read(
    [
      'Date,Payee,Memo,Amount',
      '2024-01-31,Corner Shop,Groceries,-12.50',
      '2024-02-13,Employer,,2000.00',
      ',,of February,',
      '2024-02-14,,Fee,-1.00',
      ',,of January,',
      '2024-02-15,DE02120300000000202051,Rent,-800.00',
    ].join('\n'),
  );
  expect(file.rows.map(({ title, text, counterparty }) => [title, text, counterparty])).toEqual([
    ['Corner Shop', 'Groceries', 'Corner Shop'],
    ['Employer', 'Employer of February', 'Employer'],
    ['Fee of January', null, null],
    ['Rent', null, 'DE02120300000000202051'],
  ]);
});

test('a name that is the same on all lines, and a title that was chosen, leave the text as the title', async () => {
  const lines = ['Date,Payee,Memo,Amount', ...['A', 'B', 'C', 'D'].map((memo) => `2024-01-31,Me,${memo},1.50`)];
  expect((await read(lines.join('\n'))).rows.map(({ title }) => title)).toEqual(['A', 'B', 'C', 'D']);
  const chosen = { date: 0, title: 2, amount: 3 };
  const text = 'Date,Payee,Memo,Amount\n2024-01-31,Shop,Milk,-1.50\n2024-01-31,Bar,Beer,-2.50\n';
  expect((await read(text, { columns: chosen })).rows[0]).toMatchObject({ title: 'Milk', counterparty: 'Shop' });
  const combined = await read(text, { columns: { ...chosen, counterparty: 1 } });
  expect(combined.rows[0]).toMatchObject({ title: 'Shop', text: 'Milk' });
});

test('files of a kind have the same name of it, whatever they hold', async () => {
  const first = await read('Date,Description,Amount\n2024-01-01,A,1.50\n');
  const second = await read('date;description;amount\n05.06.2023;Other;-3,00\n06.06.2023;More;-3,00\n');
  const third = await read('Date,Text,Amount\n2024-01-01,A,1.50\n');
  expect(second.kindOfFile).toBe(first.kindOfFile);
  expect(third.kindOfFile).not.toBe(first.kindOfFile);
});

test('a quoted text over several lines is one row, and lines are counted as an editor counts them', async () => {
  const file = await read('Date,Description,Amount\n2024-01-01,"A\nB ""x""",1.50\n\n2024-01-02,C,2.00\n');
  expect(file.rows.map(({ line, title, raw }) => [line, title, raw])).toEqual([
    [2, 'A B "x"', '2024-01-01\u001fA\nB "x"\u001f1.50'],
    [5, 'C', '2024-01-02\u001fC\u001f2.00'],
  ]);
});

test('a quote that is never closed takes no other row with it', async () => {
  const file = await read(
    'Date,Description,Amount\n2024-01-01,"A,1.50\n2024-01-02,B 5" pipe,2.00\n2024-01-03,C,3.00\n',
  );
  expect(rowsOf(file)).toEqual(['2024-01-01 150 "A', '2024-01-02 200 B 5" pipe', '2024-01-03 300 C']);
});

test('reads other syntax: sep=, single quotes, whole lines in quotes, pipes, spaces before quotes, UTF-16 and NULs', async () => {
  const rows = ['2024-01-01 -150 A;x', '2024-01-02 200 B'];
  const files = [
    'sep=;\nDate;Description;Amount\n2024-01-01;"A;x";-1.50\n2024-01-02;B;2.00\n',
    "'Date';'Description';'Amount'\n'2024-01-01';'A;x';'-1.50'\n'2024-01-02';'B';'2.00'\n",
    '"Date,Description,Amount"\n"2024-01-01,""A;x"",-1.50"\n"2024-01-02,B,2.00"\n',
    'Date|Description|Amount|\n2024-01-01|A;x|-1.50|\n2024-01-02|B|2.00|\n',
    '"Date", "Description", "Amount"\n"2024-01-01", "A;x", "-1.50"\n"2024-01-02", "B", "2.00"\n',
    Buffer.from('\ufeffDate\tDescription\tAmount\r\n2024-01-01\tA;x\t-1.50\r\n2024-01-02\tB\t2.00\r\n', 'utf16le'),
    'Date,Description,Amount\0\r2024-01-01,A;x,-1.50\r2024-01-02,B,2.00\0\0\0',
  ];
  for (const file of files) expect(rowsOf(await read(file))).toEqual(rows);
});

test('cells that are formulas stay text, and an unquoted delimiter in a text is mended', async () => {
  const file = await read(
    'Date,Description,Amount\n2024-01-01,"=HYPERLINK(""http://x"")",1.50\n2024-01-02,"=1+1",2.00\n2024-01-03,Eggs, milk,-3.00\n',
  );
  expect(rowsOf(file)).toEqual([
    '2024-01-01 150 =HYPERLINK("http://x")',
    '2024-01-02 200 =1+1',
    '2024-01-03 -300 Eggs, milk',
  ]);
});

test('rows of several accounts and currencies are told apart', async () => {
  const accounts = await read(
    'Account,Date,Description,Amount\nChecking,2024-01-01,A,1.50\nSavings,2024-01-02,B,2.00\nChecking,2024-01-03,C,3.00\n',
  );
  expect(accounts.accounts.map(({ key }) => key)).toEqual(['Checking', 'Savings']);
  const currencies = await read('Date,Description,Amount,Currency\n2024-01-01,A,1.50,EUR\n2024-01-02,B,2.00,USD\n');
  expect(currencies.accounts).toEqual([
    { key: 'EUR', name: 'EUR', currency: 'EUR', kind: null },
    { key: 'USD', name: 'USD', currency: 'USD', kind: null },
  ]);
});

test('running balances give a statement, up and down the file, also where some lines have none', async () => {
  const expected = { opening: 10000, closing: 10500, from: '2024-01-01', to: '2024-01-03', lines: null };
  const down = await read(
    'Date,Description,Amount,Balance\n2024-01-01,A,-5.00,95.00\n2024-01-02,B,3.00,\n2024-01-03,C,7.00,105.00\n',
  );
  const up = await read(
    'Date,Description,Amount,Balance\n2024-01-03,C,7.00,105.00\n2024-01-02,B,3.00,98.00\n2024-01-01,A,-5.00,95.00\n',
  );
  expect(down.statements).toEqual([{ account: '', ...expected }]);
  expect(up.statements).toEqual([{ account: '', ...expected }]);
});

test('a file with a header and nothing below it has no rows', async () => {
  expect((await read('Buchungstag;Verwendungszweck;Betrag\n')).rows).toEqual([]);
});

test.each([
  ['an empty file', ' \n\n'],
  ['a PDF', '%PDF-1.7\n1 0 obj'],
  ['a page', '<!doctype html><html><body>2024-01-01, 1.50</body></html>'],
  ['a spreadsheet', 'PK\u0003\u0004\u0014\u0000\u0006'],
  ['prose', 'Dear customer,\nthe value, as of today, is given in the amount of your balance.\nYours, the bank\n'],
  ['bytes', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 73) % 256))],
  ['a table of something else', 'Name,Age\nAnn,41\nBob,32\n'],
])('refuses %s with one sentence', async (_, text) => {
  await expect(read(text)).rejects.toThrow(UnreadableFile);
  await expect(read(text)).rejects.toThrow(/^[A-Z][^\n]+\.$/);
});

test('refuses more rows than the limit, naming it', async () => {
  const row = '2024-01-01,A,1.50\n';
  await expect(read(`Date,Description,Amount\n${row.repeat(IMPORT_ROWS_MAX + 1)}`)).rejects.toThrow(
    'more than 100,000 rows',
  );
});

test.each([
  ['a line of 10 MB', `Date,Description,Amount\n2024-01-01,${'A'.repeat(10_000_000)},1.50\n`],
  ['a million columns', `${'a,'.repeat(1_000_000)}\n`],
  ['columns just short enough', `${'a,'.repeat(49_000)}\n`],
  [
    'words in all columns',
    Array.from({ length: 150 }, (_, row) =>
      Array.from({ length: 990 }, (__, column) => `w${row}x${column}`).join(';'),
    ).join('\n'),
  ],
  ['colons without end', `${':'.repeat(90_000)}\nDate,Description,Amount\n2024-01-01,A,1.50\n`],
  ['quotes without end', `Date,Description,Amount\n2024-01-01,${'"'.repeat(90_000)},1.50\n`.repeat(15)],
  ['quotes that open on each line', 'Date,Description,Amount\n'.concat('2024-01-01,"A,1.50\n'.repeat(20_000))],
  ['quotes in the middle of quotes', `Date,Description,Amount\n${'2024-01-01,"a"x"x"x"x"x"x,1.50\n'.repeat(20_000)}`],
  [
    'a text that goes on without end',
    `Date,Description,Amount\n2024-01-01,A,1.50\n${',more of it,\n'.repeat(100_000)}`,
  ],
  ['lines without end', '\n'.repeat(5_000_000)],
  ['numbers without end', `Date,Description,Amount\n2024-01-01,A,${'9'.repeat(90_000)}\n`.repeat(20)],
])('reads or refuses %s in a moment', async (_, text) => {
  const start = process.threadCpuUsage();
  try {
    expect((await read(text)).rows.length).toBeLessThanOrEqual(IMPORT_ROWS_MAX);
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableFile);
  }
  expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(5_000);
});

test('finds two columns of amounts without a header where the balances follow from them, beside a column of numbers', async () => {
  const file = await read(
    [
      '11/20/2026,0,Deposit,0,500.00,500.00',
      '11/21/2026,101,Check,100.00,0,400.00',
      '11/22/2026,102,Check,100.00,0,300.00',
      '11/23/2026,103,Check,300.00,0,0.00',
      '11/24/2026,0,Deposit,0,700.00,700.00',
    ].join('\n'),
  );
  expect(rowsOf(file).map((row) => row.split(' ')[1])).toEqual(['50000', '-10000', '-10000', '-30000', '70000']);
  expect(openOf(file)).toEqual([]);
});

test('a category is of the group in the column before it only where there are columns for both', async () => {
  const lines = ['2026-11-20,Baker,Food,Bread,-3.20', '2026-11-21,Cinema,Fun,,-12.00', '2026-11-22,Mill,,Flour,-2.00'];
  const both = await read(['Date,Payee,Category,Subcategory,Amount', ...lines].join('\n'));
  expect(both.rows.map(({ category }) => pathOf(category))).toEqual(['Food:Bread', 'Fun', 'Flour']);
  expect(both.mapping?.columns).toMatchObject({ category: 2, subcategory: 3 });
  const columns = { ...both.mapping?.columns, date: 0, subcategory: null };
  const apart = await read(['Date,Payee,Category,Subcategory,Amount', ...lines].join('\n'), { columns });
  expect(apart.rows.map(({ category }) => pathOf(category))).toEqual(['Food', 'Fun', null]);
  const one = await read('Date,Payee,Category,Amount\n2026-11-20,Baker,Food: Bread,-3.20\n');
  expect(one.rows.map(({ category }) => category)).toEqual([{ name: 'Food: Bread', parent: null, kind: null }]);
});

test('a row without a title has its category in the file as the title, before other texts', async () => {
  const { rows } = await read(
    [
      'Date,Mode,Category,Subcategory,Note,Amount',
      '2026-11-20,Cash,Food,Bread,Two loaves,-3.20',
      '2026-11-21,Cash,Family,Pocket money,,-4.00',
      '2026-11-22,Bank,Fund,,,-5.00',
    ].join('\n'),
  );
  expect(rows.map(({ title }) => title)).toEqual(['Two loaves', 'Pocket money', 'Fund']);
});
