import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '../../parsed.ts';
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
import { readCamt } from './read-camt.ts';

const ACCOUNT = '<Acct><Id><IBAN>DE02 1203 0000 0000 2020 51</IBAN></Id><Ccy>EUR</Ccy></Acct>';

function balance(code: string, amount: string, day: string, sign = 'CRDT'): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
}

function entry(amount: string, sign: 'CRDT' | 'DBIT', more = '', day = '<Dt>2024-03-01</Dt>', status = 'BOOK'): string {
  return `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>${status}</Sts><BookgDt>${day}</BookgDt><ValDt><Dt>2024-03-05</Dt></ValDt>${more}</Ntry>`;
}

function details(...payments: string[]): string {
  return `<NtryDtls>${payments.map((payment) => `<TxDtls>${payment}</TxDtls>`).join('')}</NtryDtls>`;
}

function document(content: string, version = '053.001.02', message = 'BkToCstmrStmt', part = 'Stmt'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${version}"><${message}><GrpHdr><MsgId>1</MsgId></GrpHdr><${part}><Id>1</Id>${content}</${part}></${message}></Document>`;
}

const RENT = entry(
  '800.00',
  'DBIT',
  `<AcctSvcrRef>B-77</AcctSvcrRef>${details(
    '<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Nm>Me</Nm></Dbtr><Cdtr><Nm>Haus &amp; Hof</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Rent</Ustrd><Ustrd>March &#8364;</Ustrd></RmtInf>',
  )}`,
);
const WAGES = entry(
  '2500.50',
  'CRDT',
  details(
    '<Refs><EndToEndId>E2E-1</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Works</Nm></Pty></Dbtr><Cdtr><Pty><Nm>Me</Nm></Pty></Cdtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>',
  ),
  '<DtTm>2024-03-02T23:30:00+01:00</DtTm>',
);
const STATEMENT = `${ACCOUNT}${balance('OPBD', '100.00', '2024-03-01')}${balance('CLBD', '1800.50', '2024-03-31')}${RENT}${WAGES}`;
const ROWS = [
  [1, '2024-03-01', -80000, 'Rent March €', 'Haus & Hof', 'B-77'],
  [2, '2024-03-02', 250050, 'RF18', 'Works', 'E2E-1'],
];

describe('CAMT', () => {
  it('reads entries with their days, parties, texts and ids, and balances that tie', async () => {
    const file = await readAll(readCamt, document(STATEMENT));
    expect(brief(file.rows)).toEqual(ROWS);
    expect(file.accounts).toEqual([
      { key: 'DE02120300000000202051', name: 'Account 2051', currency: 'EUR', kind: null },
    ]);
    expect(file.statements).toEqual([
      {
        account: 'DE02120300000000202051',
        opening: 10000,
        closing: 180050,
        from: '2024-03-01',
        to: '2024-03-31',
        lines: [1, 2],
      },
    ]);
    expect(differences(file)).toEqual([0]);
  });

  it('reads versions 2 to 13 and reports and notifications, with prefixes and in envelopes', async () => {
    for (let version = 2; version <= 13; version += 1) {
      const text = document(STATEMENT, `053.001.${String(version).padStart(2, '0')}`);
      expect(brief((await readAll(readCamt, text)).rows)).toEqual(ROWS);
    }
    const prefixed = document(STATEMENT)
      .replace(/<(\/?)([A-Z])/g, '<$1ns2:$2')
      .replace('xmlns=', 'xmlns:ns2=');
    expect(brief((await readAll(readCamt, prefixed)).rows)).toEqual(ROWS);
    const enveloped = document(STATEMENT)
      .replace('<Document', '<Envelope><Body><Document')
      .replace('</Document>', '</Document></Body></Envelope>');
    expect(brief((await readAll(readCamt, enveloped)).rows)).toEqual(ROWS);
    const report = await readAll(readCamt, document(STATEMENT, '052.001.08', 'BkToCstmrAcctRpt', 'Rpt'));
    const notification = await readAll(readCamt, document(STATEMENT, '054.001.08', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'));
    expect([report.format, brief(report.rows), brief(notification.rows)]).toEqual(['camt.053', ROWS, ROWS]);
  });

  it('gives a batch as its payments where they add up to it, else as one row', async () => {
    const payment = (amount: string, name: string, id: string) =>
      `<Refs><AcctSvcrRef>BATCH</AcctSvcrRef><EndToEndId>${id}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties><RmtInf><Ustrd>For ${name}</Ustrd></RmtInf>`;
    const batch = (total: string) =>
      entry(
        total,
        'DBIT',
        `<AcctSvcrRef>BATCH</AcctSvcrRef>${details(payment('10.00', 'A', 'E1'), payment('2.50', 'B', 'NOTPROVIDED'), payment('2.50', 'C', 'NOTPROVIDED'))}`,
      );
    const file = await readAll(readCamt, document(`${ACCOUNT}${batch('15.00')}${batch('16.00')}`));
    expect(brief(file.rows)).toEqual([
      [1, '2024-03-01', -1000, 'For A', 'A', 'E1'],
      [2, '2024-03-01', -250, 'For B', 'B', 'BATCH/2'],
      [3, '2024-03-01', -250, 'For C', 'C', 'BATCH/3'],
      [4, '2024-03-01', -1600, 'For A (3 payments)', null, 'BATCH'],
    ]);
  });

  it('says of entries that are not booked or cannot be read why they are left out, and counts no pending one', async () => {
    const file = await readAll(
      readCamt,
      document(
        `${ACCOUNT}${balance('PRCD', '5.00', '2024-02-29', 'DBIT')}${balance('CLBD', '4.00', '2024-03-31', 'DBIT')}
        ${entry('9.99', 'DBIT', '', undefined, 'PDNG')}${entry('9.99', 'DBIT', '', undefined, '<Cd>PDNG</Cd>')}
        ${entry('1.00', 'CRDT', '<AddtlNtryInf>Interest</AddtlNtryInf>', undefined, '<Cd>BOOK</Cd>')}
        ${entry('0.005', 'DBIT')}${entry('1', 'DBIT').replace(/<BookgDt>.*<\/ValDt>/, '')}${entry('1', 'DBIT').replace('EUR', 'USD')}`,
      ),
    );
    expect(file.rows.map(({ invalid }) => invalid?.reason)).toEqual([
      'Pending: the bank has not booked it yet',
      'Pending: the bank has not booked it yet',
      undefined,
      "'0.005' is no amount in whole cents",
      'There is no date',
      'Its amount is in USD, and the account is in EUR',
    ]);
    expect(file.statements[0]).toMatchObject({ opening: -500, closing: -400, from: '2024-02-29', lines: [3, 4, 5, 6] });
  });

  it('takes the value date where there is no booking date, and of a reversal the party that the payment had', async () => {
    const reversal = entry(
      '7.00',
      'CRDT',
      `<RvslInd>true</RvslInd>${details('<RltdPties><Dbtr><Nm>Me</Nm></Dbtr><Cdtr><Nm>Gym</Nm></Cdtr></RltdPties>')}`,
    );
    const file = await readAll(readCamt, document(`${ACCOUNT}${reversal.replace(/<BookgDt>.*<\/BookgDt>/, '')}`));
    expect(brief(file.rows)).toEqual([[1, '2024-03-05', 700, 'Gym', 'Gym', null]]);
  });

  it('dates the entries of a statement of one day by it where they have no day', async () => {
    const undated = entry('1.00', 'CRDT').replace(/<BookgDt>.*<\/ValDt>/, '');
    const day = (end: string) => balance('OPBD', '1.00', '2024-03-07') + balance('CLBD', '2.00', end);
    const single = await readAll(readCamt, document(`${ACCOUNT}${day('2024-03-07')}${undated}`));
    const two = await readAll(readCamt, document(`${ACCOUNT}${day('2024-03-08')}${undated}`));
    expect([single.rows[0]?.date, two.rows[0]?.date, two.rows[0]?.invalid?.reason]).toEqual([
      '2024-03-07',
      null,
      'There is no date',
    ]);
  });

  it('tells several accounts, and currencies of one account, apart', async () => {
    const inFrancs = STATEMENT.replaceAll('EUR', 'CHF');
    const third = `<Acct><Id><Othr><Id>77-1</Id></Othr></Id><Tp><Cd>SVGS</Cd></Tp><Nm>Rainy days</Nm></Acct>${RENT}`;
    const file = await readAll(readCamt, document(`${STATEMENT}</Stmt><Stmt>${inFrancs}</Stmt><Stmt>${third}`));
    expect(file.accounts.map(({ key, name, currency, kind }) => [key, name, currency, kind])).toEqual([
      ['DE02120300000000202051', 'Account 2051', 'EUR', null],
      ['DE02120300000000202051/CHF', 'Account 2051', 'CHF', null],
      ['77-1', 'Rainy days', 'EUR', 'Savings'],
    ]);
    expect(file.rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
  });

  it('believes the declared encoding', async () => {
    const text = document(STATEMENT.replace('Rent', 'Möte')).replace('UTF-8', 'ISO-8859-1');
    const file = await readAll(readCamt, iconv.encode(text, 'latin1'));
    expect(file.rows[0]?.title).toBe('Möte March €');
  });

  it('refuses entities, deep nesting and files that are cut off, and leaves other XML to others', async () => {
    const bomb = document(STATEMENT).replace(
      '<Document',
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Document',
    );
    await expect(read(readCamt, bomb)).rejects.toThrow('document type definition');
    for (const deep of ['<x>'.repeat(100_000), `${'<x>'.repeat(100_000)}${'</x>'.repeat(100_000)}`]) {
      await expect(read(readCamt, document(STATEMENT).replace('<Id>1</Id>', deep))).rejects.toThrow(
        'nested too deeply',
      );
    }
    await expect(read(readCamt, document(STATEMENT).slice(0, -60))).rejects.toThrow('cut off or damaged');
    await expect(read(readCamt, document('').replace(/<Stmt>.*<\/Stmt>/, ''))).rejects.toThrow('holds no statement');
    expect(await read(readCamt, '<?xml version="1.0"?><gnc-v2/>')).toBeNull();
    const odd = await readBroken(
      readCamt,
      document(
        `${ACCOUNT.replace('</Acct>', '<Tp><Cd>constructor</Cd></Tp></Acct>')}<__proto__><x>1</x></__proto__>${RENT}`,
      ),
    );
    expect(odd).not.toBeNull();
  });

  it('ends soon on long lines and on more rows than a file may have', async () => {
    const long = await readBroken(readCamt, document(STATEMENT.replace('Rent', 'x'.repeat(1_000_000))));
    expect(long).not.toBeInstanceOf(UnreadableFile);
    await readBroken(readCamt, document(`${STATEMENT}${'<'.repeat(100_000)}`));
    for (const attributes of [
      'a '.repeat(30_000),
      'a="'.repeat(30_000),
      ' '.repeat(100_000),
      `${'a="1" '.repeat(30_000)}>`,
    ]) {
      await readBroken(readCamt, document(`<Ntry ${attributes}`));
    }
    await readBroken(readCamt, document(`</Stmt>${'<Stmt/>'.repeat(200_000)}<Stmt>`));
    await readBroken(
      readCamt,
      document(`<Bal>${'&amp;'.repeat(30_000)}${']]>'.repeat(30_000)}${'<!--'.repeat(100_000)}`),
    );
    await readBroken(readCamt, document(`${'<![CDATA['.repeat(30_000)}`));
    const small = '<Ntry/>';
    await expect(read(readCamt, document(`${ACCOUNT}${small.repeat(100_001)}`))).rejects.toThrow(
      'more than 100,000 rows',
    );
  });

  it('reads back any ledger to the cent, with a statement that ties', async () => {
    await fc.assert(
      fc.asyncProperty(anyEntries, fc.integer({ min: -1e9, max: 1e9 }), async (entries, start) => {
        const sign = (cents: number) => (cents < 0 ? 'DBIT' : 'CRDT');
        const size = (cents: number) => decimal(Math.abs(cents));
        const end = entries.reduce((sum, { cents }) => sum + cents, start);
        const rows = entries.map(({ day, cents, text }, index) =>
          entry(
            size(cents),
            sign(cents),
            `<AcctSvcrRef>r${index}x</AcctSvcrRef><AddtlNtryInf>${text}</AddtlNtryInf>`,
            `<Dt>${day}</Dt>`,
          ),
        );
        const balances =
          balance('OPBD', size(start), '2024-01-01', sign(start)) + balance('CLBD', size(end), '2024-12-31', sign(end));
        const file = await readAll(readCamt, document(`${ACCOUNT}${balances}${rows.join('\n')}`));
        expect(file.rows.map(({ date, amount, title, bankId }) => [date, amount, title, bankId])).toEqual(
          entries.map(({ day, cents, text }, index) => [day, cents, text, `r${index}x`]),
        );
        expect(differences(file)).toEqual([0]);
      }),
      { numRuns: 40 },
    );
  });

  it('gives rows or a clear sentence for any broken file', async () => {
    await fc.assert(
      fc.asyncProperty(mutations(document(STATEMENT)), async (bytes) => {
        await readBroken(readCamt, bytes);
      }),
      { numRuns: 150 },
    );
  });
});
