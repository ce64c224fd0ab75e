import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OidcProvider, oidcSettings } from '#api/identity/oidc-provider.ts';
import { PROOF_MS } from '#api/identity/proof.ts';
import { TICKET_MS } from '#api/identity/tickets.ts';
import { BASE_PATH, OIDC_CALLBACK_PATH } from '#contract/addresses.ts';
import { messages } from '#contract/messages.ts';
import type { SecurityEvent, SignIn } from '#contract/sign-in-calls.ts';
import type { User } from '#contract/user.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { IdentityProvider, type ProviderLies } from '../support/identity-provider.ts';
import { openTestServer, PUBLIC_ORIGIN, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let provider: IdentityProvider;
beforeAll(async () => {
  [server, provider] = await Promise.all([openTestServer(), IdentityProvider.open()]);
});
afterAll(async () => {
  provider.close();
  await server.close();
});

/** The client of the mock, with further settings. */
function clientOf(settings: NodeJS.ProcessEnv = {}): OidcProvider {
  const { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET } = provider;
  const own = oidcSettings({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, ...settings });
  if (!own) throw new Error('no issuer');
  return new OidcProvider(own, `${PUBLIC_ORIGIN}${BASE_PATH}${OIDC_CALLBACK_PATH}`);
}

let people = 0;
beforeEach(() => {
  server.clock.now = null;
  server.services.localLogin = true;
  server.services.oidc = clientOf({ OIDC_ALLOWED: 'example.com, Mira@other.example' });
  provider.lies = {};
  people += 1;
  provider.person = personOf(`person-${people}`);
});

const personOf = (sub: string) => ({ sub, email: `${sub}@example.com`, email_verified: true, name: 'Mira Quist' });
const codeOf = ({ status, problem }: { status: number; problem: { code: string } }) => [status, problem?.code];
const signInOf = async (caller: Caller) => (await expectOk(caller.get<SignIn>('/users/sign-in'))).data;

async function start(browser: Caller): Promise<string> {
  return (await expectOk(browser.post<{ url: string }>('/users/start-oidc', {}))).data.url;
}

/** Comes back from the provider, and gives the address to which the browser is led. */
async function comeBack(browser: Caller, query: string): Promise<string> {
  const { status, to = '' } = await browser.ledTo(`${OIDC_CALLBACK_PATH}${query}`);
  expect(status).toBe(303);
  return to;
}

const signIn = async (browser: Caller) => await comeBack(browser, provider.signIn(await start(browser)));

describe('a sign-in', () => {
  test('adds who is allowed, once, without a password, and knows them again by their subject alone', async () => {
    const browser = server.visitor();
    expect(await signIn(browser)).toBe('/');
    const { data: user } = await expectOk(browser.get<User>('/users/get-current-user'));
    expect(user).toMatchObject({ fullName: 'Mira Quist', email: provider.person.email });
    expect(await signInOf(browser)).toMatchObject({ hasPassword: false, oidc: { issuer: `${provider.issuer}/` } });
    const again = server.visitor();
    provider.person = { ...provider.person, email: 'elsewhere@nowhere.example', email_verified: false };
    expect(await signIn(again)).toBe('/');
    expect((await expectOk(again.get<User>('/users/get-current-user'))).data._id).toBe(user._id);
  });

  test.each<[string, object, string]>([
    ['of another domain', { email: 'a@notexample.com' }, 'oidc_not_allowed'],
    ['of a domain below it', { email: 'a@sub.example.com' }, 'oidc_not_allowed'],
    ['of an address that is not verified', { email_verified: false }, 'oidc_not_allowed'],
    ['of an address that is verified in words', { email_verified: 'true' }, 'oidc_not_allowed'],
    ['without an address', { email: undefined }, 'oidc_not_allowed'],
    ['with a text that is no address', { email: '@example.com' }, 'oidc_not_allowed'],
    ['of a whole address', { email: 'MIRA@other.example' }, ''],
  ])('%s is let in or not', async (_, about, code) => {
    provider.person = { ...provider.person, ...about };
    expect(await signIn(server.visitor())).toBe(code ? `/login?problem=${code}` : '/');
  });

  test('never takes over a user by an equal address', async () => {
    const { email } = await server.newUser();
    provider.person = { ...provider.person, email };
    const browser = server.visitor();
    expect(await signIn(browser)).toBe('/login?problem=oidc_email_taken');
    expect((await browser.get('/users/get-current-user')).status).toBe(401);
  });

  test('finds an address in the userinfo where the ID token has none', async () => {
    provider.lies = { emailByUserInfo: true };
    expect(await signIn(server.visitor())).toBe('/');
  });

  test.each<[string, ProviderLies]>([
    ['another issuer', { issuer: 'http://127.0.0.1:9' }],
    ['another audience', { audience: 'somebody-else' }],
    ['another nonce', { nonce: 'a'.repeat(43) }],
    ['a key that is not its own', { foreignKey: true }],
    ['no signature', { unsigned: true }],
    ['an ID token that is too old', { expiredS: 3600 }],
    ['no ID token', { noIdToken: true }],
    ['the state of another sign-in', { state: 'a'.repeat(43) }],
    ['a refusal', { error: 'access_denied' }],
  ])('is refused for %s', async (_, lies) => {
    provider.lies = lies;
    const browser = server.visitor();
    expect(await signIn(browser)).toBe('/login?problem=oidc_refused');
    expect((await browser.get('/users/get-current-user')).status).toBe(401);
  });

  test('counts once, for the browser that began it, and for five minutes', async () => {
    const [browser, other] = [server.visitor(), server.visitor()];
    const query = provider.signIn(await start(browser));
    expect(await comeBack(other, query)).toBe('/login?problem=ticket_expired');
    await start(other);
    expect(await comeBack(other, query)).toBe('/login?problem=oidc_refused');
    const before = browser.copy();
    expect(await comeBack(browser, query)).toBe('/');
    expect(await comeBack(before, query)).toBe('/login?problem=ticket_expired');
    const late = server.visitor();
    const lateQuery = provider.signIn(await start(late));
    server.clock.now = new Date(Date.now() + TICKET_MS);
    expect(await comeBack(late, lateQuery)).toBe('/login?problem=ticket_expired');
  });

  test('is a proof for who has nothing else, and none for who has', async () => {
    const alone = server.visitor();
    await signIn(alone);
    expect((await alone.post('/users/make-recovery-codes', {})).problem.code).toBe('no_second_factor');
    server.clock.now = new Date(Date.now() + PROOF_MS);
    expect(codeOf(await alone.post('/users/update-password', { newPassword: 'paper' }))).toEqual([
      403,
      'proof_required',
    ]);
    server.clock.now = null;
    await expectOk(alone.post('/users/update-password', { newPassword: 'paper' }));
    expect(await signInOf(alone)).toMatchObject({ hasPassword: true });
    const again = server.visitor();
    await signIn(again);
    expect(codeOf(await again.post('/users/start-totp', {}))).toEqual([403, 'proof_required']);
    await expectOk(again.post('/users/prove', { password: 'paper' }));
    await expectOk(again.post('/users/start-totp', {}));
  });
});

describe('an identity', () => {
  test('is linked in a session, ends the other sessions, and signs in without a second factor', async () => {
    const user = await server.newUser();
    await expectOk(user.post('/users/login', { email: user.email, password: user.password }));
    const other = user.copy();
    await expectOk(user.post('/users/login', { email: user.email, password: user.password }));
    const third = server.visitor();
    await expectOk(third.post('/users/login', { email: user.email, password: user.password }));
    expect((await other.get('/users/get-current-user')).status).toBe(401);
    provider.person = { ...provider.person, email: user.email };
    expect(await signIn(user)).toBe('/account');
    expect((await third.get('/users/get-current-user')).status).toBe(401);
    const browser = server.visitor();
    expect(await signIn(browser)).toBe('/');
    expect((await expectOk(browser.get<User>('/users/get-current-user'))).data._id).toBe(user.userId);
    await expectOk(user.post('/users/unlink-oidc', {}));
    expect((await browser.get('/users/get-current-user')).status).toBe(401);
    expect(await signIn(server.visitor())).toBe('/login?problem=oidc_email_taken');
    const { events } = (await expectOk(user.get<{ events: SecurityEvent[] }>('/users/security-log'))).data;
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['oidc-linked', 'oidc-unlinked']));
  });

  test('of somebody else is not linked, nor to a session that did not begin it', async () => {
    await signIn(server.visitor());
    const user = await server.newUser();
    server.clock.now = new Date(Date.now() + PROOF_MS);
    expect(codeOf(await user.post('/users/start-oidc', {}))).toEqual([403, 'proof_required']);
    await expectOk(user.post('/users/prove', { password: user.password }));
    expect(await signIn(user)).toBe('/account?problem=oidc_linked');
    provider.person = personOf('nobody yet'.replaceAll(' ', '-'));
    const query = provider.signIn(await start(user));
    await expectOk(user.post('/users/logout', {}));
    expect(await comeBack(user, query)).toBe('/account?problem=session_required');
  });

  test('stays where it is the last way in, also where no password counts', async () => {
    const alone = server.visitor();
    await signIn(alone);
    expect(codeOf(await alone.post('/users/unlink-oidc', {}))).toEqual([409, 'last_way_in']);
    await expectOk(alone.post('/users/update-password', { newPassword: 'paper' }));
    server.services.localLogin = false;
    expect(codeOf(await alone.post('/users/unlink-oidc', {}))).toEqual([409, 'last_way_in']);
    server.services.localLogin = true;
    await expectOk(alone.post('/users/unlink-oidc', {}));
  });

  test('of a deleted user is free; who has no password deletes the account by a fresh proof', async () => {
    const alone = server.visitor();
    await signIn(alone);
    server.clock.now = new Date(Date.now() + PROOF_MS);
    expect(codeOf(await alone.post('/users/delete-account', {}))).toEqual([403, 'proof_required']);
    server.clock.now = null;
    await expectOk(alone.post('/users/delete-account', {}));
    expect(await signIn(server.visitor())).toBe('/');
    const user = await server.newUser();
    expect((await user.post('/users/delete-account', {})).problem.errors).toEqual({
      password: messages.passwordRequired,
    });
    expect((await user.post('/users/update-password', { newPassword: 'paper' })).problem.code).toBe('invalid');
  });
});

describe('the settings', () => {
  test('of no provider answer 404, and one that fails is unavailable for this alone', async () => {
    server.services.oidc = null;
    const user = await server.newUser();
    expect((await expectOk(user.get('/users/ways-in'))).data).toMatchObject({ password: true, oidc: false });
    expect((await user.post('/users/start-oidc', {})).status).toBe(404);
    expect((await user.post('/users/unlink-oidc', {})).status).toBe(404);
    expect((await user.ledTo(OIDC_CALLBACK_PATH)).status).toBe(404);
    server.services.oidc = clientOf({ OIDC_NAME: 'The house' });
    provider.lies = { isDown: true };
    const browser = server.visitor();
    expect((await expectOk(browser.get('/users/ways-in'))).data).toMatchObject({ oidc: { name: 'The house' } });
    expect(codeOf(await browser.post('/users/start-oidc', {}))).toEqual([503, 'unavailable']);
    provider.lies = {};
    await start(browser);
  });

  test('can switch the password off', async () => {
    const { email, password } = await server.newUser();
    server.services.localLogin = false;
    const visitor = server.visitor();
    expect((await expectOk(visitor.get('/users/ways-in'))).data).toMatchObject({ password: false });
    expect(codeOf(await visitor.post('/users/login', { email, password }))).toEqual([403, 'local_login_off']);
    const input = { email: 'new@example.com', password, fullName: 'New' };
    expect(codeOf(await visitor.post('/users/register', input))).toEqual([403, 'local_login_off']);
  });

  test.each([
    [{ OIDC_ISSUER: 'http://provider.example' }, /https/],
    [{ OIDC_ISSUER: 'provider' }, /address/],
    [{ OIDC_CLIENT_SECRET: '' }, /OIDC_CLIENT_SECRET/],
  ])('that are wrong are refused', (settings, words) => {
    expect(() => clientOf(settings)).toThrow(words);
  });
});
