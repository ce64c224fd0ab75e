import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoUser, ensureDemoUser, findDemoUser, resetDemoUser } from '#api/demo/demo-user.ts';
import type { Account } from '#contract/account.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from '#contract/demo.ts';
import type { RawEvent } from '#event-log/raw-event.ts';
import { encode } from '#ledger/log/codec.ts';
import { daysFrom } from '#ledger/model/days.ts';
import { budgeted, judged, withoutEquity } from '../support/accounting.ts';
import { hasAccountingPrograms } from '../support/accounting-programs.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { verified } from '../support/exported.ts';
import { formOf } from '../support/forms.ts';
import { plainImage } from '../support/images.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';
import { exported, folderOf, unzipped } from '../support/unzipped.ts';

const PATH = '/api/v1/ledger/export';

let server: TestServer;
let clara: Caller;
let folder: string;
let files: Map<string, Buffer>;

const text = (path: string) => files.get(path)?.toString() ?? '';
const linesOf = (path: string) => text(path).trimEnd().split(/\r?\n/);

/** Opens an account and gives its id. */
async function opened(user: Caller, account: object): Promise<string> {
  await expectOk(user.post('/accounts/open-account', account));
  const { accounts } = (await expectOk(user.get<{ accounts: Account[] }>('/accounts/get-accounts'))).data;
  return accounts.at(-1)?._id ?? '';
}

/** A life with everything in it. */
async function live(user: Caller): Promise<void> {
  const dated = { date: '2026-03-14', wallet: 'Bank' };
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 1000 }));
  const card = await opened(user, { name: 'Visa: "gold"', kind: 'Credit card', openingBalance: -250.5 });
  const savings = await opened(user, { name: 'Savings', kind: 'Savings' });
  const receipt = formOf(
    { title: '=Kiln (big)', amount: '320.10', note: '=1+1', tags: '[]', ...dated },
    'receipt',
    await plainImage(40, 40),
  );
  await expectOk(user.postForm('/transaction/create-expense', receipt));
  const parts = [
    { amount: 30, category: 'Groceries', note: 'rye ; date: soon' },
    { amount: 12.34, category: 'Travel' },
  ];
  await expectOk(
    user.post('/transaction/create-expense', { title: 'Market', amount: 42.34, parts, accountId: card, ...dated }),
  );
  await expectOk(
    user.post('/transaction/create-income', {
      ...{ title: '(Violin) | lesson', amount: 60, date: '2025-12-31' },
      tags: ['Été', 'b_2'],
    }),
  );
  const everyday = (await expectOk(user.get<{ accounts: Account[] }>('/accounts/get-accounts'))).data.accounts[0]?._id;
  const transfer = {
    from: everyday,
    to: savings,
    amount: 200,
    date: '2026-03-15',
    note: 'two "words"\nhere',
    tags: ['holiday'],
  };
  await expectOk(user.post('/transfer/create-transfer', transfer));
  await expectOk(user.post('/goals/create-goal', { title: 'Lisbon', finalAmount: 500, wantedBy: '2027-01-31' }));
  await expectOk(user.post('/goals/create-goal', { title: 'lisbon', finalAmount: 500 }));
  const { data } = await expectOk(user.get<{ goals: { _id: string }[] }>('/goals/get-goals'));
  await expectOk(
    user.post('/goals/add-money-to-goal', { goalId: data.goals[0]?._id, currentAmount: 75.25, accountId: savings }),
  );
  await expectOk(user.post('/users/update-account-balance', { newAmount: 400, accountId: savings }));
  const key = 'undone-expense';
  const mistake = { title: 'A mistake', amount: 5, ...dated };
  await expectOk(user.post('/transaction/create-expense', mistake, { 'Idempotency-Key': key }));
  await expectOk(user.post('/ledger/undo', { changeSetId: key }));
  const plans = [
    { category: 'Groceries', amount: 50 },
    { category: 'Groceries', amount: 10, month: '2026-03' },
  ];
  await expectOk(user.post('/budget/plan', { month: '2026-01', plans }));
  const rule = { every: 1, unit: 'week', start: new Date().toISOString().slice(0, 10) };
  const choir = { title: 'Choir', type: 'Expense', amount: { about: 12.5 }, wallet: 'Bank', rule, post: 'ask' };
  await expectOk(user.post('/schedules/add', choir));
  await expectOk(user.post('/users/update-currency', { newCurrency: 'A$' }));
}

beforeAll(async () => {
  server = await openTestServer();
  clara = await server.newUser();
  await live(clara);
  files = await exported(clara);
  folder = await folderOf(files);
});
afterAll(async () => {
  await server.close();
  if (folder) await rm(folder, { recursive: true });
});

describe('the export of everything', () => {
  test('is a download that is named after the day, and says how many entries it has', async () => {
    const answer = await clara.open(PATH, 'GET', { 'Time-Zone': 'Europe/Paris' });
    await answer.arrayBuffer();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="daybook-\d{4}-\d\d-\d\d\.zip"$/),
      'cache-control': 'no-store',
      'export-entries': '4',
    });
  });

  test('has one event a line, byte by byte as it is stored, as many as the seal says', async () => {
    const stored: RawEvent[] = await Array.fromAsync(server.log.readRawAfter(clara.userId, -1n));
    const lines = linesOf('events.jsonl');
    expect(lines).toEqual(
      stored.map(
        ({ stream, revision, id, type, data, metadata }) =>
          `{"stream":"${stream}","revision":${revision},"id":"${id}","type":"${type}","data":${Buffer.from(data)},"metadata":${Buffer.from(metadata)}}`,
      ),
    );
    expect(text('seal.txt')).toMatch(new RegExp(`^${lines.length}(-[0-9A-Z]{5}){4}\n$`));
  });

  test('has tables of entries, goals and accounts, whose cells are no formulas', () => {
    const columns = 'Date,Type,Method,Title,Category,Amount,Recorded,Receipt,Account,To account,Parts,Note,Tags';
    const shares =
      '"[{""amount"":30,""category"":""Groceries"",""note"":""rye ; date: soon""},{""amount"":12.34,""category"":""Travel""}]"';
    const [receipt] = [...files.keys()].filter((path) => path.startsWith('receipts/'));
    expect(receipt).toMatch(/^receipts\/[0-9a-f-]{36}\.jpg$/);
    expect(linesOf('transactions.csv').map((line) => line.replaceAll(/\d{4}-\d\d-\d\dT[^,]+Z/g, 'now'))).toEqual([
      `\uFEFF${columns}`,
      '2025-12-31,Income,,(Violin) | lesson,Salary,60.00,now,,Everyday,,,,Été b_2',
      `2026-03-14,Expense,Bank,'=Kiln (big),,320.10,now,${receipt},Everyday,,,'=1+1,`,
      `2026-03-14,Expense,Bank,Market,,42.34,now,,"Visa: ""gold""",,${shares},,`,
      '2026-03-15,Transfer,,,,200.00,now,,Everyday,Savings,,"two ""words""',
      'here",holiday',
    ]);
    expect(linesOf('goals.csv').slice(1)).toEqual([...['lisbon,,500.00,0.00,,,', 'Lisbon,,500.00,75.25,,,2027-01-31']]);
    expect(linesOf('accounts.csv')).toEqual([
      '\uFEFFName,Kind,Balance,Open,In the budget',
      'Everyday,Checking,539.90,Yes,Yes',
      '"Visa: ""gold""",Credit card,-292.84,Yes,Yes',
      'Savings,Savings,400.00,Yes,Yes',
    ]);
    expect(linesOf('budget.csv')).toEqual([
      '\uFEFFMonth,Category,Planned,Carried in,Spent,Refunded,Available,Carry',
      '2026-01,Groceries,50.00,0.00,0.00,0.00,50.00,surplus',
      '2026-02,Groceries,0.00,50.00,0.00,0.00,50.00,surplus',
      '2026-03,Travel,0.00,0.00,12.34,0.00,-12.34,surplus',
      '2026-03,Groceries,10.00,50.00,30.00,0.00,30.00,surplus',
      '2026-03,No category,0.00,0.00,320.10,0.00,-320.10,surplus',
    ]);
  });

  test('has what comes again, from the day of the caller on', () => {
    const [, today = ''] = /^; What comes again from (\S+) to/.exec(text('forecast.journal')) ?? [];
    expect(Math.abs(daysFrom(today, new Date().toISOString().slice(0, 10)))).toBeLessThan(2);
    expect(text('forecast.journal').match(/^~ \d{4}-\d\d-\d\d {2}Choir$/gm)).toHaveLength(105);
    expect(text('forecast.journal')).toContain('    expenses:no category    12.50 AUD\n');
  });

  test('has the currency of today in the journals, and nothing of what was undone', () => {
    expect(text('daybook.journal')).toContain('commodity AUD\n');
    expect(text('daybook.journal')).not.toContain('mistake');
    expect(text('daybook.beancount')).not.toContain('mistake');
  });

  test.skipIf(!hasAccountingPrograms())('hledger, Ledger and Beancount agree with Daybook', async () => {
    const sums = await judged(folder);
    const plain = {
      'assets:accounts:Everyday': 53_990,
      'liabilities:accounts:Visa- "gold"': -29_284,
      'assets:accounts:Savings': 40_000,
      'assets:goals:Lisbon': 7_525,
      'expenses:Groceries': 3_000,
      'expenses:Travel': 1_234,
      'expenses:no category': 32_010,
      'income:Salary': -6_000,
      'equity:opening': -74_950,
      'equity:set by hand': -27_525,
    };
    expect(sums.hledger).toEqual(plain);
    expect(await budgeted(folder)).toMatchObject({
      'expenses:Groceries': {
        ...{ '2025-12': [0, 0], '2026-01': [0, 5_000], '2026-02': [0, 0], '2026-03': [3_000, 1_000] },
      },
    });
    expect(sums.ledger).toEqual(plain);
    expect(withoutEquity(sums.beancount)).toEqual({
      'Assets:Accounts:Everyday': 53_990,
      'Liabilities:Accounts:Visa-gold': -29_284,
      'Assets:Accounts:Savings': 40_000,
      'Assets:Goals:Lisbon': 7_525,
      'Expenses:Groceries': 3_000,
      'Expenses:Travel': 1_234,
      'Expenses:No-category': 32_010,
      'Income:Salary': -6_000,
    });
  });

  test('of the demo user begins with its last reset, and counts what was before it', async () => {
    const { services } = server;
    for (const _ of [1, 2]) {
      await ensureDemoUser(services);
      await resetDemoUser(services, (await findDemoUser(services)) as DemoUser);
    }
    // A reset takes away what the read models would read, if they were behind it.
    await server.settled();
    const demo = server.visitor();
    await expectOk(demo.post('/users/login', { email: DEMO_EMAIL, password: DEMO_PASSWORD }));
    const found = await exported(demo);
    const all = await folderOf(found);
    try {
      const [first = '', ...others] = (found.get('events.jsonl')?.toString() ?? '').split('\n');
      expect(first).toContain('"type":"LedgerReset","data":{"before":{"entries":');
      expect(others.some((line) => line.includes('LedgerReset'))).toBe(false);
      expect(await verified(all)).toMatchObject({ code: 0, stderr: '' });
      if (hasAccountingPrograms()) await judged(all);
    } finally {
      await rm(all, { recursive: true });
    }
  });

  test('of a ledger without an entry agrees with itself', async () => {
    const empty = await folderOf(await exported(await server.newUser()));
    try {
      expect(await verified(empty)).toMatchObject({ code: 0, stderr: '' });
      if (hasAccountingPrograms()) expect(await judged(empty)).toEqual({ hledger: {}, ledger: {}, beancount: {} });
    } finally {
      await rm(empty, { recursive: true });
    }
  });
});

describe('verify.mjs', () => {
  /** The output of verify.mjs once a file is changed; the file is put back afterwards. */
  async function saidOf(path: string, change: (before: Buffer) => Buffer | null): Promise<string> {
    const file = join(folder, path);
    const before = await readFile(file).catch(() => null);
    const after = change(before ?? Buffer.alloc(0));
    await (after ? writeFile(file, after) : rm(file));
    try {
      const { code, stdout, stderr } = await verified(folder);
      expect([code, stderr]).toEqual([1, '']);
      return stdout.trim().split('\n').at(-1) ?? '';
    } finally {
      await (before ? writeFile(file, before) : rm(file));
    }
  }

  const byteAt = (place: number) => (before: Buffer) => {
    const after = Buffer.from(before);
    const at = Math.floor((after.length - 1) * place);
    after[at] = (after[at] ?? 0) ^ 1;
    return after;
  };
  const withoutLine = (before: Buffer) => Buffer.from(before.toString().replace(/(?<=\n)[^\n]*\n/, ''));
  const paths = () => [...files.keys()].filter((path) => path !== 'verify.mjs');

  test('agrees with all files', async () => {
    const { code, stdout } = await verified(folder);
    expect(stdout.trim().split('\n')).toEqual([
      ...['events.jsonl', 'seal.txt', 'transactions.csv', 'goals.csv', 'accounts.csv', 'budget.csv'].map(agrees),
      ...['daybook.journal', 'forecast.journal', 'daybook.beancount', 'receipts'].map(agrees),
      'All files agree with the events.',
    ]);
    expect(code).toBe(0);
  });
  const agrees = (path: string) => `${path} agrees.`;

  test('names each file of which a byte is another, wherever it is', async () => {
    for (const path of paths()) {
      for (const place of [0, 0.3, 0.77, 1]) {
        const said = await saidOf(path, byteAt(place));
        expect(said, `${path} at ${place}`).toContain(path);
      }
    }
  });

  test('names each file that lacks a line, has one more, or is missing', async () => {
    for (const path of paths().filter((path) => !path.startsWith('receipts/'))) {
      if (path !== 'seal.txt') expect(await saidOf(path, withoutLine)).toContain(path);
      expect(await saidOf(path, (before) => Buffer.concat([before, Buffer.from('more\n')]))).toContain(path);
    }
    for (const path of paths()) expect(await saidOf(path, () => null)).toContain(path.replace('.jpg', ''));
  });

  test('names a receipt that no event names', async () => {
    expect(await saidOf('receipts/another.png', () => Buffer.from('png'))).toContain('receipts/another.png');
  });

  test('finds a journal in another currency', async () => {
    const inEuro = (before: Buffer) => Buffer.from(before.toString().replaceAll('AUD', 'EUR'));
    expect(await saidOf('daybook.journal', inEuro)).toContain('daybook.journal');
  });
});

describe('an export that is refused or breaks off', () => {
  test('needs a session, and takes no fields', async () => {
    expect((await server.visitor().get('/ledger/export')).problem.code).toBe('session_required');
    const { status, problem } = await clara.get('/ledger/export?known=3');
    expect([status, problem.errors]).toEqual([422, { known: 'This field is not known here' }]);
  });

  test('is refused where one asks too often', async () => {
    const user = await server.newUser();
    for (let at = 0; at < 10; at += 1) await exported(user);
    const { status, problem, headers } = await user.get('/ledger/export');
    expect([status, problem.code, headers.has('retry-after')]).toEqual([429, 'too_many_requests', true]);
  });

  test('leaves a zip that does not open where the log lacks what the read model has', async () => {
    const user = await server.newUser();
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 10 }));
    await server.database.query('UPDATE projections.ledgers SET revision = 7 WHERE ledger_id = $1', [user.userId]);
    const answer = await user.open(PATH);
    expect(answer.status).toBe(200);
    const come: Uint8Array[] = [];
    const read = async () => {
      for await (const piece of answer.body ?? []) come.push(piece);
    };
    await expect(read()).rejects.toThrow();
    await expect(unzipped(Buffer.concat(come))).rejects.toThrow();
    expect(server.logged.some((line) => line.includes('an export broke off'))).toBe(true);
  });

  test('is refused while the read model lacks the reset that took its events from the log', async () => {
    const user = await server.newUser();
    const status = async () => {
      const answer = await user.open(PATH);
      await answer.arrayBuffer();
      return answer.status;
    };
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 10 }));
    await expectOk(user.get('/users/get-current-user'));
    server.worker.pause();
    try {
      const reset = encode(
        { type: 'LedgerReset', data: {} },
        { commandId: randomUUID(), inputHash: 'hash', recordedAt: '2026-11-20T18:30:00.000Z' },
      );
      const last = await server.log.append(user.userId, 0n, [{ id: randomUUID(), ...reset }]);
      await server.log.truncate(user.userId, last);
      expect(await status()).toBe(503);
    } finally {
      server.worker.resume();
    }
    await settled(status, (now) => now === 200);
  });
});
