import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastOf } from '#ledger/model/days.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const PATH = '/api/v1/ledger/digest';

let server: TestServer;
let clara: Caller;

beforeAll(async () => {
  server = await openTestServer();
  clara = await server.newUser();
  await expectOk(clara.post('/users/initial-deposit', { depositAmount: 1000 }));
  const spent = (title: string, amount: number, date: string, category?: string) =>
    expectOk(clara.post('/transaction/create-expense', { title, amount, date, wallet: 'Bank', category }));
  await spent('Market', 80.5, '2026-03-14', 'Groceries');
  await spent('Train', 40, '2026-03-31');
  await spent('Later', 500, '2026-04-01');
  const wage = { title: 'Wage', amount: 2000, date: '2026-03-01', category: 'Salary' };
  await expectOk(clara.post('/transaction/create-income', wage));
  const parts = [
    { amount: 5.5, category: 'Groceries' },
    { amount: 10, category: 'Gifts' },
  ];
  await expectOk(clara.post('/transaction/create-income', { title: 'Shop', amount: 15.5, date: '2026-03-20', parts }));
  await expectOk(clara.post('/goals/create-goal', { title: 'Lisbon <3', finalAmount: 500 }));
});
afterAll(() => server.close());

async function digest(query = '', user = clara) {
  const answer = await user.open(PATH + query);
  return { answer, html: await answer.text() };
}
/** The amounts of the cells below a heading. */
const amountsOf = (html: string, heading: string) => {
  const section = html.split(`<h2>${heading}</h2>`)[1]?.split('</section>')[0] ?? '';
  return [...section.matchAll(/<th scope="row">(.*?)<\/th><td>(?:<span>)?(.*?)</g)].map(([, name, amount]) => [
    name,
    amount,
  ]);
};

describe('the digest of a month', () => {
  test('is a page that runs nothing, and loads nothing but fonts', async () => {
    const { answer, html } = await digest('?month=2026-03');
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; font-src 'self'; style-src 'unsafe-inline';/,
      ),
    });
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).not.toMatch(/<script|<link|src=|@import|url\(/);
  });

  test('is made on the day of the zone that the user’s requests last named', async () => {
    const user = await server.newUser();
    server.clock.now = new Date('2026-11-30T20:00:00Z');
    try {
      expect((await digest('', user)).html).toContain('Made on November 30, 2026');
      await expectOk(user.get('/users/get-current-user', { 'Time-Zone': 'Asia/Tokyo' }));
      expect((await digest('', user)).html).toContain('Made on December 1, 2026');
    } finally {
      server.clock.now = null;
    }
  });

  test('has the figures that the calls have, and the balance at its end', async () => {
    const { html } = await digest('?month=2026-03');
    expect(
      [...html.matchAll(/<dt>(.*?)<\/dt><dd class="big">(.*?)<\/dd>/g)].map(([, name, sum]) => [name, sum]),
    ).toEqual([
      ['Income', '$2,015.50'],
      ['Expenses', '$120.50'],
      ['Income less expenses', '$1,895.00'],
      ['Balance at the end', '$2,895.00'],
    ]);
    expect(amountsOf(html, 'Expenses by category')).toEqual([
      ['Groceries', '$75.00'],
      ['No category', '$40.00'],
      ['Refunds', '$5.50'],
      ['Expenses', '$120.50'],
    ]);
    expect(amountsOf(html, 'Income by category')).toEqual([
      ['Salary', '$2,000.00'],
      ['Gifts', '$10.00'],
      ['Refunds', '$5.50'],
      ['Income', '$2,015.50'],
    ]);
    expect(amountsOf(html, 'Goals')).toEqual([['Lisbon &lt;3<br><span class="note">0% of $500.00</span>', '$0.00']]);
    expect(html).not.toContain('Budget');
  });

  test('has To budget once anything is planned', async () => {
    const plans = [{ category: 'Groceries', amount: 90 }];
    await expectOk(clara.post('/budget/plan', { month: '2026-03', plans }));
    const { toBudget } = (await expectOk(clara.get<{ toBudget: number }>('/budget/month?month=2026-03'))).data;
    expect(amountsOf((await digest('?month=2026-03')).html, 'Budget')).toEqual([
      ['Planned', '$90.00'],
      ['Spent', '$115.00'],
      ['Left in categories', '− $25.00'],
      ['To budget', `$${toBudget.toLocaleString('en-US', { minimumFractionDigits: 2 })}`],
    ]);
  });

  test('has the seal of now, which holds', async () => {
    const { html } = await digest('?month=2026-03');
    const [, seal] = /fingerprint: <code>(.*?)<\/code>/.exec(html) ?? [];
    expect(seal).toBe((await expectOk(clara.get<{ seal: string }>('/ledger/seal'))).data.seal);
  });

  test('of the present month, which none names, has the balance of today', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { html } = await digest();
    const where = today === lastOf('month', today) ? 'at the end' : 'on ';
    expect(html).toContain(`<dt>Balance ${where}`);
    expect(html).toContain('<dd class="big">$2,395.00</dd>');
  });

  test.each([
    ['?month=2026-13', { month: 'A month is written like 2026-11, from 1900-01 to 2199-12' }],
    ['?month=', { month: 'A month is written like 2026-11, from 1900-01 to 2199-12' }],
    ['?month=2026-03&known=1', { known: 'This field is not known here' }],
  ])('refuses %s', async (query, errors) => {
    const { answer, html } = await digest(query);
    expect([answer.status, JSON.parse(html)]).toMatchObject([422, { code: 'invalid', errors }]);
  });

  test('needs a session, and is of its own ledger', async () => {
    expect((await digest('?month=2026-03', server.visitor())).answer.status).toBe(401);
    const other = (await digest('?month=2026-03', await server.newUser())).html;
    expect(other).toContain('Nothing in this month.');
    expect(other).toMatch(/fingerprint: <code>0-/);
  });
});
