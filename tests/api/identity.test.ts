import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteExpiredSessions } from '#api/identity/sessions.ts';
import type { User } from '#contract/user.ts';
import type { UserSession } from '#contract/user-calls.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';
import { exchange, requestHead } from '../support/wire.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('register', () => {
  test('creates an account; the email is case-insensitive at login', async () => {
    const visitor = server.visitor();
    const answer = await visitor.post('/users/register', {
      email: ' Clara@Example.com ',
      password: 'ink',
      fullName: ' Clara ',
    });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({});
    const { data } = await expectOk(
      visitor.post<User>('/users/login', { email: 'clara@example.com', password: 'ink' }),
    );
    expect(data).toEqual({
      _id: expect.any(String),
      email: 'clara@example.com',
      fullName: 'Clara',
      bio: null,
      avatar: null,
      currency: '$',
      currentBalance: 0,
      income: null,
      expense: null,
      hasSetIncomeAndExpense: false,
      isPaidUser: false,
      dateOfBirth: null,
      dateOrder: null,
      weekStart: null,
      monthStart: null,
      yearStart: null,
      usesWordList: true,
      transactionHistory: [],
      transactionCount: 0,
      goals: [],
      accounts: [
        { _id: expect.any(String), name: 'Everyday', kind: 'Checking', balance: 0, isOpen: true, isBudgeted: true },
      ],
      stripeSessionId: null,
    });
  });

  test('is refused with an email that is in use', async () => {
    const { email } = await server.newUser();
    const refused = await server
      .visitor()
      .post('/users/register', { email: email.toUpperCase(), password: 'x', fullName: 'y' });
    expect(refused.status).toBe(409);
    expect(refused.problem.code).toBe('email_taken');
  });

  test('with one email in two concurrent requests creates one account', async () => {
    const input = { email: 'twice@example.com', password: 'ink', fullName: 'Clara' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => server.visitor().post('/users/register', input)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('requires all three fields, with an error for each', async () => {
    const refused = await server.visitor().post('/users/register', { email: ' ', password: '  ', fullName: '' });
    expect(refused.status).toBe(422);
    expect(refused.problem.errors).toEqual({
      email: 'Email is required',
      password: "Password can't be empty",
      fullName: 'Full name is required',
    });
  });
});

describe('login', () => {
  test('with an unknown email gives 404, with a wrong password 401', async () => {
    const { email } = await server.newUser();
    const unknown = await server.visitor().post('/users/login', { email: 'nobody@example.com', password: 'x' });
    expect([unknown.status, unknown.problem.code]).toEqual([404, 'user_not_found']);
    const wrong = await server.visitor().post('/users/login', { email, password: 'x' });
    expect([wrong.status, wrong.problem.code]).toEqual([401, 'incorrect_password']);
  });

  test('sets an HttpOnly, SameSite cookie, and stores no token', async () => {
    const { email, password } = await server.newUser();
    const { headers } = await server.visitor().post('/users/login', { email, password });
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^daybook=[\w-]{43}; path=\/; expires=[^;]+; samesite=lax; httponly$/i);
    const token = cookie.slice('daybook='.length, cookie.indexOf(';'));
    const { rows } = await server.database.query('SELECT token_hash FROM identity.sessions');
    expect(JSON.stringify(rows.map(({ token_hash }) => String(token_hash)))).not.toContain(token);
  });
});

type Sessions = { sessions: UserSession[] };

describe('the sessions of a user', () => {
  const sessionsOf = async (caller: Caller) => (await expectOk(caller.get<Sessions>('/users/sessions'))).data.sessions;
  const login = async (email: string, agent: string) => {
    const caller = server.visitor();
    await expectOk(caller.post('/users/login', { email, password: 'ink' }, { 'User-Agent': agent }));
    return caller;
  };
  const threeSessions = async (email: string) => {
    await expectOk(server.visitor().post('/users/register', { email, password: 'ink', fullName: 'Sam' }));
    const callers = [
      await login(email, 'desk/1'),
      await login(email, 'laptop'.repeat(100)),
      await login(email, 'phone/1'),
    ];
    return callers as [Caller, Caller, Caller];
  };

  test('are listed, the own one first, and ended one by one or all others at once', async () => {
    const [desk, laptop, phone] = await threeSessions('sessions@example.com');
    const listed = await sessionsOf(phone);
    expect(listed.map(({ current }) => current)).toEqual([true, false, false]);
    expect(listed[0]).toMatchObject({ agent: 'phone/1', address: expect.stringMatching(/127\.0\.0\.1|::1/) });
    const sessionId = listed.find(({ agent }) => agent?.startsWith('laptop'))?._id;
    await expectOk(phone.post('/users/end-session', { sessionId }));
    expect((await laptop.get('/users/get-current-user')).status).toBe(401);
    const again = await phone.post('/users/end-session', { sessionId });
    expect([again.status, again.problem.code]).toEqual([404, 'session_not_found']);
    await expectOk(phone.post('/users/end-other-sessions'));
    expect(await sessionsOf(phone)).toMatchObject([{ current: true }]);
    expect((await desk.get('/users/get-current-user')).status).toBe(401);
  });

  test('of the demo user are hidden from each other, and stay', async () => {
    const [desk, , phone] = await threeSessions('shared@example.com');
    await server.database.query(`UPDATE identity.users SET is_demo = true WHERE email = 'shared@example.com'`);
    const [own] = await sessionsOf(desk);
    expect(await sessionsOf(phone)).toMatchObject([{ current: true, agent: 'phone/1' }]);
    const ended = await phone.post('/users/end-session', { sessionId: own?._id });
    expect([ended.status, (await phone.post('/users/end-other-sessions')).problem.code]).toEqual([404, 'not_for_demo']);
    expect((await desk.get('/users/get-current-user')).status).toBe(200);
  });

  test('are those of nobody else', async () => {
    const [user, other] = [await server.newUser(), await server.newUser()];
    const [own] = await sessionsOf(other);
    expect((await user.post('/users/end-session', { sessionId: own?._id })).problem.code).toBe('session_not_found');
    expect((await sessionsOf(other)).length).toBe(1);
  });

  test('that is its own ends with the cookie', async () => {
    const user = await server.newUser();
    const [own] = await sessionsOf(user);
    const ended = await user.post('/users/end-session', { sessionId: own?._id });
    expect(ended.headers.get('Clear-Site-Data')).toBe('"cache"');
    expect((await user.get('/users/get-current-user')).status).toBe(401);
  });
});

describe('a session', () => {
  test('is required, and ends on the server at logout', async () => {
    const user = await server.newUser();
    const kept = user.copy();
    expect((await user.get('/users/get-current-user')).status).toBe(200);
    expect((await user.post('/users/logout')).status).toBe(200);
    const refused = await kept.get('/users/get-current-user');
    expect([refused.status, refused.problem.code]).toEqual([401, 'session_required']);
    expect((await user.post('/users/logout')).status).toBe(200);
  });

  test('clears the browser cache of receipts at logout only', async () => {
    const user = await server.newUser();
    const answer = await user.get('/users/get-current-user');
    expect(answer.headers.get('Clear-Site-Data')).toBeNull();
    const kept = user.copy();
    expect((await user.post('/users/logout')).headers.get('Clear-Site-Data')).toBe('"cache"');
    expect((await kept.get('/users/get-current-user')).headers.get('Clear-Site-Data')).toBeNull();
  });

  test('ended elsewhere is invalid for an old cookie', async () => {
    const user = await server.newUser();
    await server.database.query('DELETE FROM identity.sessions WHERE user_id = $1', [user.userId]);
    expect((await user.get('/users/get-current-user')).problem.code).toBe('session_required');
  });

  test('expires after 30 days without a request', async () => {
    const user = await server.newUser();
    const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000);
    try {
      for (const day of [29, 58, 87]) {
        server.clock.now = days(day);
        expect((await user.get('/users/get-current-user')).status).toBe(200);
      }
      server.clock.now = days(87 + 30.1);
      expect((await user.get('/users/get-current-user')).status).toBe(401);
    } finally {
      server.clock.now = null;
    }
  });
});

test('a session ends a year after its login, however much it is used', async () => {
  const user = await server.newUser();
  const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000);
  try {
    for (let day = 28; day < 365; day += 28) {
      server.clock.now = days(day);
      expect((await user.get('/users/get-current-user')).status).toBe(200);
    }
    server.clock.now = days(365.1);
    expect((await user.get('/users/get-current-user')).status).toBe(401);
  } finally {
    server.clock.now = null;
  }
});

describe('expired sessions', () => {
  const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000);
  const count = async () => (await server.database.query('SELECT FROM identity.sessions')).rowCount;

  test('are deleted, others are kept', async () => {
    const [inactive, active] = [await server.newUser(), await server.newUser()];
    await server.database.query('DELETE FROM identity.sessions WHERE user_id NOT IN ($1, $2)', [
      inactive.userId,
      active.userId,
    ]);
    server.clock.now = days(29);
    expect((await active.get('/users/get-current-user')).status).toBe(200);
    server.clock.now = null;
    expect(await deleteExpiredSessions(server.database, days(29))).toBe(0);
    expect(await deleteExpiredSessions(server.database, days(30.1))).toBe(1);
    expect((await active.get('/users/get-current-user')).status).toBe(200);
    expect((await inactive.get('/users/get-current-user')).status).toBe(401);
  });

  test('in the thousands are deleted by concurrent processes', async () => {
    const { userId } = await server.newUser();
    await server.database.query(
      `INSERT INTO identity.sessions (token_hash, user_id, begun_at, seen_at)
       SELECT int4send(nth), $1, now() - interval '60 days', now() - interval '31 days'
       FROM generate_series(1, 3500) AS nth`,
      [userId],
    );
    const before = (await count()) ?? 0;
    const deleted = await Promise.all([1, 2, 3].map(() => deleteExpiredSessions(server.database, new Date())));
    expect(deleted.reduce((sum, one) => sum + one)).toBe(3_500);
    expect(await count()).toBe(before - 3_500);
  });
});

describe('a write', () => {
  const deposit = (user: Caller, headers: Record<string, string>) =>
    user.post('/users/initial-deposit', { depositAmount: 5 }, headers);
  const port = () => new URL(server.origin).port;

  test.each([
    ['another site', () => ({ Origin: 'https://evil.example' })],
    ['a page without an origin', () => ({ Origin: 'null' })],
    ['another scheme of the public address', () => ({ Origin: 'https://daybook.test' })],
    ['another port of the public address', () => ({ Origin: 'http://daybook.test:8080' })],
    ['another port of this machine', () => ({ Origin: 'http://localhost:1' })],
    ['another scheme of this machine', () => ({ Origin: `https://localhost:${port()}` })],
    ['no origin, by a browser that says it is another site', () => ({ Origin: '', 'Sec-Fetch-Site': 'cross-site' })],
  ])('from %s is refused, with and without a session', async (_, headers) => {
    const user = await server.newUser();
    const refused = await deposit(user, headers());
    expect([refused.status, refused.problem.code]).toEqual([403, 'foreign_origin']);
    expect((await user.user()).currentBalance).toBe(0);
  });

  test.each(['Host', 'X-Forwarded-Host'])(
    'from a foreign domain that resolves to this server is refused, also with the same %s',
    async (header) => {
      const user = await server.newUser();
      const name = `evil.example:${port()}`;
      const body = JSON.stringify({ depositAmount: 5 });
      const headers = { [header]: name, Origin: `http://${name}`, 'Content-Type': 'application/json' };
      // Not by fetch, which sets Host itself.
      const length = { 'Content-Length': String(body.length) };
      const bytes = requestHead(user, '/users/initial-deposit', { ...headers, ...length }) + body;
      expect(await exchange(server.origin, bytes, 'open')).toMatch(/^HTTP\/1\.1 403 [\s\S]*foreign_origin/);
      expect((await user.user()).currentBalance).toBe(0);
    },
  );

  test.each([
    ['the public address', () => ({ Origin: 'http://daybook.test' })],
    ['localhost', () => ({ Origin: `http://localhost:${port()}` })],
    ['127.0.0.1', () => ({ Origin: `http://127.0.0.1:${port()}` })],
    ['[::1]', () => ({ Origin: `http://[::1]:${port()}` })],
    ['a program that is no browser', () => ({ Origin: '' })],
  ])('from %s is taken', async (_, headers) => {
    expect((await deposit(await server.newUser(), headers())).status).toBe(200);
  });
});
