import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { anyEntries, brief, decimal, mutations, read, readAll, readBroken } from '../testing/bank-files.ts';
import { readOfx } from './read-ofx.ts';

const HEADER = 'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n';

const SGML = `${HEADER}<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20240201<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>CAD
<BANKACCTFROM><BANKID>0815<ACCTID>100 200-3456<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20240101<DTEND>20240131
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240103235959.000[-5:EST]<TRNAMT>-12.40<FITID>A1<NAME>Baker & Sons<MEMO>Bread</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20240104120000<TRNAMT>+1,250.00<FITID>A2<NAME>Mill &amp; Co<MEMO>Mill &amp; Co January &#8364;</STMTTRN>
<STMTTRN><TRNTYPE>CHECK<DTPOSTED>20240105<TRNAMT>-7,5<FITID>0<CHECKNUM>101
<BANKACCTTO><BANKID>9<ACCTID>9999<ACCTTYPE>SAVINGS</BANKACCTTO></STMTTRN>
</BANKTRANLIST>
<LEDGERBAL><BALAMT>1230.10<DTASOF>20240131</LEDGERBAL><AVAILBAL><BALAMT>9.99<DTASOF>20240131</AVAILBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

const ROWS = [
  [1, '2024-01-03', -1240, 'Baker & Sons', 'Baker & Sons', 'A1'],
  [2, '2024-01-04', 125000, 'Mill & Co', 'Mill & Co', 'A2'],
  [3, '2024-01-05', -750, 'Check 101', null, null],
];

describe('OFX', () => {
  it.each([
    [
      'each type contradicts its sign',
      ['DEBIT 60.00', 'DEBIT 51.49', 'CREDIT -40.00'],
      '71.49',
      [-6000, -5149, 4000],
      -7149,
    ],
    ['one type does not', ['DEBIT 60.00', 'DEBIT -51.49', 'CREDIT -40.00'], '71.49', [6000, -5149, -4000], 7149],
    ['a single row has a type', ['DEBIT 60.00'], '71.49', [6000], 7149],
  ])('turns the signs of a card where %s', async (_, list, balance, amounts, closing) => {
    const rows = list.map((row, index) => {
      const [type, amount] = row.split(' ');
      return `<STMTTRN><TRNTYPE>${type}<DTPOSTED>2026050${index + 1}<TRNAMT>${amount}<FITID>${index}<NAME>A</STMTTRN>`;
    });
    const card = `<CCSTMTRS><CURDEF>USD<CCACCTFROM><ACCTID>4000</CCACCTFROM><BANKTRANLIST>${rows.join('')}
</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>20260531</LEDGERBAL></CCSTMTRS>`;
    const file = await readAll(
      readOfx,
      `${HEADER}<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS>${card}</CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`,
    );
    expect(file.rows.map(({ amount }) => amount)).toEqual(amounts);
    expect(file.statements).toMatchObject([{ closing }]);
  });

  it.each([
    ['-40.00', -4000],
    ['40.00', -4000],
    ['12.00', 1200],
  ])('reads a balance of %s on a card that has spent 40.00', async (balance, closing) => {
    const rows = ['-25.00', '-15.00'].map(
      (amount, at) => `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>2026050${at + 1}<TRNAMT>${amount}<FITID>${at}</STMTTRN>`,
    );
    const card = `<CCSTMTRS><CURDEF>USD<CCACCTFROM><ACCTID>4000123412341234</CCACCTFROM><BANKTRANLIST>${rows.join('')}
</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>20260531</LEDGERBAL></CCSTMTRS>`;
    const text = `${HEADER}<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS>${card}</CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`;
    expect((await readAll(readOfx, text)).statements).toMatchObject([{ closing }]);
  });

  it('reads SGML without closing tags: days as written, amounts in both notations, and the closing balance', async () => {
    const file = await readAll(readOfx, SGML);
    expect(brief(file.rows)).toEqual(ROWS);
    expect(file.accounts).toEqual([
      { key: '0815/100200-3456', name: 'Checking 3456', currency: 'CAD', kind: 'Checking' },
    ]);
    expect(file.statements).toEqual([
      {
        account: '0815/100200-3456',
        opening: null,
        closing: 123010,
        from: '2024-01-01',
        to: '2024-01-31',
        lines: [1, 2, 3],
      },
    ]);
  });

  it('has the payee as the title, and the memo beside it where it says something else', async () => {
    const row = (fields: string) => `<STMTTRN><DTPOSTED>20240103<TRNAMT>-1${fields}</STMTTRN>`;
    const rows = ['<NAME>SHOP 1<MEMO>SHOP 1 bread', '<NAME>SHOP 1<MEMO>SHOP 1', '<MEMO>bread'].map(row).join('');
    const file = await readAll(readOfx, `<OFX><STMTRS><BANKTRANLIST>${rows}</BANKTRANLIST></STMTRS></OFX>`);
    expect(file.rows.map(({ title, text, counterparty }) => [title, text, counterparty])).toEqual([
      ['SHOP 1', 'SHOP 1 bread', 'SHOP 1'],
      ['SHOP 1', null, 'SHOP 1'],
      ['bread', null, null],
    ]);
  });

  it('reads the same in one line, without line ends, and without the ends of aggregates', async () => {
    const oneLine = SGML.slice(HEADER.length).replaceAll('\n', '');
    expect(brief((await readAll(readOfx, oneLine)).rows)).toEqual(ROWS);
    const open = SGML.replaceAll('</STMTTRN>', '').replaceAll('</BANKTRANLIST>', '').replaceAll('</LEDGERBAL>', '');
    const file = await readAll(readOfx, open);
    expect(brief(file.rows)).toEqual(ROWS);
    expect(file.statements[0]?.closing).toBe(123010);
  });

  it('reads XML with closing tags, prefixes, CDATA, comments and empty elements', async () => {
    const file = await readAll(
      readOfx,
      `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?>
      <OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>GBP</CURDEF>
        <CCACCTFROM><ACCTID>4111-9876</ACCTID></CCACCTFROM>
        <BANKTRANLIST><!-- <STMTTRN><TRNAMT>1</TRNAMT></STMTTRN> -->
          <STMTTRN><TRNTYPE>POS</TRNTYPE><DTPOSTED>2024-02-29</DTPOSTED><TRNAMT>-3.20</TRNAMT>            <PAYEE><NAME>Café</NAME><CITY>Lyon</CITY></PAYEE><FITID><!-- none -->y-1</FITID><MEMO><![CDATA[1 < 2 &amp; 3]]></MEMO><REFNUM/></STMTTRN>
        </BANKTRANLIST><LEDGERBAL><BALAMT>-3.20</BALAMT><DTASOF>20240301</DTASOF></LEDGERBAL>
      </CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`,
    );
    expect(brief(file.rows)).toEqual([[1, '2024-02-29', -320, 'Café', 'Café', 'y-1']]);
    expect(file.rows[0]?.text).toBe('1 < 2 &amp; 3');
    expect(file.accounts).toEqual([
      { key: '4111-9876', name: 'Credit card 9876', currency: 'GBP', kind: 'Credit card' },
    ]);
    expect(file.statements[0]).toMatchObject({ closing: -320, to: '2024-03-01' });
  });

  it('tells the accounts of one number apart by their types', async () => {
    const list = (type: string) =>
      `<STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>22<ACCTTYPE>${type}</BANKACCTFROM><BANKTRANLIST>
      <STMTTRN><DTPOSTED>20240101<TRNAMT>1.00<FITID>${type}9</STMTTRN></BANKTRANLIST></STMTRS>`;
    const file = await readAll(readOfx, `<OFX>${list('CHECKING')}${list('SAVINGS')}</OFX>`);
    expect(file.rows.map(({ account }) => account)).toEqual(['1/22', '1/22/SAVINGS']);
  });

  it('takes the money of investments, and says why a trade is left out', async () => {
    const file = await readAll(
      readOfx,
      `<OFX><INVSTMTRS><DTASOF>20240131<CURDEF>USD<INVACCTFROM><BROKERID>b.example<ACCTID>77</INVACCTFROM><INVTRANLIST>
      <BUYSTOCK><INVBUY><INVTRAN><FITID>t1<DTTRADE>20240110<MEMO>Shares</INVTRAN><SECID><UNIQUEID>1</SECID><TOTAL>-500.00</INVBUY></BUYSTOCK>
      <INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20240111<TRNAMT>20.00<FITID>c1<NAME>Deposit</STMTTRN><SUBACCTFUND>CASH</INVBANKTRAN>
      </INVTRANLIST></INVSTMTRS></OFX>`,
    );
    expect(brief(file.rows)).toEqual([
      [1, '2024-01-10', -50000, 'Shares', null, 't1'],
      [2, '2024-01-11', 2000, 'Deposit', 'Deposit', 'c1'],
    ]);
    expect(file.rows.map(({ invalid }) => invalid?.reason)).toEqual([
      'A trade of securities: only money is imported',
      undefined,
    ]);
  });

  it('says of each row that cannot be taken which field is wrong', async () => {
    const row = (date: string, amount: string, more = '') =>
      `<STMTTRN><DTPOSTED>${date}<TRNAMT>${amount}<FITID>f${more}</STMTTRN>`;
    const file = await readAll(
      readOfx,
      `<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>${row('20240231', '1')}${row('', '1')}${row('20240201', '1.005')}
      ${row('20240201', '1.230000')}${row('20240201', '5', '<CURRENCY><CURRATE>1.1<CURSYM>USD</CURRENCY>')}</BANKTRANLIST></STMTRS></OFX>`,
    );
    expect(file.rows.map(({ invalid }) => invalid)).toEqual([
      { column: 'DTPOSTED', reason: "'20240231' is no day of the calendar" },
      { column: 'DTPOSTED', reason: 'There is no date' },
      { column: 'TRNAMT', reason: "'1.005' is no amount in whole cents" },
      null,
      { column: 'CURRENCY', reason: 'Its amount is in USD, and the account is in EUR' },
    ]);
    expect(file.accounts).toMatchObject([{ key: '', currency: 'EUR' }]);
  });

  it('believes the declared character set, unless the bytes are valid UTF-8', async () => {
    const text = SGML.replace('Baker', 'Bäcker €');
    for (const encoding of ['windows-1252', 'utf-8', 'utf-16le']) {
      const bytes = iconv.encode(text, encoding, { addBOM: encoding === 'utf-16le' });
      const file = await readAll(readOfx, bytes);
      expect(file.rows[0]?.counterparty, encoding).toBe('Bäcker € & Sons');
    }
  });

  it('leaves other formats to their readers, and refuses a file without a statement', async () => {
    expect(await read(readOfx, 'Date,Amount\n2024-01-01,5')).toBeNull();
    expect(await read(readOfx, '')).toBeNull();
    await expect(read(readOfx, `${HEADER}<OFX></OFX>`)).rejects.toThrow("This OFX file holds no account's statement.");
  });

  it('reads an empty list of transactions as a statement without rows', async () => {
    const file = await readAll(readOfx, SGML.replace(/<STMTTRN>.*<\/STMTTRN>/s, ''));
    expect([file.rows, file.statements[0]?.closing]).toEqual([[], 123010]);
  });

  it('ends on hostile files: entities, nesting, long lines, too many rows', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    const file = await readAll(readOfx, `${bomb}${SGML.replace('Bread', '&b;')}`);
    expect(file.rows[0]?.text).toBe('&b;');
    for (const text of [
      `<OFX>${'<STMTRS>'.repeat(100_000)}`,
      `<OFX><STMTRS>${'<A '.repeat(100_000)}`,
      `<OFX><STMTRS><STMTTRN><NAME>${'<'.repeat(500_000)}`,
      `<OFX><STMTRS><STMTTRN><MEMO>${'x'.repeat(10_000_000)}`,
    ]) {
      await readBroken(readOfx, text);
    }
    await expect(read(readOfx, `<OFX><STMTRS>${'<STMTTRN>'.repeat(100_001)}`)).rejects.toThrow(
      'This file has more than 100,000 rows.',
    );
  });

  it('reads back any ledger to the cent, in both notations of amounts and with or without closing tags', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEntries,
        fc.constantFrom('.' as const, ',' as const),
        fc.boolean(),
        async (entries, mark, isXml) => {
          const tag = (name: string, value: string) => `<${name}>${value}${isXml ? `</${name}>` : '\n'}`;
          const rows = entries.map(
            ({ day, cents, text }, index) =>
              `<STMTTRN>${tag('DTPOSTED', day.replaceAll('-', ''))}${tag('TRNAMT', decimal(cents, mark))}${tag('FITID', `id${index}`)}${tag('NAME', text)}</STMTTRN>`,
          );
          const file = await readAll(
            readOfx,
            `<OFX><STMTRS><BANKTRANLIST>${rows.join('')}</BANKTRANLIST></STMTRS></OFX>`,
          );
          expect(file.rows.map(({ date, amount, title, bankId }) => [date, amount, title, bankId])).toEqual(
            entries.map(({ day, cents, text }, index) => [day, cents, text, `id${index}`]),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it('gives rows or a clear sentence for any broken file', async () => {
    await fc.assert(
      fc.asyncProperty(mutations(SGML), async (bytes) => {
        await readBroken(readOfx, bytes);
      }),
      { numRuns: 150 },
    );
  });
});

it('what is pending is not booked, and not in what the balance ties with', async () => {
  const of = (name: string, fields: string) => `<${name}>${fields}</${name}>`;
  const entry = (day: string, amount: string, name: string, type = 'DEBIT') =>
    `<TRNTYPE>${type}<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${day}${amount}<NAME>${name}`;
  const pending = '<TRNTYPE>DEBIT<DTTRAN>20261105<TRNAMT>-7.00<NAME>Tea House';
  const text = of(
    'OFX',
    of(
      'STMTRS',
      [
        '<CURDEF>EUR<BANKACCTFROM><ACCTID>1234</BANKACCTFROM>',
        of(
          'BANKTRANLIST',
          `<DTSTART>20261101${[
            of('STMTTRN', entry('20261102', '-4.00', 'Bakery')),
            of('STMTTRN', entry('20261103', '-5.00', 'Hotel', 'HOLD')),
            of('STMTTRN', entry('20261104', '-6.00', 'PENDING - Cafe')),
          ].join('')}`,
        ),
        of('BANKTRANLISTP', of('STMTTRNP', pending)),
        '<LEDGERBAL><BALAMT>96.00<DTASOF>20261105</LEDGERBAL>',
      ].join(''),
    ),
  );
  const file = await readAll(readOfx, text);
  expect(file.rows.map(({ date, amount, title, notBooked }) => [date, amount, title, notBooked ?? null])).toEqual([
    ['2026-11-02', -400, 'Bakery', null],
    ['2026-11-03', -500, 'Hotel', 'The bank has not booked this: ‘HOLD’'],
    ['2026-11-04', -600, 'PENDING - Cafe', 'The bank has not booked this: ‘PENDING - Cafe’'],
    ['2026-11-05', -700, 'Tea House', 'The bank has not booked this: it is in the list of what is pending'],
  ]);
  expect(file.statements).toMatchObject([{ closing: 9_600, lines: [1] }]);
});
