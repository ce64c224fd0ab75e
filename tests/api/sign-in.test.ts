import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteOldSecurityEvents } from '#api/identity/security-log.ts';
import { PASSKEYS_MAX } from '#contract/limits.ts';
import type { SecondFactorAsked, SecurityEvent, SignIn } from '#contract/sign-in-calls.ts';
import { Authenticator, type Lies } from '../support/authenticator.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, PUBLIC_ORIGIN, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.now = new Date('2026-11-30T12:00:00.000Z');
});

const MINUTE_MS = 60_000;
const STEP_MS = 30_000;
function later(ms: number) {
  server.clock.now = new Date((server.clock.now?.getTime() ?? 0) + ms);
}

const signInOf = async (caller: Caller) => (await expectOk(caller.get<SignIn>('/users/sign-in'))).data;
const codeOf = (secret: string, offsetMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: (server.clock.now?.getTime() ?? 0) + offsetMs,
  });

/** A user, who has just logged in by the API's clock, with a code generator. */
async function userWithTotp() {
  const user = await loggedIn(await server.newUser());
  const { secret } = (await expectOk(user.post<{ secret: string; uri: string; qr: string }>('/users/start-totp'))).data;
  const { recoveryCodes = [] } = (
    await expectOk(user.post<{ recoveryCodes?: string[] }>('/users/confirm-totp', { totp: codeOf(secret) }))
  ).data;
  return { user, secret, recoveryCodes };
}

async function loggedIn(user: Caller): Promise<Caller> {
  const { email, password } = user;
  await expectOk(user.post('/users/login', { email, password }));
  return user;
}

/** The second factor that a login with the password asks for. */
async function asked({ email, password }: Caller) {
  const visitor = server.visitor();
  const { data } = await expectOk(
    visitor.post<{ secondFactor: SecondFactorAsked }>('/users/login', { email, password }),
  );
  return { visitor, ...data.secondFactor, data };
}

const refusal = ({ status, problem }: { status: number; problem: { code: string } }) => [status, problem?.code];

describe('a code generator', () => {
  test('is asked for after the password, and nothing is told before; a code counts once', async () => {
    const { user, secret, recoveryCodes } = await userWithTotp();
    expect(recoveryCodes).toHaveLength(10);
    expect(await signInOf(user)).toMatchObject({ hasPassword: true, recoveryCodesLeft: 10, passkeys: [], oidc: null });
    const { visitor, methods, ticket, data } = await asked(user);
    expect([methods, Object.keys(data), visitor.cookie]).toEqual([['totp', 'recoveryCode'], ['secondFactor'], '']);
    expect((await visitor.get('/users/get-current-user')).status).toBe(401);
    // The code that confirmed it is used.
    expect(refusal(await visitor.post('/users/second-factor', { ticket, totp: codeOf(secret) }))).toEqual([
      401,
      'incorrect_code',
    ]);
    const totp = codeOf(secret, STEP_MS);
    const { data: own } = await expectOk(visitor.post<{ email: string }>('/users/second-factor', { ticket, totp }));
    expect(own.email).toBe(user.email);
    expect((await visitor.get('/users/get-current-user')).status).toBe(200);
    const again = await asked(user);
    expect(refusal(await again.visitor.post('/users/second-factor', { ticket: again.ticket, totp }))).toEqual([
      401,
      'incorrect_code',
    ]);
    // A ticket that was used is none.
    expect(refusal(await visitor.post('/users/second-factor', { ticket, totp: '000000' }))).toEqual([
      401,
      'ticket_expired',
    ]);
  });

  test.each([
    [-STEP_MS, 200],
    [STEP_MS, 200],
    [-2 * STEP_MS, 401],
    [2 * STEP_MS, 401],
  ])('that is %i ms off answers %i', async (offsetMs, status) => {
    const { user, secret } = await userWithTotp();
    later(3 * STEP_MS);
    const { visitor, ticket } = await asked(user);
    const answer = await visitor.post('/users/second-factor', { ticket, totp: codeOf(secret, offsetMs) });
    expect(answer.status).toBe(status);
  });

  test('that is not confirmed asks for nothing; a wrong code does not confirm it', async () => {
    const user = await loggedIn(await server.newUser());
    await expectOk(user.post('/users/start-totp'));
    const refused = await user.post('/users/confirm-totp', { totp: '123 456' });
    expect([refused.status, refused.problem.errors]).toEqual([
      422,
      { totp: 'This code is not right, or was used already' },
    ]);
    const { email, password } = user;
    const { data } = await expectOk(server.visitor().post<{ email?: string }>('/users/login', { email, password }));
    expect(data.email).toBe(email);
  });

  test('has an address with the issuer, and a picture', async () => {
    const user = await loggedIn(await server.newUser());
    const { data } = await expectOk(user.post<{ secret: string; uri: string; qr: string }>('/users/start-totp'));
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(data.uri).toContain(`otpauth://totp/Daybook:${encodeURIComponent(user.email)}?issuer=Daybook&`);
    expect(data.qr).toMatch(/^data:image\//);
    const { rows } = await server.database.query('SELECT started_secret FROM identity.totp WHERE user_id = $1', [
      user.userId,
    ]);
    expect(rows[0]?.started_secret.includes(Buffer.from(Secret.fromBase32(data.secret).bytes))).toBe(false);
  });

  test('that is removed is asked for no more, and takes the recovery codes along', async () => {
    const { user } = await userWithTotp();
    await expectOk(user.post('/users/remove-totp'));
    expect(await signInOf(user)).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
    const { email, password } = user;
    const { data } = await expectOk(server.visitor().post<{ email?: string }>('/users/login', { email, password }));
    expect(data.email).toBe(email);
  });
});

describe('a ticket', () => {
  test('ends after five tries, after five minutes, and with a change of the password or of factors', async () => {
    const { user, secret } = await userWithTotp();
    const second = async ({ visitor, ticket }: Awaited<ReturnType<typeof asked>>, totp: string) =>
      refusal(await visitor.post('/users/second-factor', { ticket, totp }));
    later(3 * STEP_MS);
    const tried = await asked(user);
    for (const _ of Array(5)) expect(await second(tried, '000000')).toEqual([401, 'incorrect_code']);
    expect(await second(tried, codeOf(secret))).toEqual([401, 'ticket_expired']);
    const old = await asked(user);
    later(5 * MINUTE_MS);
    expect(await second(old, codeOf(secret))).toEqual([401, 'ticket_expired']);
    const [beforePassword, password] = [await asked(user), user.password];
    await expectOk(user.post('/users/update-password', { oldPassword: password, newPassword: 'new ink' }));
    expect(await second(beforePassword, codeOf(secret))).toEqual([401, 'ticket_expired']);
    expect(await second({ ...beforePassword, ticket: 'x' }, codeOf(secret))).toEqual([401, 'ticket_expired']);
  });

  test('takes exactly one proof', async () => {
    const { user, secret } = await userWithTotp();
    const { visitor, ticket } = await asked(user);
    for (const proof of [{}, { totp: codeOf(secret), recoveryCode: 'x' }]) {
      expect((await visitor.post('/users/second-factor', { ticket, ...proof })).status).toBe(422);
    }
  });

  test('is used once by two requests at once', async () => {
    const { user, secret, recoveryCodes } = await userWithTotp();
    later(3 * STEP_MS);
    const { visitor, ticket } = await asked(user);
    const answers = await Promise.all([
      visitor.copy().post('/users/second-factor', { ticket, totp: codeOf(secret) }),
      visitor.copy().post('/users/second-factor', { ticket, recoveryCode: recoveryCodes[0] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

test('recovery codes count once each, in any case, with spaces or hyphens or none', async () => {
  const { user, recoveryCodes } = await userWithTotp();
  const [first = '', second = ''] = recoveryCodes;
  for (const recoveryCode of [first.toUpperCase().replaceAll('-', ' '), second.replaceAll('-', '')]) {
    const { visitor, ticket } = await asked(user);
    await expectOk(visitor.post('/users/second-factor', { ticket, recoveryCode }));
  }
  expect((await signInOf(user)).recoveryCodesLeft).toBe(8);
  const { visitor, ticket } = await asked(user);
  const again = await visitor.post('/users/second-factor', { ticket, recoveryCode: first });
  expect(refusal(again)).toEqual([401, 'incorrect_code']);
  const { data } = await expectOk(user.post<{ recoveryCodes: string[] }>('/users/make-recovery-codes'));
  expect(new Set([...data.recoveryCodes, ...recoveryCodes]).size).toBe(20);
  const old = await visitor.post('/users/second-factor', { ticket, recoveryCode: recoveryCodes[5] });
  expect(refusal(old)).toEqual([401, 'incorrect_code']);
});

test('login tries are counted until a sign-in is complete', async () => {
  const { user, secret } = await userWithTotp();
  later(3 * STEP_MS);
  const { email, password } = user;
  for (const _ of Array(19)) await expectOk(server.visitor().post('/users/login', { email, password }));
  const { visitor, ticket } = await asked(user);
  expect((await server.visitor().post('/users/login', { email, password })).status).toBe(429);
  await expectOk(visitor.post('/users/second-factor', { ticket, totp: codeOf(secret) }));
  await asked(user);
});

test('a fresh proof is needed for factors and the export, ten minutes after the login', async () => {
  const user = await loggedIn(await server.newUser());
  later(10 * MINUTE_MS);
  for (const path of ['start-totp', 'remove-totp', 'make-recovery-codes', 'passkey-options']) {
    expect(refusal(await user.post(`/users/${path}`))).toEqual([403, 'proof_required']);
  }
  expect(refusal(await user.get('/ledger/export'))).toEqual([403, 'proof_required']);
  const wrong = await user.post('/users/prove', { password: 'wrong' });
  expect([wrong.status, wrong.problem.errors]).toEqual([422, { password: 'Incorrect password' }]);
  const { data } = await expectOk(user.post<{ proofUntil: string }>('/users/prove', { password: user.password }));
  expect(Date.parse(data.proofUntil) - (server.clock.now?.getTime() ?? 0)).toBe(10 * MINUTE_MS);
  await expectOk(user.post('/users/start-totp'));
});

test('a new factor, and a removed one, ends all other sessions', async () => {
  const { user, secret } = await userWithTotp();
  later(3 * STEP_MS);
  const { visitor: other, ticket } = await asked(user);
  await expectOk(other.post('/users/second-factor', { ticket, totp: codeOf(secret) }));
  await expectOk(user.post('/users/remove-totp'));
  expect((await other.get('/users/get-current-user')).status).toBe(401);
  expect((await user.get('/users/get-current-user')).status).toBe(200);
});

type Created = { options: { challenge: string; user: { id: string }; rp: { id: string } } };

/** A user with a passkey. */
async function userWithPasskey(lies: Lies = {}) {
  const user = await loggedIn(await server.newUser());
  const key = new Authenticator(PUBLIC_ORIGIN);
  const { options } = (await expectOk(user.post<Created>('/users/passkey-options'))).data;
  const added = await user.post<{ passkey: { _id: string }; recoveryCodes?: string[] }>('/users/add-passkey', {
    name: ' Phone ',
    response: key.create(options, lies),
  });
  return { user, key, options, added };
}

type LoginOptions = { options: { challenge: string; rpId: string }; ticket: string };
/** Logs in by a passkey alone. */
async function byPasskey(key: Authenticator, lies: Lies = {}) {
  const visitor = server.visitor();
  const { options, ticket } = (await expectOk(visitor.post<LoginOptions>('/users/passkey-login-options'))).data;
  const input = { ticket, assertion: key.get(options, lies) };
  return { visitor, input, answer: await visitor.post<{ email: string }>('/users/passkey-login', input) };
}

describe('a passkey', () => {
  test('is added with recovery codes, listed, renamed, and logs in alone', async () => {
    const { user, key, options, added } = await userWithPasskey();
    expect(options.rp.id).toBe('daybook.test');
    expect([added.data.passkey, added.data.recoveryCodes?.length]).toEqual([
      { _id: expect.any(String), name: 'Phone', createdAt: expect.any(String), lastUsedAt: null, lastAddress: null },
      10,
    ]);
    const { answer, visitor, input } = await byPasskey(key);
    expect([answer.status, answer.data.email]).toEqual([200, user.email]);
    // Its challenge counts once.
    expect(refusal(await visitor.post('/users/passkey-login', input))).toEqual([401, 'passkey_refused']);
    await expectOk(user.post('/users/rename-passkey', { passkeyId: added.data.passkey._id, name: 'Old phone' }));
    const [listed] = (await signInOf(user)).passkeys;
    expect(listed).toMatchObject({ name: 'Old phone', lastUsedAt: server.clock.now?.toISOString() });
    expect(listed?.lastAddress).toMatch(/127\.0\.0\.1|::1/);
  });

  test.each<[string, Lies]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another party', { partyId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.from('other').toString('base64url') }],
    ['nobody verified', { isUnverified: true }],
  ])('that lies about %s is not added, and does not log in', async (_, lies) => {
    const { added } = await userWithPasskey(lies);
    expect([added.status, added.problem?.errors]).toEqual([422, { response: 'This passkey could not be verified' }]);
    const { key } = await userWithPasskey();
    expect(refusal((await byPasskey(key, lies)).answer)).toEqual([401, 'passkey_refused']);
    expect((await byPasskey(key)).answer.status).toBe(200);
  });

  test('whose counter does not rise, that names another owner, or has a wrong signature, is refused', async () => {
    const { key } = await userWithPasskey();
    const { user: other } = await userWithPasskey();
    const otherHandle = Buffer.from(other.userId.replaceAll('-', ''), 'hex').toString('base64url');
    expect((await byPasskey(key, { counter: 7 })).answer.status).toBe(200);
    for (const lies of [{ counter: 7 }, { counter: 9, userHandle: otherHandle }, { signature: Buffer.alloc(70) }]) {
      expect(refusal((await byPasskey(key, lies)).answer)).toEqual([401, 'passkey_refused']);
    }
    expect(refusal((await byPasskey(new Authenticator(PUBLIC_ORIGIN))).answer)).toEqual([401, 'passkey_refused']);
  });

  test('that somebody has is not added again, and a challenge counts for one answer', async () => {
    const { user, key } = await userWithPasskey();
    const { options } = (await expectOk(user.post<Created>('/users/passkey-options'))).data;
    const response = key.create(options);
    expect(refusal(await user.post('/users/add-passkey', { name: 'Same', response }))).toEqual([409, 'passkey_known']);
    const again = await user.post('/users/add-passkey', { name: 'Same', response });
    expect(again.status).toBe(422);
  });

  test('is a second factor, and a proof', async () => {
    const { user, key, added } = await userWithPasskey();
    const { visitor, methods, ticket, options } = await asked(user);
    expect(methods).toEqual(['assertion', 'recoveryCode']);
    const own = options as unknown as LoginOptions['options'] & { allowCredentials: { id: string }[] };
    expect(own.allowCredentials.map(({ id }) => id)).toEqual([key.id.toString('base64url')]);
    const { key: foreign } = await userWithPasskey();
    const wrong = await visitor.post('/users/second-factor', { ticket, assertion: foreign.get(own) });
    expect(refusal(wrong)).toEqual([401, 'incorrect_code']);
    await expectOk(visitor.post('/users/second-factor', { ticket, assertion: key.get(own, { isUnverified: true }) }));
    later(10 * MINUTE_MS);
    const proof = (await expectOk(visitor.post<LoginOptions>('/users/prove-options'))).data;
    const assertion = key.get(proof.options);
    expect((await user.post('/users/prove', { ticket: proof.ticket, assertion })).status).toBe(422);
    const { events } = (await expectOk(user.get<{ events: SecurityEvent[] }>('/users/security-log'))).data;
    expect(events[0]?.kind).toBe('proof-refused');
    const next = (await expectOk(visitor.post<LoginOptions>('/users/prove-options'))).data;
    await expectOk(visitor.post('/users/prove', { ticket: next.ticket, assertion: key.get(next.options) }));
    await expectOk(visitor.post('/users/remove-passkey', { passkeyId: added.data.passkey._id }));
    const gone = await visitor.post('/users/remove-passkey', { passkeyId: added.data.passkey._id });
    expect(refusal(gone)).toEqual([404, 'passkey_not_found']);
    expect(await signInOf(visitor)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  });
});

test('of passkeys that several sessions add at once no more are taken than there can be', async () => {
  const user = await loggedIn(await server.newUser());
  const { email, password } = user;
  const callers = [user, server.visitor(), server.visitor()];
  for (const caller of callers) await expectOk(caller.post('/users/login', { email, password }));
  await server.database.query(
    `INSERT INTO identity.passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
      SELECT $1, 'many' || lpad(number::text, 4, '0'), '\\x00', 0, '{}', 'Key', now()
      FROM generate_series(1, $2) AS number`,
    [user.userId, PASSKEYS_MAX - 1],
  );
  const ready: { caller: Caller; response: object }[] = [];
  for (const caller of callers) {
    const { options } = (await expectOk(caller.post<Created>('/users/passkey-options'))).data;
    ready.push({ caller, response: new Authenticator(PUBLIC_ORIGIN).create(options) });
  }
  const answers = await Promise.all(
    ready.map(({ caller, response }) => caller.post('/users/add-passkey', { name: 'Key', response })),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  const winner = ready[answers.findIndex(({ status }) => status === 200)]?.caller ?? user;
  expect((await signInOf(winner)).passkeys).toHaveLength(PASSKEYS_MAX);
  expect(refusal(await winner.post('/users/passkey-options'))).toEqual([409, 'too_many_passkeys']);
});

test('a passkey is asked for also where the address can have none, so that no factor is left out', async () => {
  const { user } = await userWithPasskey();
  await server.database.query('DELETE FROM identity.recovery_codes WHERE user_id = $1', [user.userId]);
  const { services } = server;
  const { party } = services;
  services.party = null;
  try {
    expect((await asked(user)).methods).toEqual([]);
  } finally {
    services.party = party;
  }
});

test('the demo user has no factors, and needs no proof', async () => {
  const user = await loggedIn(await server.newUser());
  await server.database.query('UPDATE identity.users SET is_demo = true WHERE user_id = $1', [user.userId]);
  for (const path of ['start-totp', 'remove-totp', 'make-recovery-codes', 'passkey-options']) {
    expect(refusal(await user.post(`/users/${path}`))).toEqual([403, 'not_for_demo']);
  }
  later(11 * MINUTE_MS);
  const exported = await fetch(`${server.origin}/api/v1/ledger/export`, { headers: { cookie: user.cookie } });
  expect(exported.status).toBe(200);
  await exported.arrayBuffer();
});

test('the ways in are told to everybody', async () => {
  const { data } = await expectOk(server.visitor().get('/users/ways-in'));
  expect(data).toEqual({ password: true, passkey: true, oidc: false });
});

test('the security log has logins, refusals and changes, with their places, for 180 days', async () => {
  const { user, secret } = await userWithTotp();
  const { email } = user;
  const kinds = async () =>
    (await expectOk(user.get<{ events: SecurityEvent[] }>('/users/security-log'))).data.events.map(({ kind }) => kind);
  expect(await kinds()).toEqual(['code-generator-added', 'login']);
  await server.visitor().post('/users/login', { email, password: 'wrong' });
  const { visitor, ticket } = await asked(user);
  await visitor.post('/users/second-factor', { ticket, totp: '000000' });
  await user.post('/users/prove', { password: 'wrong' });
  later(3 * STEP_MS);
  await expectOk(visitor.post('/users/second-factor', { ticket, totp: codeOf(secret) }));
  await expectOk(user.post('/users/make-recovery-codes'));
  await expectOk(user.post('/users/end-other-sessions'));
  await expectOk(user.post('/users/remove-totp'));
  await expectOk(user.post('/users/update-password', { oldPassword: user.password, newPassword: 'another ink' }));
  expect(await kinds()).toEqual([
    ...['password-changed', 'code-generator-removed', 'sessions-ended', 'recovery-codes-made', 'login'],
    ...['proof-refused', 'code-refused', 'login-refused', 'code-generator-added', 'login'],
  ]);
  const [newest] = (await expectOk(user.get<{ events: SecurityEvent[] }>('/users/security-log'))).data.events;
  expect(newest).toMatchObject({ at: server.clock.now?.toISOString(), address: expect.stringMatching(/127|::1/) });
  await deleteOldSecurityEvents(
    server.database,
    new Date((server.clock.now?.getTime() ?? 0) + 181 * 24 * 60 * MINUTE_MS),
  );
  expect(await kinds()).toEqual([]);
});

test('PASSWORD_MIN and PASSWORD_COMMON make rules for new passwords', async () => {
  const rules = server.services.passwordRules;
  Object.assign(rules, { charactersMin: 8, refusesCommon: true });
  try {
    const email = 'strong@example.com';
    const refused = async (password: string) =>
      (await server.visitor().post('/users/register', { email, password, fullName: 'Sam Strong' })).problem?.errors;
    expect(await refused('ink')).toEqual({ password: "Password can't be shorter than 8 characters" });
    expect(await refused('Passw0rd')).toEqual({ password: 'This is one of the commonest passwords, which is none' });
    expect(await refused('sam strong')).toEqual({ password: 'This is your name or address, which is no password' });
    const user = await server.newUser();
    const change = { oldPassword: user.password, newPassword: 'qwertyuiop' };
    const { status, problem } = await user.post('/users/update-password', change);
    expect([status, problem.errors]).toEqual([
      422,
      { newPassword: 'This is one of the commonest passwords, which is none' },
    ]);
    expect(await refused('paper and ink')).toBeUndefined();
  } finally {
    Object.assign(rules, { charactersMin: 1, refusesCommon: false });
  }
});
