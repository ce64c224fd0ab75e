import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const FILE = 'Date;Description;Amount\n2026-10-01;Rent;-900.00\n2026-10-02;Pay;2500.00\n2026-10-08;Kiosk;-3.50';

async function previewed(user: Caller, text: string, name = 'bank.csv', answers: object = {}) {
  const form = new FormData();
  form.set('file', new Blob([text]), name);
  form.set('answers', JSON.stringify(answers));
  return (await expectOk(user.postForm<CallData<'importPreview'>>('/import/preview', form))).data;
}

const commit = (user: Caller, body: object) => user.post<CallData<'importCommit'>>('/import/commit', body);

test('of an empty account the start follows from what is in it today, and is undone with the import', async () => {
  const user = await server.newUser();
  const { importId, accounts, rows } = await previewed(user, FILE);
  expect(accounts).toMatchObject([{ key: '', asksBalance: true, opening: 0 }]);
  const kiosk = rows.find(({ title }) => title === 'Kiosk')?.line ?? 0;
  const chosen = { importId, choices: { [kiosk]: 'leave' }, balances: { '': 2000.25 } };
  const { data, headers } = await expectOk(commit(user, chosen));
  expect(data.currentBalance).toBe(2000.25);
  expect((await expectOk(commit(user, chosen))).data.currentBalance).toBe(2000.25);
  const other = await commit(user, { ...chosen, balances: { '': 2000 } });
  expect(other.problem.code).toBe('import_committed');
  // By now the account is not empty.
  const again = await previewed(user, FILE.replace('Rent', 'Rents'));
  expect(again.accounts).toMatchObject([{ asksBalance: false }]);
  const refused = await commit(user, { importId: again.importId, balances: { '': 5 } });
  expect([refused.status, refused.problem.code]).toEqual([422, 'invalid']);
  const changeSetId = headers.get('Change-Set');
  expect((await expectOk(user.post<CallData<'undo'>>('/ledger/undo', { changeSetId }))).data.currentBalance).toBe(0);
});

test('so does that of a new account', async () => {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 10 }));
  const { importId, accounts } = await previewed(user, FILE, 'savings.csv', { account: { '': 'new' } });
  expect(accounts).toMatchObject([{ goesTo: 'new', asksBalance: true }]);
  const { data } = await expectOk(commit(user, { importId, balances: { '': -20 } }));
  expect(data.accounts.map(({ balance }) => balance)).toEqual([10, -20]);
});

test('a closing balance of the file alone says with what an empty account begins', async () => {
  const user = await server.newUser();
  const entry = (id: string, amount: string) =>
    `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>202610${id}<TRNAMT>${amount}<FITID>${id}<NAME>Entry ${id}</STMTTRN>`;
  const ofx = `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1>
<STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>4711<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>
<DTSTART>20261001<DTEND>20261031${entry('05', '-40.00')}${entry('06', '15.00')}</BANKTRANLIST>
<LEDGERBAL><BALAMT>100.00<DTASOF>20261031</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  const { importId, accounts } = await previewed(user, ofx, 'bank.ofx');
  expect(accounts).toMatchObject([{ opening: 125, after: 100, asksBalance: false, begin: null }]);
  expect((await expectOk(commit(user, { importId }))).data.currentBalance).toBe(100);
});
