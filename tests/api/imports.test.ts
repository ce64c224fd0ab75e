import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishUnfinished } from '#api/commands/finish-unfinished.ts';
import type { Account } from '#contract/account.ts';
import type { CallData } from '#contract/calls.ts';
import type { ImportPreview, ImportProgress, ImportRow } from '#contract/import-calls.ts';
import type { Transaction } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { LogUnavailable } from '#event-log/errors.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer, withoutThreads } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => await server.close());

type Committed = User & CallData<'importCommit'>;

const COFFEE = '2026-03-02,Coffee House,-3.50';
const MARCH = csv(COFFEE, '2026-03-14,Corner Shop,-12.34', '2026-03-31,Employer Salary,2000.00');

function csv(...lines: string[]): string {
  return ['Date,Description,Amount', ...lines].join('\n');
}

function preview(user: Caller, text: string | Uint8Array, fields: object = {}, name = 'bank.csv') {
  const form = new FormData();
  form.set('file', new File([text as BlobPart], name));
  for (const [key, value] of Object.entries(fields)) {
    form.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return user.postForm<ImportPreview>('/import/preview', form);
}

const previewed = async (...args: Parameters<typeof preview>) => (await expectOk(preview(...args))).data;
const commit = (user: Caller, importId: string, choices?: object) =>
  user.post<Committed>('/import/commit', { importId, ...(choices && { choices }) });
const committed = async (...args: Parameters<typeof commit>) => (await expectOk(commit(...args))).data;

async function imported(user: Caller, text: string | Uint8Array, fields: object = {}, choices?: object) {
  const { importId } = await previewed(user, text, fields);
  return await committed(user, importId, choices);
}

async function transactionsOf(user: Caller): Promise<Transaction[]> {
  const path = '/transaction/get-transactions?limit=100';
  return (await expectOk(user.get<{ transactions: Transaction[] }>(path))).data.transactions;
}

const undo = (user: Caller, changeSetId: string) => expectOk(user.post('/ledger/undo', { changeSetId }));
const statuses = ({ rows }: { rows: ImportRow[] }) => rows.map(({ status }) => status);
const brief = ({ title, amount, date, type }: Transaction) => ({ title, amount, date, type });

async function withEuros(): Promise<Caller> {
  const user = await server.newUser();
  await expectOk(user.post('/users/update-currency', { newCurrency: '€' }));
  return user;
}

async function withSavings(): Promise<{ user: Caller; everyday: Account; savings: Account }> {
  const user = await server.newUser();
  const { data } = await expectOk(user.post('/accounts/open-account', { name: 'Savings', kind: 'Savings' }));
  const [everyday, savings] = data.accounts as [Account, Account];
  return { user, everyday, savings };
}

describe('a file', () => {
  test('is previewed without a trace in the ledger', async () => {
    const user = await server.newUser();
    const found = await previewed(user, MARCH);
    expect(found).toMatchObject({
      format: 'csv',
      questions: [],
      counts: { new: 3, known: 0, likely: 0, transfer: 0, 'not-booked': 0, invalid: 0 },
      accounts: [{ count: 3, before: 0, after: 1984.16 }],
      next: null,
    });
    expect(found.rows[1]).toMatchObject({ line: 3, date: '2026-03-14', amount: -12.34, title: 'Corner Shop' });
    expect(await transactionsOf(user)).toEqual([]);
  });

  test('is imported as one change-set, whose undo takes it back, and can be imported again', async () => {
    const user = await server.newUser();
    const after = await imported(user, MARCH);
    expect(after).toMatchObject({ currentBalance: 1984.16, transactionCount: 3, imported: { recorded: 3, left: 0 } });
    expect((await transactionsOf(user)).map(brief)).toEqual([
      { title: 'Employer Salary', amount: 2000, date: '2026-03-31', type: 'Income' },
      { title: 'Corner Shop', amount: 12.34, date: '2026-03-14', type: 'Expense' },
      { title: 'Coffee House', amount: 3.5, date: '2026-03-02', type: 'Expense' },
    ]);
    expect((await previewed(user, MARCH)).counts).toMatchObject({ new: 0, known: 3 });
    await undo(user, after.imported.changeSetId);
    expect(await user.user()).toMatchObject({ currentBalance: 0, transactionCount: 0 });
    expect(await imported(user, MARCH)).toMatchObject({ currentBalance: 1984.16, transactionCount: 3 });
  });

  test('is known after a title, a category, or its mapping was changed', async () => {
    const user = await server.newUser();
    await imported(user, MARCH);
    const [salary] = await transactionsOf(user);
    await expectOk(
      user.post('/transaction/update-transaction', {
        transactionId: salary?._id,
        title: 'March',
        category: 'Business',
        date: '2026-04-01',
      }),
    );
    expect((await previewed(user, MARCH)).counts).toMatchObject({ new: 0, known: 3 });
    const mapping = { columns: { date: 0, amount: 2 }, negate: true };
    const mapped = await previewed(user, MARCH, { mapping });
    expect(mapped.rows[0]).toMatchObject({ amount: 3.5, status: 'known' });
    expect(mapped.counts).toMatchObject({ new: 0, known: 3 });
  });

  test('has a payment that was pending once, when it comes booked on another day and in other words', async () => {
    const user = await server.newUser();
    await imported(user, csv('2026-03-02,Kiosk 12 vorab,-6.50', '2026-03-03,Bakery,-3.50'));
    const booked = csv('2026-03-02,Cinema,-9.00', '2026-03-03,Bakery,-3.50', '2026-03-04,KIOSK AM MARKT,-6.50');
    const { rows } = await previewed(user, booked);
    expect(rows.map(({ status }) => status)).toEqual(['new', 'known', 'likely']);
    expect(rows[2]?.reason).toBe('Imported before as ‘Kiosk 12 vorab’ of March 2, 2026, the same amount 2 days apart');
    // The file begins after the day of the other one, so nothing says that the bank has it no more.
    const later = await previewed(user, csv('2026-03-03,Bakery,-3.50', '2026-03-04,KIOSK AM MARKT,-6.50'));
    expect(later.rows.map(({ status }) => status)).toEqual(['known', 'new']);
  });

  test('has a row that the bank has not booked, which is taken by hand only', async () => {
    const user = await server.newUser();
    const lines = ['2026-03-02,Boots,-60.00,Declined', '2026-03-03,Tea,-3.50,Completed'];
    const text = ['Date,Description,Amount,Status', ...lines].join('\n');
    expect((await previewed(user, text)).counts).toMatchObject({ new: 1, 'not-booked': 1 });
    expect(await imported(user, text)).toMatchObject({ currentBalance: -3.5, imported: { recorded: 1, left: 1 } });
    const { importId } = await previewed(user, text);
    await expectOk(user.post('/import/commit', { importId, choices: { 2: 'take' } }));
    expect((await previewed(user, text)).counts).toMatchObject({ known: 2, 'not-booked': 0 });
  });

  test('has two entries of two equal rows, in any order, and those of overlapping months once', async () => {
    const user = await server.newUser();
    const first = await imported(user, csv(COFFEE, COFFEE, '2026-03-14,Corner Shop,-12.34'));
    expect(first.transactionCount).toBe(3);
    const later = csv('2026-04-02,Coffee House,-3.50', '2026-03-14,Corner Shop,-12.34', COFFEE, COFFEE, COFFEE);
    const again = await previewed(user, later);
    expect(statuses(again)).toEqual(['new', 'known', 'known', 'known', 'new']);
    expect((await committed(user, again.importId)).transactionCount).toBe(5);
  });

  test('of a deleted entry is known and says so', async () => {
    const user = await server.newUser();
    await imported(user, MARCH);
    const [salary] = await transactionsOf(user);
    await expectOk(user.post('/transaction/delete-transaction', { transactionId: salary?._id }));
    const { rows } = await previewed(user, MARCH);
    expect(rows[2]).toMatchObject({ status: 'known', reason: 'Imported before, and deleted since' });
  });

  test('is named by the entries of its rows, with what the bank wrote', async () => {
    const user = await server.newUser();
    const text = 'Card payment 4711 at the Corner Shop in the High Street';
    const { imported: done } = await imported(user, csv(`2026-03-14,${text},-12.34`));
    const [{ _id = '', title = '' } = {}] = await transactionsOf(user);
    expect(title).toBe('Card payment 4711 at the Corner Shop in…');
    const { data } = await expectOk(
      user.post<CallData<'getTransaction'>>('/transaction/get-transaction', { transactionId: _id }),
    );
    expect(data.transaction.imported).toEqual([
      { fileName: 'bank.csv', line: 2, text, counterparty: null, bankId: null, changeSetId: done.changeSetId },
    ]);
    const { data: found } = await expectOk(
      user.get<CallData<'getEntries'>>('/ledger/entries?q="high street"&details=true'),
    );
    expect(found.entries).toMatchObject([{ bankText: text.toLowerCase(), changeSetId: done.changeSetId }]);
  });

  test('says in its preview which note and tags an entry gets', async () => {
    const user = await server.newUser();
    const header = 'type,group_title,journal_id,description,date,amount,currency_code,source_name,source_type';
    const columns = `${header},destination_name,destination_type,category,tags,notes`;
    const row = 'Withdrawal,,1,Rye bread,2026-03-14,-3.50,USD,Everyday,Asset account,Bakery,Expense account,,';
    const file = `${columns}\n${row}"home, two words","With seeds\nand salt"\n`;
    const { rows, importId } = await previewed(user, file);
    expect(rows[0]).toMatchObject({ note: 'With seeds\nand salt', tags: ['home', 'two-words'] });
    await committed(user, importId);
    const [{ note, tags } = {}] = await transactionsOf(user);
    expect({ note, tags }).toEqual({ note: rows[0]?.note, tags: rows[0]?.tags });
  });

  test('has pages of rows', async () => {
    const user = await server.newUser();
    const lines = Array.from(
      { length: 450 },
      (_, at) => `2026-03-${String(1 + (at % 28)).padStart(2, '0')},Row ${at},-${at + 1}.00`,
    );
    const { importId, rows, next } = await previewed(user, csv(...lines));
    expect([rows.length, next]).toEqual([200, 201]);
    const page = async (after: number | null) =>
      (await expectOk(user.get<CallData<'importRows'>>(`/import/rows?importId=${importId}&after=${after}`))).data;
    const second = await page(next);
    const third = await page(second.next);
    expect([...rows, ...second.rows, ...third.rows].map(({ title }) => title)).toEqual(
      lines.map((_, at) => `Row ${at}`),
    );
    expect(third.next).toBeNull();
    const stranger = await server.newUser();
    expect((await stranger.get(`/import/rows?importId=${importId}`)).status).toBe(404);
    expect((await commit(stranger, importId)).status).toBe(404);
  });

  test('that is no table is refused in one sentence', async () => {
    const user = await server.newUser();
    const { status, problem } = await preview(user, Buffer.from('%PDF-1.4 not a table'));
    expect([status, problem.code]).toEqual([422, 'unreadable_file']);
    expect(problem.errors?.file).toMatch(/^[A-Z].+/);
    expect((await preview(user, '')).problem.code).toBe('unreadable_file');
  });

  test('with answers that no database stores, or a mapping that lacks the amount, is refused', async () => {
    const user = await server.newUser();
    const { status, problem } = await preview(user, MARCH, { answers: { account: 'x\0' } });
    expect([status, problem.code]).toEqual([422, 'invalid']);
    expect((await preview(user, MARCH, { mapping: { columns: { date: 0 } } })).problem.errors).toEqual({
      mapping: 'Say in which column the amount is, or in which two',
    });
  });

  test('that can be read in two ways is asked about, and not imported before', async () => {
    const user = await server.newUser();
    const text = csv('03/04/2026,Coffee House,-3.50', '05/06/2026,Corner Shop,-12.34');
    const asked = await previewed(user, text);
    expect(asked.questions).toMatchObject([{ id: 'day-order', choices: expect.arrayContaining(['dmy', 'mdy']) }]);
    expect((await commit(user, asked.importId)).problem.code).toBe('import_unanswered');
    const answered = await previewed(user, text, { answers: { 'day-order': 'dmy' } });
    expect([answered.questions, answered.rows[0]?.date]).toEqual([[], '2026-04-03']);
    await committed(user, answered.importId);
    const next = await previewed(user, csv('07/08/2026,Coffee House,-3.50'));
    expect([next.questions, next.rows[0]?.date]).toEqual([[], '2026-08-07']);
  });
});

describe('a row', () => {
  test('that was typed in is proposed, and merged only where the user says so', async () => {
    const user = await server.newUser();
    const typed = { title: 'Corner shop', amount: 12.34, date: '2026-03-12', wallet: 'Bank', category: 'Groceries' };
    await expectOk(user.post('/transaction/create-expense', typed));
    const found = await previewed(user, MARCH);
    expect(statuses(found)).toEqual(['new', 'likely', 'new']);
    const [match] = found.rows[1]?.matches ?? [];
    expect(match).toMatchObject({ title: 'Corner shop', amount: -12.34, date: '2026-03-12' });
    const before = await transactionsOf(user);
    const after = await committed(user, found.importId, { 3: { match: match?.id } });
    expect(after).toMatchObject({ transactionCount: 3, imported: { recorded: 2, matched: 1 } });
    expect((await transactionsOf(user)).find(({ _id }) => _id === match?.id)).toEqual(before[0]);
    expect((await previewed(user, MARCH)).counts).toMatchObject({ known: 3 });
    await undo(user, found.importId);
    expect(await transactionsOf(user)).toEqual(before);
    expect(statuses(await previewed(user, MARCH))).toEqual(['new', 'likely', 'new']);
  });

  test('is not taken for another with the same amount', async () => {
    const user = await server.newUser();
    await imported(user, csv(COFFEE));
    const { rows } = await previewed(user, csv('2026-03-05,Coffee House,-3.50'));
    expect(rows[0]?.status).toBe('new');
  });

  test('whose other half is in another account becomes one transfer, or an entry of its own', async () => {
    const { user, everyday, savings } = await withSavings();
    await imported(user, csv('2026-03-10,To savings,-100.00'), { accountId: everyday._id });
    const before = await transactionsOf(user);
    const saved = csv('2026-03-12,From checking,100.00');
    const found = await previewed(user, saved, { accountId: savings._id });
    expect(found.rows[0]).toMatchObject({ status: 'transfer', matches: [{ id: before[0]?._id }] });
    const left = await committed(user, found.importId);
    expect(left.imported).toMatchObject({ recorded: 0, left: 1 });
    await undo(user, found.importId);

    const again = await previewed(user, saved, { accountId: savings._id });
    const after = await committed(user, again.importId, { 2: 'take' });
    expect(after).toMatchObject({ transactionCount: 0, currentBalance: 0, imported: { transfers: 1 } });
    expect(after.accounts.map(({ balance }) => balance)).toEqual([-100, 100]);
    expect((await previewed(user, saved, { accountId: savings._id })).rows[0]?.status).toBe('known');
    expect(
      (await previewed(user, csv('2026-03-10,To savings,-100.00'), { accountId: everyday._id })).rows[0]?.status,
    ).toBe('known');
    await undo(user, again.importId);
    expect(await transactionsOf(user)).toEqual(before);

    const own = await previewed(user, saved, { accountId: savings._id });
    expect(await committed(user, own.importId, { 2: 'apart' })).toMatchObject({ transactionCount: 2 });
  });

  test('that can not be what was chosen is named, and nothing is written', async () => {
    const user = await server.newUser();
    const typed = { title: 'Rent', amount: 800, date: '2026-03-12', wallet: 'Bank' };
    const { data } = await expectOk(user.post('/transaction/create-expense', typed));
    const { importId } = await previewed(user, `${MARCH}\n2026-02-31,Never,-1.00`);
    const refused = async (choices: object) => (await commit(user, importId, choices)).problem.errors?.choices;
    expect(await refused({ 2: { match: data.transactionHistory[0]?._id } })).toContain(
      'the amount or the account is another',
    );
    expect(await refused({ 5: 'take' })).toContain("Line 5 can't be imported");
    expect(await refused({ 99: 'take' })).toBe('The file has no line 99');
    expect((await user.user()).transactionCount).toBe(1);
    expect(await committed(user, importId, { 2: 'leave' })).toMatchObject({
      transactionCount: 3,
      imported: { left: 2 },
    });
  });
});

describe('an import', () => {
  test('is recorded once, however often and at once it is sent, and with no other choices', async () => {
    const user = await server.newUser();
    const { importId } = await previewed(user, MARCH);
    const elsewhere = await server.visitorElsewhere();
    elsewhere.cookie = user.cookie;
    const answers = await Promise.all([user, elsewhere, user].map((caller) => commit(caller, importId)));
    expect(answers.map(({ status, headers }) => [status, headers.get('Change-Set')])).toEqual(
      answers.map(() => [200, importId]),
    );
    expect((await user.user()).transactionCount).toBe(3);
    expect((await commit(user, importId, { 2: 'leave' })).problem.code).toBe('import_committed');
    expect(await committed(user, importId)).toMatchObject({ imported: { recorded: 3 } });
    const { data } = await expectOk(user.get<ImportProgress>(`/import/progress?importId=${importId}`));
    expect(data).toEqual({ importId, status: 'imported', changeSetId: importId, total: 4, recorded: 4, visible: 4 });
  });

  test('of the same file in two tabs adds nothing the second time', async () => {
    const user = await server.newUser();
    const both = await Promise.all([previewed(user, MARCH), previewed(user, MARCH)]);
    await Promise.all(both.map(({ importId }) => committed(user, importId)));
    expect((await user.user()).transactionCount).toBe(3);
  });

  const COUNT = 2_000;
  const many = csv(
    ...Array.from({ length: COUNT }, (_, at) => `2026-03-${String(1 + (at % 28)).padStart(2, '0')},Row ${at},-1.00`),
  );

  /** Imports a large file, and stops after the first of its appends. */
  async function cutOff(user: Caller): Promise<string> {
    const { importId } = await previewed(user, many);
    const { log } = server.services;
    const { append } = log;
    let appends = 0;
    log.append = async (...args) => {
      appends += 1;
      if (appends === 2) throw new LogUnavailable('The process stopped here.');
      return await append(...args);
    };
    const { status } = await withoutThreads(server, () => commit(user, importId));
    expect(status).toBe(503);
    log.append = append;
    return importId;
  }

  async function shows(user: Caller, count: number): Promise<void> {
    await settled(
      () => user.user(),
      ({ transactionCount }) => transactionCount === count,
      90_000,
    );
  }

  test('that was cut off is carried to its end by the next command, by itself, or when it is sent again', async () => {
    for (const next of ['command', 'itself', 'again'] as const) {
      const user = await server.newUser();
      const importId = await cutOff(user);
      if (next === 'command')
        await expectOk(
          user.post('/users/initial-deposit', { depositAmount: 5 }).then(() => user.get('/accounts/get-accounts')),
        );
      if (next === 'itself') {
        await settled(
          async () => (await user.get<ImportProgress>(`/import/progress?importId=${importId}`)).data,
          ({ visible, recorded }) => visible > 0 && visible === recorded,
        );
        await finishUnfinished(server.services);
      }
      expect(await committed(user, importId)).toMatchObject({ imported: { recorded: COUNT } });
      await shows(user, COUNT);
      expect((await previewed(user, many)).counts).toMatchObject({ known: COUNT, new: 0 });
      await undo(user, importId);
      await shows(user, 0);
    }
  });

  test('whose plan is gone is cut short, so that the ledger goes on, and can be undone', async () => {
    const user = await server.newUser();
    const importId = await cutOff(user);
    await server.database.query('DELETE FROM imports.plans WHERE import_id = $1', [importId]);
    await expectOk(user.post('/goals/create-goal', { title: 'Kiln', finalAmount: 500 }));
    const { transactionCount } = await user.user();
    expect(transactionCount).toBeGreaterThan(0);
    expect(transactionCount).toBeLessThan(COUNT);
    await undo(user, importId);
    await shows(user, 0);
  });
});

describe('accounts and balances of a file', () => {
  const statement = (account: string, opening: string, closing: string, ...entries: string[]) =>
    [
      ':20:STARTUMS',
      `:25:${account}`,
      ':28C:1/1',
      `:60F:C260301EUR${opening}`,
      ...entries,
      `:62F:C260331EUR${closing}`,
      '-',
      '',
    ].join('\r\n');
  const CHECKING = statement(
    'DE89370400440532013000',
    '1000,00',
    '1087,66',
    ':61:2603140314D12,34NMSCREF1',
    ':86:Corner Shop',
    ':61:2603310331C100,00NMSCREF2',
    ':86:Refund',
  );

  test('tie with its rows, and give the opening balance of an empty account', async () => {
    const user = await withEuros();
    const found = await previewed(user, CHECKING, {}, 'umsatz.sta');
    expect(found).toMatchObject({
      format: 'mt940',
      statements: [{ opening: 1000, closing: 1087.66, ties: true, difference: 0, books: 1087.66, booksDifference: 0 }],
      accounts: [{ opening: 1000, before: 0, after: 1087.66 }],
    });
    const after = await committed(user, found.importId);
    expect(after.currentBalance).toBe(1087.66);
    await undo(user, found.importId);
    expect((await user.user()).currentBalance).toBe(0);
  });

  test('say by how much not', async () => {
    const user = await server.newUser();
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 50 }));
    const { statements } = await previewed(user, CHECKING.replace('D12,34', 'D12,04'), {}, 'umsatz.sta');
    expect(statements).toMatchObject([{ ties: false, difference: -0.3, books: 137.96, booksDifference: 949.7 }]);
  });

  test('are opened where the file has several, and found again by their keys', async () => {
    const user = await withEuros();
    const SAVINGS = statement(
      'DE02100500000054540402',
      '0,00',
      '100,00',
      ':61:2603150315C100,00NMSCREF3',
      ':86:From checking',
    );
    const both = CHECKING.replace('D12,34', 'D100,00').replace('1087,66', '1000,00') + SAVINGS;
    const found = await previewed(user, both, {}, 'both.sta');
    expect(found.accounts.map(({ goesTo }) => goesTo)).toEqual(['new', 'new']);
    expect(statuses(found)).toEqual(['transfer', 'new', 'transfer']);
    const [first] = found.rows;
    const after = await committed(user, found.importId, { [first?.line ?? 0]: 'take' });
    expect(after.imported).toMatchObject({ recorded: 1, transfers: 1, left: 0 });
    expect(after.accounts.slice(1).map(({ balance }) => balance)).toEqual([1000, 100]);
    const again = await previewed(user, both, {}, 'both.sta');
    expect(again.accounts.map(({ goesTo }) => goesTo)).toEqual(['account', 'account']);
    expect(again.counts).toMatchObject({ known: 3, new: 0, transfer: 0 });
    await undo(user, found.importId);
    expect((await user.user()).accounts).toHaveLength(1);
  });

  test("in another currency than the ledger's are asked for, and the answer is remembered of the account", async () => {
    const user = await server.newUser();
    const asked = await previewed(user, CHECKING, {}, 'umsatz.sta');
    expect(asked.questions).toMatchObject([
      {
        id: 'other-currency',
        choices: ['EUR', 'leave-out'],
        text: expect.stringContaining('in EUR, and you count in $'),
      },
    ]);
    expect((await commit(user, asked.importId)).problem.code).toBe('import_unanswered');
    const none = await previewed(user, CHECKING, { answers: { 'other-currency': 'leave-out' } }, 'umsatz.sta');
    expect(none).toMatchObject({ questions: [], accounts: [{ goesTo: 'nowhere' }], counts: { new: 0 } });
    // An answer about another currency is none.
    const other = await previewed(user, CHECKING, { answers: { 'other-currency': 'GBP' } }, 'umsatz.sta');
    expect(other.questions).toHaveLength(1);

    const taken = await previewed(user, CHECKING, { answers: { 'other-currency': 'EUR' } }, 'umsatz.sta');
    expect(taken.questions).toEqual([]);
    await committed(user, taken.importId);
    const again = await previewed(user, CHECKING, {}, 'umsatz.sta');
    expect([again.questions, again.answered]).toMatchObject([[], [{ id: 'other-currency', answer: 'EUR' }]]);

    await expectOk(user.post('/users/update-currency', { newCurrency: '€' }));
    const own = await previewed(user, CHECKING, {}, 'umsatz.sta');
    expect([own.questions, own.answered]).toEqual([[], []]);
  });

  test('in the currency of the ledger go before those that most rows are in', async () => {
    const user = await server.newUser();
    const found = await previewed(
      user,
      [
        'Date,Description,Amount,Currency',
        '2026-03-02,Tea,-3.50,EUR',
        '2026-03-03,Tea,-4.50,EUR',
        '2026-03-04,Tea,-5.50,USD',
      ].join('\n'),
    );
    expect(found.questions).toEqual([]);
    expect(found.accounts.map(({ currency, goesTo }) => [currency, goesTo])).toEqual([
      ['EUR', 'nowhere'],
      ['USD', 'new'],
    ]);
  });

  test('are asked for where a file of one may belong to several', async () => {
    const { user, everyday, savings } = await withSavings();
    const asked = await previewed(user, MARCH);
    expect(asked.questions).toMatchObject([{ id: 'account', choices: [everyday._id, savings._id, 'new'] }]);
    const named = await previewed(user, MARCH, { answers: { account: savings._id } });
    expect(named.accounts).toMatchObject([{ accountId: savings._id }]);
    await committed(user, named.importId);
    expect((await previewed(user, csv('2026-04-02,Tea,-4.00'))).accounts).toMatchObject([{ accountId: savings._id }]);
    expect((await preview(user, MARCH, { accountId: crypto.randomUUID() })).problem.code).toBe('account_not_found');
  });
});

describe("Daybook's own export", () => {
  const eventsOf = async (user: Caller) => {
    const response = await fetch(`${server.origin}/api/v1/ledger/export`, { headers: { Cookie: user.cookie } });
    return new Uint8Array(await response.arrayBuffer());
  };
  const booksOf = async (user: Caller) => {
    const { accounts, goals, income, expense, currentBalance } = await user.user();
    const entries = (await transactionsOf(user)).map(({ createdAt: _, account: _account, ...entry }) => entry);
    const brief = accounts.map(({ name, kind, balance }) => ({ name, kind, balance }));
    return { accounts: brief, goals, income, expense, currentBalance, entries };
  };

  test('gives another user the books as they were, with their ids, and adds nothing where they come from', async () => {
    const { user, everyday, savings } = await withSavings();
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 900 }));
    await expectOk(user.post('/users/add-income-and-expense', { income: 3000, expense: 2000 }));
    await imported(user, MARCH, { accountId: everyday._id });
    await expectOk(user.post('/transfer/create-transfer', { from: everyday._id, to: savings._id, amount: 250.5 }));
    const { data } = await expectOk(user.post('/goals/create-goal', { title: 'Kiln', finalAmount: 500 }));
    const goalId = data.goals[0]?._id;
    await expectOk(user.post('/goals/add-money-to-goal', { goalId, currentAmount: 120 }));
    const books = await booksOf(user);
    const archive = await eventsOf(user);

    const same = await previewed(user, archive, {}, 'daybook.zip');
    expect(same).toMatchObject({ format: 'daybook', counts: { new: 0, known: 5 } });
    await committed(user, same.importId);
    expect(await booksOf(user)).toEqual(books);

    const other = await server.newUser();
    for (const isAgain of [false, true]) {
      const { importId } = await previewed(other, archive, {}, 'daybook.zip');
      await committed(other, importId);
      const found = await booksOf(other);
      if (!isAgain) expect(found).toEqual(books);
      expect([found.accounts, found.currentBalance, found.entries.length]).toEqual([
        books.accounts,
        books.currentBalance,
        books.entries.length,
      ]);
      expect(found.goals).toMatchObject([{ title: 'Kiln', currentAmount: 120 }]);
      await undo(other, importId);
      expect(await booksOf(other)).toMatchObject({ currentBalance: 0, entries: [], goals: [] });
    }
  });
});
