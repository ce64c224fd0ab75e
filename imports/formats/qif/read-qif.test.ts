import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathOf, shortParts } from '../../testing/reading.ts';
import { anyEntries, brief, decimal, mutations, read, readAll, readBroken } from '../testing/bank-files.ts';
import { readQif } from './read-qif.ts';

const BOOKS = `!Option:AutoSwitch
!Account
NChecking
TBank
^
NVisa
TCCard
^
!Clear:AutoSwitch
!Type:Cat
NFood
E
^
!Account
NChecking
TBank
^
!Type:Bank
D1/31'24
U1,500.00
T1,500.00
CX
POpening Balance
L[Checking]
^
D2/ 1'24
T-80.00
N101
PMarket
MWeekly
LFood:Groceries
SFood:Groceries
EBread
$-30.00
SHousehold
$-50.00
^
D2/20/2024
T-200
PVisa payment
L[Visa]
^
!Account
NVisa
TCCard
^
!Type:CCard
D2/20/2024
T200
PVisa payment
L[Checking]
^
D2/21/2024
T-9.99
PBooks`;

describe('QIF', () => {
  it('reads registers of several accounts, splits, and the two halves of a transfer', async () => {
    const file = await readAll(readQif, BOOKS);
    expect(brief(file.rows)).toEqual([
      [19, '2024-01-31', 150000, 'Opening Balance', 'Opening Balance', null],
      [26, '2024-02-01', -8000, 'Market Weekly', 'Market', null],
      [38, '2024-02-20', -20000, 'Visa payment', 'Visa payment', null],
      [48, '2024-02-20', 20000, 'Visa payment', 'Visa payment', null],
      [53, '2024-02-21', -999, 'Books', 'Books', null],
    ]);
    expect(file.rows.map(({ account, category, otherHalf }) => [account, pathOf(category), otherHalf])).toEqual([
      ['Checking', null, null],
      ['Checking', 'Food:Groceries', null],
      ['Checking', null, 48],
      ['Visa', null, 38],
      ['Visa', null, null],
    ]);
    expect(shortParts(file.rows[1])).toEqual(['3000 · Food:Groceries · Bread', '5000 · Household · -']);
    expect(file.accounts).toEqual([
      { key: 'Checking', name: 'Checking', currency: null, kind: 'Checking' },
      { key: 'Visa', name: 'Visa', currency: null, kind: 'Credit card' },
    ]);
    expect(file.questions).toEqual([]);
  });

  it.each([
    ["1/31'24", '2024-01-31'],
    ["1/31' 4", '2004-01-31'],
    ['31/01/2024', '2024-01-31'],
    ['1-31-24', '2024-01-31'],
    ['12/31/94', '1994-12-31'],
    ['2024-01-31', '2024-01-31'],
    ['3.4.2024', '2024-04-03'],
    ['20240131', '2024-01-31'],
    ['31 Jan 2024', '2024-01-31'],
    ['Jan 31, 2024', '2024-01-31'],
    ['2024-01-31T10:00:00', '2024-01-31'],
  ])('reads the date %s without a question', async (text, day) => {
    const file = await readAll(readQif, `!Type:Bank\nD${text}\nT1.00\nPX\n^\n`);
    expect([file.rows.map(({ date }) => date), file.questions]).toEqual([[day], []]);
  });

  it('asks for the order where every date is a day in both, and takes the answer', async () => {
    const text = '!Type:Bank\nD03/04/2024\nT1.00\n^\nD05/06/2024\nT1.00\n^\n';
    const asked = await readAll(readQif, text);
    expect(asked.questions).toMatchObject([{ id: 'day-order', answer: 'mdy', isOpen: true }]);
    expect(asked.rows[0]?.date).toBe('2024-03-04');
    const answered = await readAll(readQif, text, { 'day-order': 'dmy' });
    expect(answered.questions).toMatchObject([{ answer: 'dmy', isOpen: false }]);
    expect(answered.rows[0]?.date).toBe('2024-04-03');
    const clear = await readAll(readQif, `${text}D13/06/2024\nT1.00\n^\n`);
    expect([clear.questions, clear.rows[0]?.date]).toEqual([[], '2024-04-03']);
    const symmetric = await readAll(readQif, '!Type:Bank\nD05/05/2024\nT1.00\n^\n');
    expect(symmetric.questions).toEqual([]);
  });

  it.each([
    ['-1,234.56', -123456],
    ['1.234,56', 123456],
    ['-12,5', -1250],
    ['1,234', 123400],
    ['1,234,567.00', 123456700],
    ['£39.00', 3900],
    ["-1'000.10", -100010],
    ['+7', 700],
    ['.5', 50],
  ])('reads the amount %s', async (text, cents) => {
    const file = await readAll(readQif, `!Type:Cash\nD2024-01-31\nT${text}\n^\n`);
    expect(file.rows.map(({ amount, invalid }) => [amount, invalid])).toEqual([[cents, null]]);
  });

  it('keeps a split together where its parts are of two signs, are transfers, or do not add up', async () => {
    const split = (...parts: string[]) => `D2024-01-31\nT-10.00\nPX\n${parts.join('\n')}\n^\n`;
    const file = await readAll(
      readQif,
      `!Type:Bank\n${split('SA', '$-12.00', 'SB', '$2.00')}${split('SA', '$-5.00', 'S[Savings]', '$-5.00')}${split('SA', '$-5.00', 'SB', '$-4.00')}${split('SOnly', '$-10.00')}`,
    );
    expect(file.rows.map(({ parts, category }) => [parts, pathOf(category)])).toEqual([
      [null, null],
      [null, null],
      [null, null],
      [null, 'Only'],
    ]);
  });

  it('takes the kind of a category from the list of the file, and no class behind one that is listed', async () => {
    const list = '!Type:Cat\nNFood:Bread\nE\n^\nNGas/Fuel\nE\n^\nNPay\nDWhat work brings\nI\n^\n';
    const record = (category: string) => `D2024-01-31\nT-1.00\nL${category}\n^\n`;
    const categories = ['Food:Bread/Holiday', 'gas/fuel', 'Pay', 'Odds/Ends'];
    const file = await readAll(readQif, `${list}!Type:Bank\n${categories.map(record).join('')}`);
    expect(file.rows.map(({ category }) => [pathOf(category), category?.kind])).toEqual([
      ['Food:Bread', 'Expense'],
      ['gas/fuel', 'Expense'],
      ['Pay', 'Income'],
      ['Odds/Ends', null],
    ]);
  });

  it('says of records without a day or an amount, and of trades, why they are left out', async () => {
    const file = await readAll(
      readQif,
      `!Type:Bank\nT1.00\nPNo day\n^\nD2/31/2024\nT1.00\n^\nD1/31/2024\nPNo amount\n^\n!Account\nNBroker\nTInvst\n^\n!Type:Invst\nD1/31/2024\nNBuy\nYABC\nT100.00\n^\nD1/31/2024\nNXOut\nT25.00\n^\n`,
    );
    expect(file.rows.map(({ invalid, amount }) => [invalid?.reason, amount])).toEqual([
      ['There is no date', 100],
      ["'2/31/2024' is no day of the calendar", 100],
      ['There is no amount', null],
      ['A trade of securities: only money is imported', 10000],
      [undefined, -2500],
    ]);
  });

  it('names the account of a lone register by its opening balance, and reads files without a header', async () => {
    const lone = await readAll(
      readQif,
      '!Type:Bank\nD1/31/2024\nT0.00\nPOpening Balance\nL[Savings]\n^\nD1/31/2024\nT5\n^\n',
    );
    expect(lone.rows.map(({ account }) => account)).toEqual(['Savings', 'Savings']);
    expect(lone.accounts.map(({ key }) => key)).toEqual(['Savings']);
    const two = await readAll(
      readQif,
      '!Type:Bank\nD1/31/2024\nT1\nPOpening Balance\nL[Savings]\n^\n!Type:Cash\nD1/31/2024\nT5\n^\n',
    );
    expect(two.rows.map(({ account }) => account)).toEqual(['Savings', '']);
    const bare = await readAll(readQif, 'D1/31/2024\nT-5.00\nPShop\n^\n');
    expect(brief(bare.rows)).toEqual([[1, '2024-01-31', -500, 'Shop', 'Shop', null]]);
  });

  it('takes no row that is left out for the half of a transfer', async () => {
    const half = (name: string, counter: string, amount: string) =>
      `!Account\nN${name}\nTBank\n^\n!Type:Bank\nD2/31/2024\nT${amount}\nL[${counter}]\n^\n`;
    const file = await readAll(readQif, half('A', 'B', '5.00') + half('B', 'A', '-5.00'));
    expect(file.rows.map(({ otherHalf }) => otherHalf)).toEqual([null, null]);
  });

  it('leaves other formats to their readers, and refuses a file of lists alone', async () => {
    expect(await read(readQif, 'Date,Amount\nD,5')).toBeNull();
    expect(await read(readQif, '')).toBeNull();
    await expect(read(readQif, '!Type:Cat\nNFood\n^\n')).rejects.toThrow(
      'This QIF file holds no register of an account.',
    );
  });

  it('ends soon on long lines and on more rows than a file may have', async () => {
    await readBroken(readQif, `!Type:Bank\nD1/31/2024\nT${'9'.repeat(2_000_000)}\nP${'x'.repeat(2_000_000)}\n^`);
    await readBroken(readQif, `!Type:Bank\n${'M\n'.repeat(300_000)}${'Sx\n$1\n'.repeat(100_000)}`);
    await readBroken(readQif, `!Type:Bank\nD${' '.repeat(300_000)}1\nL[${']'.repeat(300_000)}`);
    await expect(read(readQif, `!Type:Bank\n${'D1/31/2024\nT1\n^\n'.repeat(100_001)}`)).rejects.toThrow(
      'more than 100,000 rows',
    );
  });

  it('reads back any ledger to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEntries,
        fc.constantFrom('mdy', 'dmy'),
        fc.constantFrom('.' as const, ',' as const),
        async (entries, order, mark) => {
          const rows = entries.map(({ day, cents, text }) => {
            const [year, month, dayOfMonth] = day.split('-');
            return `D${order === 'mdy' ? `${month}/${dayOfMonth}` : `${dayOfMonth}/${month}`}/${year}\nT${decimal(cents, mark)}\nP${text}\n^\n`;
          });
          const file = await readAll(readQif, `!Type:Bank\n${rows.join('')}`, { 'day-order': order });
          expect(file.rows.map(({ date, amount, title }) => [date, amount, title])).toEqual(
            entries.map(({ day, cents, text }) => [day, cents, text]),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gives rows or a clear sentence for any broken file', async () => {
    await fc.assert(
      fc.asyncProperty(mutations(BOOKS), async (bytes) => {
        await readBroken(readQif, bytes);
      }),
      { numRuns: 150 },
    );
  });
});
