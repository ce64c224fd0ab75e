import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyEntries,
  brief,
  decimal,
  differences,
  mutations,
  read,
  readAll,
  readBroken,
} from '../testing/bank-files.ts';
import { readMt940 } from './read-mt940.ts';

const MESSAGE = `{1:F01TESTDEFFXXXX0000000000}{2:I940TESTDEFFXXXXN}{4:
:20:STARTUMS
:25:20090500/0006853030
:28C:00012/001
:60F:C240131EUR1818,90
:61:2402010201D12,4NMSCNONREF//B-1
:86:166?00LASTSCHRIFT?20EREF+X-1?21SVWZ+Brot und Broetchen fue?22r
 Freitag?30GENODEF1?31DE02?32Baeckerei Mueller und Soehn?33e
:61:240202CR2500,00N051REF-77
Wages
:62F:C240202EUR4306,50
:64:C240202EUR4306,50
-}{5:}
`;

/** A message of entries alone, between two balances. */
function message(entries: string, opening = 'C240101EUR0,00', closing = 'C241231EUR0,00'): string {
  return `:20:X\n:25:123\n:28C:1/1\n:60F:${opening}\n${entries}\n:62F:${closing}\n-\n`;
}

describe('MT940', () => {
  it('reads a message in blocks: days, signs, references, the German structure, and balances that tie', async () => {
    const file = await readAll(readMt940, MESSAGE);
    expect(brief(file.rows)).toEqual([
      [6, '2024-02-01', -1240, 'Brot und Broetchen fuer Freitag', 'Baeckerei Mueller und Soehne', 'B-1'],
      [9, '2024-02-02', 250000, 'Wages', null, 'REF-77'],
    ]);
    expect(file.accounts).toEqual([{ key: '20090500/0006853030', name: 'Account 3030', currency: 'EUR', kind: null }]);
    expect(file.statements).toEqual([
      {
        account: '20090500/0006853030',
        opening: 181890,
        closing: 430650,
        from: '2024-01-31',
        to: '2024-02-02',
        lines: [6, 9],
      },
    ]);
    expect(differences(file)).toEqual([0]);
  });

  it('reads it with any line ends, without blocks, with control characters, and with a tag broken in two', async () => {
    const bare = MESSAGE.replace(/^.*\n/, '').replace('-}{5:}', '-');
    for (const text of [
      MESSAGE.replaceAll('\n', '\r\n'),
      bare,
      `\u0001${bare}\u0003`,
      MESSAGE.replaceAll('\n', '\r'),
      bare.replace(':86:', ':\n86:'),
    ]) {
      const file = await readAll(readMt940, text);
      expect([file.rows.map(({ amount }) => amount), file.rows[0]?.counterparty, differences(file)]).toEqual([
        [-1240, 250000],
        'Baeckerei Mueller und Soehne',
        [0],
      ]);
    }
  });

  it.each([
    ['a credit', ':61:2402010201C5,00NTRFNONREF', '2024-02-01', 500, null],
    ['a reversed credit', ':61:2402010201RC5,00NTRFNONREF', '2024-02-01', -500, null],
    ['a reversed debit', ':61:2402010201RD5,00NTRFNONREF', '2024-02-01', 500, null],
    ['a letter of the currency', ':61:2402010201DR5,NTRFA-9', '2024-02-01', -500, 'A-9'],
    ['the letter D of the dinar', ':61:2402010201CD80,NMSC25594900', '2024-02-01', 8000, '25594900'],
    ['an entry of the year after', ':61:2312310102D5,00NTRFNONREF', '2024-01-02', -500, null],
    ['an entry of the year before', ':61:2401021229D5,00NTRFNONREF', '2023-12-29', -500, null],
    ['spaces for the day of the entry', ':61:240201    D5,00NTRFNONREF', '2024-02-01', -500, null],
    ['the 30th of February', ':61:240230D5,00NTRFNONREF', '2024-02-29', -500, null],
    ['a decimal point and zeros in front', ':61:240201C000000000300.05NMSC170059286', '2024-02-01', 30005, '170059286'],
    ['an amount without cents', ':61:240201C00000000000010.NMSCNONREF', '2024-02-01', 1000, null],
    ['only a reference', ':61:2402010201D20,00NONREF', '2024-02-01', -2000, null],
    ['a reference that says nothing', ':61:240201D20,NCMZNOREF', '2024-02-01', -2000, null],
    ['only a reference of the bank', ':61:2402010201DN5,00//1923978', '2024-02-01', -500, '1923978'],
    ['a reference of the bank that says nothing', ':61:240201C5,FMSC01916//NONREF', '2024-02-01', 500, '01916'],
    ['a break within the line', ':61:2402010201CR\n30,00N062NONREF', '2024-02-01', 3000, null],
    ['a year of the last century', ':61:991231C5,00NMSCNONREF', '1999-12-31', 500, null],
  ])('reads %s', async (_, line, date, amount, bankId) => {
    const { rows } = await readAll(readMt940, message(line));
    expect(rows.map((row) => [row.line, row.date, row.amount, row.bankId, row.invalid])).toEqual([
      [5, date, amount, bankId, null],
    ]);
  });

  it.each([
    [
      'Dutch codes',
      '/TRTP/SEPA OVERBOEKING/IBAN/NL00/NAME/J. Jansen Nede\nrland B.V./REMI/Factuur 12/EREF/NOTPROVIDED',
      'Factuur 12',
      'J. Jansen Nederland B.V.',
    ],
    ['codes of ING', '/CNTP/NL00TEST/TESTNL2A/Sports club///REMI/USTD//Fee 2024/', 'Fee 2024', 'Sports club'],
    ['parts behind <', '020<00PRZELEW<20Za czynsz<21luty<32JAN KOWALSKI', 'Za czynsz luty', 'JAN KOWALSKI'],
    ['parts behind ~', '~00VWIR~20Faktura 1~32ACME', 'Faktura 1', 'ACME'],
    [
      'parts behind > on lines of their own',
      '000>100555555555\n>20SHOP IN TOWN>21AND THE STREET\n>310666666666',
      'SHOP IN TOWN AND THE STREET',
      null,
    ],
    ['plain text', 'GIRO   428428 WATER\nBETREFT FEBRUARI', 'GIRO 428428 WATER BETREFT FEBRUARI', null],
    ['only the kind of booking', '805?00ENTGELTABSCHLUSS?106666', 'ENTGELTABSCHLUSS', null],
    ['a question mark that is text', '166?00X?20Wer zahlt?Ich', 'Wer zahlt?Ich', null],
  ])('takes title and name from %s', async (_, details, title, counterparty) => {
    const { rows } = await readAll(readMt940, message(`:61:240201D5,00NTRFNONREF\n:86:${details}`));
    expect(rows.map((row) => [row.title, row.counterparty])).toEqual([[title, counterparty]]);
  });

  it('takes title and name from the numbered lines of an :NS:', async () => {
    const lines = ':NS:01Membership\n02of March\n15Gymnastics club of the\n16Town\n17DIRECT DEBIT';
    const { rows } = await readAll(readMt940, message(`:61:240201D5,00S005NONREF\n${lines}`));
    expect(rows.map((row) => [row.title, row.counterparty])).toEqual([
      ['Membership of March', 'Gymnastics club of the Town'],
    ]);
  });

  it('takes no account for an id, but the name below it for the other side', async () => {
    const { rows } = await readAll(
      readMt940,
      message(':61:2402010201D65,00NOVBNL47INGB9999999999\nj blom\n:86:NL47INGB9999999999 j blom\n\nGift'),
    );
    expect(brief(rows)).toEqual([[5, '2024-02-01', -6500, 'NL47INGB9999999999 j blom Gift', 'j blom', null]]);
  });

  it('gives a statement for each pair of balances, of pages too, whether it ties or not', async () => {
    const page = (tag: string, from: string, rows: string, end: string) =>
      `:20:P\n:25:NL10BUNQ2290325473 EUR\n:28C:1/1\n:60${tag}:${from}\n${rows}\n:62${end}\n-\n`;
    const text =
      page('F', 'C240101EUR10,00', ':61:240101C1,00NMSCNONREF', 'M:C240101EUR11,00') +
      page('M', 'C240101EUR11,00', ':61:240102D20,00NMSCNONREF', 'F:D240102EUR9,00') +
      page('F', 'D240102EUR9,00', ':61:240103D1,00NMSCNONREF', 'F:D240103EUR10,20');
    const file = await readAll(readMt940, text);
    expect(file.accounts.map(({ key, currency }) => [key, currency])).toEqual([['NL10BUNQ2290325473', 'EUR']]);
    expect(differences(file)).toEqual([0, 0, 20]);
    expect(file.statements.map(({ lines }) => lines)).toEqual([[5], [12], [19]]);
  });

  it('keeps a statement together in which the bank wrote another tag for that of the details', async () => {
    const text = message(':61:240201C5,00NTRFX-1\n:25:166?00GUTSCHRIFT\n:61:240202C5,00NTRFX-2');
    const file = await readAll(readMt940, text.replace('C241231EUR0,00', 'C241231EUR10,00'));
    expect([file.accounts.length, file.statements.map(({ lines }) => lines), differences(file)]).toEqual([
      1,
      [[5, 7]],
      [0],
    ]);
  });

  it('leaves text behind the closing balance out of the last entry', async () => {
    const file = await readAll(
      readMt940,
      `${message(':61:240201D5,00NTRFNONREF\n:86:Water').replace('-\n', '')}:86:TOTAL 1\n-\n`,
    );
    expect(file.rows[0]?.title).toBe('Water');
    const open = await readAll(
      readMt940,
      `${message(':61:240201D5,00NTRFNONREF\n:86:Water').replace(/:62F.*\n/, '')}TESTNL2A\n940\n`,
    );
    expect([open.rows[0]?.title, open.statements[0]?.closing]).toEqual(['Water', null]);
  });

  it('says of expected and unreadable entries why they are left out', async () => {
    const file = await readAll(
      readMt940,
      message(':61:240201EC5,00NTRFNONREF\n:61:241301C5,00NTRFNONREF\n:61:240201C0,005NTRFNONREF\n:61:nonsense'),
    );
    expect(file.rows.map(({ invalid }) => invalid?.reason)).toEqual([
      'Pending: the bank has not booked it yet',
      "'241301' is no day of the calendar",
      "'0,005' is no amount in whole cents",
      "Its :61: has another form than MT940's.",
    ]);
  });

  it('reads MT942, which has no balances, and leaves other formats to their readers', async () => {
    const file = await readAll(
      readMt940,
      ':20:S\n:25:PL291140\n:28C:1/1\n:34F:PLN0\n:13D:2402011815+0100\n:61:2402010201CN0,01NTRFNONREF//M1\n:86:PRZELEW\n:90D:0PLN0,00\n-',
    );
    expect([file.accounts[0]?.currency, brief(file.rows), file.statements]).toEqual([
      'PLN',
      [[6, '2024-02-01', 1, 'PRZELEW', null, 'M1']],
      [],
    ]);
    expect(await read(readMt940, 'Date,Amount\n2024-01-01,:61:')).toBeNull();
    expect(await read(readMt940, '')).toBeNull();
    await expect(read(readMt940, ':20:X\n:25:1\n:28C:1/1\n')).rejects.toThrow('neither an entry nor a balance');
  });

  it('ends soon on long lines and on more rows than a file may have', async () => {
    await readBroken(readMt940, message(`:61:240201${'9'.repeat(2_000_000)}`));
    await readBroken(readMt940, message(`:61:240201C5,00NTRFX\n:86:166?20${'?20 /A/'.repeat(60_000)}`));
    await readBroken(readMt940, message(`:61:240201C5,00NTRFX\n:86:${'/NAME/'.repeat(60_000)}`));
    await readBroken(readMt940, message(`:61:240201C5,00NTRFX\n:86:X${'\n'.repeat(200_000)}`));
    await expect(read(readMt940, message(':61:240201C1,NMSCX\n'.repeat(100_001)))).rejects.toThrow(
      'more than 100,000 rows',
    );
  });

  it('reads back any ledger to the cent, with a statement that ties', async () => {
    await fc.assert(
      fc.asyncProperty(anyEntries, fc.integer({ min: -1e9, max: 1e9 }), async (entries, start) => {
        const money = (cents: number) => decimal(Math.abs(cents), ',');
        const end = entries.reduce((sum, { cents }) => sum + cents, start);
        const rows = entries.map(
          ({ day, cents, text }, index) =>
            `:61:${day.replaceAll('-', '').slice(2)}${cents < 0 ? 'D' : 'C'}${money(cents)}NTRFNONREF//r${index}x\n:86:${text}`,
        );
        const balance = (day: string, cents: number) => `${cents < 0 ? 'D' : 'C'}${day}EUR${money(cents)}`;
        const file = await readAll(
          readMt940,
          message(rows.join('\n'), balance('240101', start), balance('241231', end)),
        );
        const inRange = entries.map(({ day, cents, text }, index) => [
          day < '1970' ? day.replace('19', '20') : day,
          cents,
          text,
          `r${index}x`,
        ]);
        expect(file.rows.map(({ date, amount, title, bankId }) => [date, amount, title, bankId])).toEqual(inRange);
        expect(differences(file)).toEqual([0]);
      }),
      { numRuns: 40 },
    );
  });

  it('gives rows or a clear sentence for any broken file', async () => {
    await fc.assert(
      fc.asyncProperty(mutations(MESSAGE), async (bytes) => {
        await readBroken(readMt940, bytes);
      }),
      { numRuns: 150 },
    );
  });
});
