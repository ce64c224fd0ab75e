import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { User } from '#contract/user.ts';
import { type Answer, type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';
import { exchange, requestHead } from '../support/wire.ts';

let server: TestServer;
let user: Caller;
beforeAll(async () => {
  server = await openTestServer();
  user = await server.newUser();
});
afterEach(async () => {
  expect(await eventsOf(server, user.userId)).toEqual([]);
  const { rows } = await server.database.query('SELECT FROM files.images WHERE user_id = $1', [user.userId]);
  expect(rows).toHaveLength(0);
  // The API still works after each test.
  await expectOk(user.get('/users/get-current-user'));
});
afterAll(() => server.close());

const CREATE = '/transaction/create-income';
const BOUNDARY = 'between-the-parts';
const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
const fields = { title: 'Bowls', amount: '5' };

const head = (headers: Record<string, string>) => requestHead(user, CREATE, headers);

describe('an invalid form', () => {
  const part = (name: string, value: string, more = '') =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const file = part('receipt', 'bytes', '; filename="a.png"');
  const end = `--${BOUNDARY}--\r\n`;
  const ok = part('title', 'Bowls') + part('amount', '5');
  const post = (body: string, headers: Record<string, string> = type) => user.post(CREATE, body, headers);

  test.each([
    ['cut short in a field', '--between-the-parts\r\nContent-Disposition: form-data; name="title"\r\n\r\nBow'],
    ['cut short in the file', ok + file.slice(0, -6)],
    ['without its end', ok],
    ['with a header that never ends', `--${BOUNDARY}\r\nContent-Disposition: form-data; name="ti`],
    ['of another boundary', ok.replaceAll(BOUNDARY, 'elsewhere')],
    ['of nothing', ''],
    ['with a field without a name', `${ok + part('', 'x')}${end}`],
  ])('(%s) is malformed', async (_, body) => {
    const { status, problem } = await post(body);
    expect([status, problem.code]).toEqual([400, 'malformed']);
  });

  test.each([
    ['no boundary', { 'Content-Type': 'multipart/form-data' }, 400],
    ['an empty boundary', { 'Content-Type': 'multipart/form-data; boundary=' }, 400],
    ['another multipart', { 'Content-Type': `multipart/mixed; boundary=${BOUNDARY}` }, 415],
    ['urlencoded', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
  ])('(%s) is refused by its header', async (_, headers, status) => {
    expect((await post(ok + end, headers)).status).toBe(status);
  });

  test.each([
    ['a field that is not known', part('remark', 'x'), 422, { remark: 'This field is not known here' }],
    ['a prototype', part('__proto__', 'x'), 422, { ['__proto__']: 'This field is not known here' }],
    [
      'a field within a prototype',
      part('__proto__[polluted]', 'x'),
      422,
      { '__proto__[polluted]': 'This field is not known here' },
    ],
    ['a field within a field', part('title[a]', 'x'), 422, { 'title[a]': 'This field is not known here' }],
    ['a constructor', part('constructor', 'x'), 422, { constructor: 'This field is not known here' }],
    ['a title twice', part('title', 'again'), 422, { title: 'This has the wrong form' }],
    ['a receipt of text', part('receipt', 'x'), 422, { receipt: 'This field is not known here' }],
    ['a file elsewhere', file.replace('receipt', 'title'), 422, { title: 'This field is not known here' }],
    ['a second file', file + file, 422, { receipt: 'This has the wrong form' }],
    ['a title too long', part('category', 'x'.repeat(9_000)), 422, undefined],
    ['a huge field', part('note', 'x'.repeat(20_000)), 413, undefined],
    ['a huge name', part('x'.repeat(100), 'x'), 400, undefined],
    ['many fields', part('note', 'x').repeat(50), 413, undefined],
    ['ten thousand parts', part('note', 'x').repeat(10_000), 413, undefined],
    ['a NUL', part('category', '\0'), 422, undefined],
  ])('(%s) is refused', async (_, more, status, errors) => {
    const { problem, ...answer } = await post(ok + more + end);
    expect(answer.status).toBe(status);
    if (errors) expect(Object.entries(problem.errors ?? {})).toEqual(Object.entries(errors));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('that ends with a broken connection stores nothing', async () => {
    const body = ok + file.slice(0, -6);
    const half = head({ ...type, 'Content-Length': String(body.length + 1_000) }) + body;
    expect(await exchange(server.origin, half, 'end')).not.toContain('200 OK');
    await exchange(server.origin, half, 'cut');
  });

  test('without a session, or from another origin, is refused before it is read', async () => {
    const length = { ...type, 'Content-Length': '1000' };
    expect(await exchange(server.origin, head({ ...length, Cookie: 'daybook=nobody' }), 'open')).toMatch(
      /^HTTP\/1\.1 401 /,
    );
    expect(await exchange(server.origin, head({ ...length, Origin: 'https://evil.example' }), 'open')).toMatch(
      /^HTTP\/1\.1 403 /,
    );
  });

  test('above the size limit is not read', async () => {
    const far = head({ ...type, 'Content-Length': '50000000' });
    expect(await exchange(server.origin, far, 'open')).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('too many', () => {
  const small = () => formOf(fields, 'receipt', Buffer.from('GIF89a'));

  test('uploads are refused by the rate limit, and requests without a file work', async () => {
    const eager = await server.newUser();
    const answers: Answer<User>[] = [];
    // At most as many as one account may have in progress.
    while (answers.length < 103) {
      const next = Array.from({ length: Math.min(8, 103 - answers.length) }, () => eager.postForm(CREATE, small()));
      answers.push(...(await Promise.all(next)));
    }
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(100);
    expect(answers.filter(({ problem }) => problem.code === 'too_many_requests')).toHaveLength(3);
    await expectOk(eager.post(CREATE, { title: 'Bowls', amount: 5 }));
  });
});

describe('an amount in a form', () => {
  test.each([
    ['12.34', 1_234],
    ['5', 500],
    ['1.5', 150],
    ['999999999999.99', 99_999_999_999_999],
  ])('(%s) is the number', async (amount, cents) => {
    const other = await server.newUser();
    await expectOk(other.postForm(CREATE, formOf({ ...fields, amount, category: '', date: '' })));
    expect(await eventsOf(server, other.userId)).toMatchObject([{ data: { amount: cents, category: 'Salary' } }]);
  });

  test.each([
    '',
    ' ',
    ' 12',
    '12 ',
    '1e3',
    '0x10',
    '012',
    '.5',
    '5.',
    '12.345',
    '1,000',
    '+5',
    '-5',
    '0',
    '0.99',
    'NaN',
    'Infinity',
    '١٢',
    '1_000',
    '5\n',
    '9'.repeat(400),
    '1000000000000',
  ])('(%j) is refused', async (amount) => {
    const { status, problem } = await user.postForm(CREATE, formOf({ ...fields, amount }));
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['amount']]);
  });
});
