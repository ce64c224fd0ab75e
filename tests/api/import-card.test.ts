import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const previewed = async (user: Caller, accountId: string, lines: readonly string[], answers: object = {}) => {
  const form = new FormData();
  const all = lines[0]?.startsWith('Date') ? lines : ['Date,Description,Amount', ...lines];
  form.set('file', new Blob([all.join('\n')]), 'bank.csv');
  form.set('accountId', accountId);
  form.set('answers', JSON.stringify(answers));
  return (await expectOk(user.postForm<CallData<'importPreview'>>('/import/preview', form))).data;
};
const statusesOf = ({ rows }: CallData<'importPreview'>) => rows.map(({ status, isTaken }) => `${status} ${isTaken}`);

async function withCard() {
  const user = await server.newUser();
  const body = { name: 'Visa', kind: 'Credit card', openingBalance: 0 };
  const { data } = await expectOk(user.post<CallData<'openAccount'>>('/accounts/open-account', body));
  const [everyday = '', card = ''] = data.accounts.map(({ _id }) => _id);
  const entries = async () => {
    const { data: listed } = await expectOk(user.get<CallData<'getEntries'>>('/ledger/entries'));
    return listed.entries.map(({ type, amount, account, toAccount }) => {
      const nameOf = (id: string | null) => (id === card ? 'Visa' : id === everyday ? 'Everyday' : '-');
      return `${type} ${amount} ${nameOf(account)} ${nameOf(toAccount)}`;
    });
  };
  return { user, everyday, card, entries };
}

const OF_CARD = ['2026-10-01,Bookshop,-40.00', '2026-10-20,PAYMENT THANK YOU,40.00', '2026-10-21,Refund Bookshop,5.00'];

test('what was paid to a card is a transfer from the account that is chosen, and no income', async () => {
  const { user, everyday, card, entries } = await withCard();
  const preview = await previewed(user, card, OF_CARD);
  expect(statusesOf(preview)).toEqual(['new true', 'transfer false', 'new true']);
  expect(preview).toMatchObject({ taken: 2, accounts: [{ after: -35 }] });
  expect(preview.rows[1]?.reason).toBe('Payment to a card: choose the account it came from');
  const { importId } = preview;
  const alone = await user.post('/import/commit', { importId, choices: { 3: 'take' } });
  expect(alone).toMatchObject({ status: 422 });
  const itself = await user.post('/import/commit', { importId, choices: { 3: { account: card } } });
  expect(itself).toMatchObject({ status: 422 });
  await expectOk(user.post('/import/commit', { importId, choices: { 3: { account: everyday } } }));
  expect(await entries()).toEqual(['Income 5 Visa -', 'Transfer 40 Everyday Visa', 'Expense 40 Visa -']);
  // The bank's file finds it.
  expect(statusesOf(await previewed(user, everyday, ['2026-10-19,VISA CARD PAYMENT,-40.00']))).toEqual([
    'likely false',
  ]);
});

test('it is one transfer by itself where the bank has it already, whichever file comes first', async () => {
  const { user, everyday, card, entries } = await withCard();
  const bank = await previewed(user, everyday, ['2026-10-19,VISA CARD PAYMENT,-40.00']);
  await expectOk(user.post('/import/commit', { importId: bank.importId }));
  const preview = await previewed(user, card, OF_CARD);
  expect(statusesOf(preview)).toEqual(['new true', 'transfer true', 'new true']);
  expect(preview.taken).toBe(3);
  await expectOk(user.post('/import/commit', { importId: preview.importId }));
  expect(await entries()).toEqual(['Income 5 Visa -', 'Transfer 40 Everyday Visa', 'Expense 40 Visa -']);
});

test('a payment that the file of the card left out is one transfer as soon as the bank has it', async () => {
  const { user, everyday, card, entries } = await withCard();
  const first = await previewed(user, card, OF_CARD);
  await expectOk(user.post('/import/commit', { importId: first.importId }));
  const bank = ['2026-10-19,ONLINE PAYMENT CARD 4444,-40.00', '2026-10-19,SHOES,-40.00'];
  const preview = await previewed(user, everyday, bank);
  expect(statusesOf(preview)).toEqual(['transfer true', 'new true']);
  expect(preview.rows[0]?.reason).toMatch(/^The other half is ‘PAYMENT THANK YOU’ of October 20, 2026 in the file/);
  expect(preview.answered.filter(({ id }) => id === 'payments')).toEqual([]);
  await expectOk(user.post('/import/commit', { importId: preview.importId }));
  const recorded = ['Income 5 Visa -', 'Transfer 40 Everyday Visa', 'Expense 40 Everyday -', 'Expense 40 Visa -'];
  expect((await entries()).toSorted()).toEqual(recorded.toSorted());
  // Both files know it.
  expect(statusesOf(await previewed(user, card, OF_CARD))).toEqual(['known false', 'known false', 'known false']);
  expect(statusesOf(await previewed(user, everyday, bank))).toEqual(['known false', 'known false']);
});

test('one answer says of all payments of a card where they came from, and is remembered', async () => {
  const { user, everyday, card, entries } = await withCard();
  const more = ['2026-11-01,Shoes,-60.00', '2026-11-20,AUTOPAY PAYMENT,60.00'];
  const open = await previewed(user, card, OF_CARD);
  expect(open.questions).toEqual([]);
  const asked = open.answered.find(({ id }) => id === 'payments');
  expect(asked).toMatchObject({
    ...{ text: 'From which account was Visa paid?', answer: 'later' },
    labels: [
      'Everyday',
      'An account that is not kept here: it is income',
      'I choose later: $40.00 is left out until then',
    ],
    account: open.accounts[0]?.key,
  });
  const answers = { payments: { [asked?.account ?? '']: everyday } };
  const said = await previewed(user, card, OF_CARD, answers);
  expect(statusesOf(said)).toEqual(['new true', 'transfer true', 'new true']);
  expect(said).toMatchObject({ taken: 3, accounts: [{ after: 5 }] });
  await expectOk(user.post('/import/commit', { importId: said.importId }));
  expect(await entries()).toEqual(['Income 5 Visa -', 'Transfer 40 Everyday Visa', 'Expense 40 Visa -']);
  expect(statusesOf(await previewed(user, card, more))).toEqual(['new true', 'transfer true']);
});

test('a card that is paid from an account that is not kept here comes to its balance', async () => {
  const { user, card, entries } = await withCard();
  const [account = ''] = (await previewed(user, card, OF_CARD)).accounts.map(({ key }) => key);
  const said = await previewed(user, card, OF_CARD, { payments: { [account]: 'outside' } });
  expect(statusesOf(said)).toEqual(['new true', 'new true', 'new true']);
  expect(said.answered).toMatchObject([{ id: 'payments', answer: 'outside' }]);
  expect(said.accounts).toMatchObject([{ after: 5 }]);
  await expectOk(user.post('/import/commit', { importId: said.importId }));
  expect(await entries()).toEqual(['Income 5 Visa -', 'Income 40 Visa -', 'Expense 40 Visa -']);
});

test('both halves of a transfer in one file become one by themselves, where a text says so', async () => {
  const user = await server.newUser();
  const lines = [
    'Account,Date,Description,Amount',
    'Giro 12345678,2026-10-01,Umbuchung,-300.00',
    'Sparbuch 87654321,2026-10-02,Gutschrift,300.00',
    'Giro 12345678,2026-10-05,Radio,-50.00',
    'Sparbuch 87654321,2026-10-05,Zinsen,50.00',
    'Giro 12345678,2026-10-07,Brot,-4.00',
  ];
  const form = new FormData();
  form.set('file', new Blob([lines.join('\n')]), 'bank.csv');
  const { data } = await expectOk(user.postForm<CallData<'importPreview'>>('/import/preview', form));
  expect(statusesOf(data)).toEqual([
    ...['transfer true', 'transfer true', 'transfer false', 'transfer false', 'new true'],
  ]);
  expect(data.taken).toBe(2);
  await expectOk(user.post('/import/commit', { importId: data.importId }));
  const { data: listed } = await expectOk(user.get<CallData<'getEntries'>>('/ledger/entries'));
  expect(listed.entries.map(({ type, amount }) => `${type} ${amount}`)).toEqual(['Expense 4', 'Transfer 300']);
});

test('a statement of a card says whether the books come to it with the payments that are taken', async () => {
  const { user, everyday, card } = await withCard();
  const lines = [
    'Date,Description,Amount,Balance',
    '2026-10-01,Bookshop,-40.00,-40.00',
    '2026-10-20,PAYMENT,40.00,0.00',
  ];
  const open = await previewed(user, card, lines);
  expect(open.statements).toMatchObject([{ closing: 0, booksDifference: 40 }]);
  const answers = { payments: { [open.accounts[0]?.key ?? '']: everyday } };
  expect((await previewed(user, card, lines, answers)).statements).toMatchObject([{ booksDifference: 0 }]);
});
