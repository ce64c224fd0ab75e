import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '#audit/audit.ts';
import type { CallData } from '#contract/calls.ts';
import type { ImportPreview } from '#contract/import-calls.ts';
import type { ConfirmedDay } from '#contract/reconcile-calls.ts';
import type { User } from '#contract/user.ts';
import { openClient } from '#platform/postgres.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const HEADER = 'Date,Description,Amount,Balance';
/** A statement that opens with 1,535.00 and closes with 1,470.30 on November 20. */
const NOVEMBER = [
  HEADER,
  '2026-11-03,Corner Shop,-24.70,1510.30',
  '2026-11-12,Rent,-840.00,670.30',
  '2026-11-20,Salary,800.00,1470.30',
].join('\n');
const BEGIN = { date: '2026-11-03', balance: 1535, adds: -965.5 };

async function previewed(user: Caller, text: string, name = 'bank.csv') {
  const form = new FormData();
  form.set('file', new File([text], name));
  return (await expectOk(user.postForm<ImportPreview>('/import/preview', form))).data;
}

async function committed(user: Caller, { importId }: ImportPreview, begin?: string[]) {
  const body = { importId, ...(begin && { begin }) };
  return (await expectOk(user.post<User & CallData<'importCommit'>>('/import/commit', body))).data;
}

const days = async (user: Caller) =>
  (await expectOk(user.get<{ days: ConfirmedDay[] }>('/accounts/confirmed-days'))).data.days;
const missing = async (user: Caller, date: string) =>
  (await expectOk(user.get<CallData<'findMissing'>>(`/accounts/find-missing?date=${date}`))).data;
const undo = (user: Caller, changeSetId: string) => expectOk(user.post('/ledger/undo', { changeSetId }));

/** A user with the balance that the bank's app shows today. */
async function withDeposit(depositAmount = 2500.5) {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount }));
  return user;
}

describe('an initial deposit, and then the first statement', () => {
  test('is named by the preview, and corrected by the import where that is chosen: one change-set', async () => {
    const user = await withDeposit();
    const found = await previewed(user, NOVEMBER);
    expect(found.statements).toMatchObject([{ booksDifference: -965.5, ties: true }]);
    expect(found.accounts).toMatchObject([{ before: 2500.5, begin: BEGIN }]);
    const after = await committed(user, found, ['']);
    expect(after).toMatchObject({ currentBalance: 1470.3, imported: { recorded: 3, beginnings: [] } });
    expect(await days(user)).toMatchObject([{ date: '2026-11-20', balance: 1470.3, books: 1470.3, difference: 0 }]);
    expect((await previewed(user, NOVEMBER)).accounts).toMatchObject([{ begin: null }]);
    await undo(user, found.importId);
    expect((await user.user()).currentBalance).toBe(2500.5);
  });

  test('is named by the result else, and corrected once by one click, which can be undone', async () => {
    const user = await withDeposit();
    const found = await previewed(user, NOVEMBER);
    const after = await committed(user, found);
    const accountId = after.accounts[0]?._id;
    expect(after.currentBalance).toBe(2435.8);
    expect(after.imported.beginnings).toEqual([{ accountId, ...BEGIN, until: '2026-11-20' }]);
    expect((await committed(user, found)).imported).toEqual(after.imported);
    expect(await days(user)).toMatchObject([{ difference: -965.5 }]);

    const { causes } = await missing(user, '2026-11-20');
    expect(causes[0]).toEqual({
      kind: 'starting balance',
      reason:
        'The account began with $965.50 too much: with $1,535.00 on November 3, 2026 the books would agree with the bank.',
      entry: null,
      adds: -965.5,
      mend: { does: 'begin with', date: '2026-11-03', balance: 1535 },
    });
    const input = { accountId, date: '2026-11-20', mend: causes[0]?.mend };
    const mended = await expectOk(user.post<User>('/accounts/mend', input, { 'Idempotency-Key': randomUUID() }));
    expect(mended.data.currentBalance).toBe(1470.3);
    expect(await days(user)).toMatchObject([{ books: 1470.3, difference: 0 }]);
    // There is nothing to correct any more.
    const again = await expectOk(user.post<User>('/accounts/mend', input));
    expect([again.data.currentBalance, again.headers.get('Change-Set')]).toEqual([1470.3, null]);

    const { data } = await expectOk(user.get<CallData<'getChangeSets'>>('/ledger/change-sets'));
    expect(data.changeSets[0]).toMatchObject({
      summary: "Begun with the bank's $1,535.00 on November 3, 2026 instead of $2,500.50",
    });
    await undo(user, mended.headers.get('Change-Set') ?? '');
    expect(await days(user)).toMatchObject([{ difference: -965.5 }]);
    await undo(
      user,
      (await expectOk(user.get<CallData<'getChangeSets'>>('/ledger/change-sets'))).data.changeSets[0]?._id ?? '',
    );
    expect(await days(user)).toMatchObject([{ difference: 0 }]);
  });

  test('is corrected on the newest books, also where more was entered, and the audit agrees', async () => {
    const user = await withDeposit();
    await committed(user, await previewed(user, NOVEMBER));
    const { causes } = await missing(user, '2026-11-20');
    await expectOk(user.post('/transaction/create-expense', { title: 'Tea', amount: 4, wallet: 'Bank' }));
    await expectOk(user.post('/accounts/mend', { date: '2026-11-20', mend: causes[0]?.mend }));
    expect(await days(user)).toMatchObject([{ difference: 0 }]);
    expect((await user.user()).currentBalance).toBe(1466.3);
    const reader = await openClient(server.databaseUrl);
    const { findings } = await audit({ database: reader, log: server.log, ledgerId: user.userId });
    await reader.end();
    expect(findings).toEqual([]);
    expect((await expectOk(user.get('/ledger/verify'))).data).toMatchObject({ intact: true });
  });

  test('may have been too little, and the opening balance may follow from the closing one', async () => {
    const user = await withDeposit(1000);
    const ofx = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>77<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261120
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261103<TRNAMT>-24.70<FITID>1<NAME>Corner Shop</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>1510.30<DTASOF>20261120</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
    const found = await previewed(user, ofx, 'bank.ofx');
    expect(found.statements).toMatchObject([{ opening: null, closing: 1510.3, booksDifference: 535 }]);
    expect(found.accounts).toMatchObject([{ begin: { date: '2026-11-03', balance: 1535, adds: 535 } }]);
  });

  test('is no cause where rows are missing before, a confirmed day holds, or more is wrong', async () => {
    const user = await withDeposit();
    const found = await previewed(user, NOVEMBER.replace('-24.70,1510.30', '-24.70,1511.30'));
    expect(found.accounts).toMatchObject([{ begin: null }]);

    await expectOk(user.post('/accounts/assert-balance', { date: '2026-10-31', balance: 2500.5 }));
    expect((await previewed(user, NOVEMBER)).accounts).toMatchObject([{ begin: null }]);

    const other = await withDeposit();
    await committed(other, await previewed(other, 'Date,Description,Amount\n2026-09-01,Tea,-3.00'));
    expect((await previewed(other, NOVEMBER)).accounts).toMatchObject([{ begin: null }]);
  });

  test('is behind later statements as well, until it is corrected', async () => {
    const user = await withDeposit();
    await committed(user, await previewed(user, NOVEMBER.split('\n').slice(0, 3).join('\n')));
    const rest = [HEADER, '2026-11-20,Salary,800.00,1470.30', '2026-11-21,Tea,-4.00,1466.30'].join('\n');
    const found = await previewed(user, rest);
    expect(found.accounts).toMatchObject([{ begin: { date: '2026-11-20', balance: 670.3, adds: -965.5 } }]);
    await committed(user, found, ['', 'no account of the file']);
    expect((await days(user)).map(({ difference }) => difference)).toEqual([0, 0]);
  });
});
