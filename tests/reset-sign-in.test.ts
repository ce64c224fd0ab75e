import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk } from './support/caller.ts';
import { runCommand } from './support/run-command.ts';
import { openTestServer, type TestServer } from './support/test-server.ts';

// `npm run reset-sign-in`, beside a running Daybook.

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const reset = (...args: string[]) =>
  runCommand('tools/start/reset-sign-in.ts', args, {
    DATABASE_URL: server.databaseUrl,
    EVENTSTORE_URL: server.eventStoreUrl,
  });

test('it ends all sessions and factors, leaves the password, or prints a new one', async () => {
  const user = await server.newUser();
  const { email, password, userId } = user;
  await server.database.query(
    `INSERT INTO identity.passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
      VALUES ($1, 'x', '\\x00', 0, '{}', 'Phone', now())`,
    [userId],
  );
  const asked = await expectOk(server.visitor().post<object>('/users/login', { email, password }));
  expect(Object.keys(asked.data)).toEqual(['secondFactor']);
  const kept = await reset('--email', ` ${email.toUpperCase()}`);
  expect(kept).toEqual({
    code: 0,
    stdout: `${email} logs in by the password alone now, and is logged out everywhere.\n`,
    stderr: '',
  });
  expect((await user.get('/users/get-current-user')).status).toBe(401);
  const { data } = await expectOk(server.visitor().post<{ email?: string }>('/users/login', { email, password }));
  expect(data.email).toBe(email);

  const { stdout } = await reset('--email', email, '--password');
  const [, given] = /^The new password: (\S+)$/m.exec(stdout) ?? [];
  expect((await server.visitor().post('/users/login', { email, password })).status).toBe(401);
  // Not by a caller, which would look for the password in all logs: the program has to print it.
  const again = await fetch(`${server.origin}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: given }),
  });
  expect(again.status).toBe(200);
});

test('an address that nobody has exits with 1', async () => {
  const unknown = await reset('--email', 'nobody@example.com');
  expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'Nobody has the address nobody@example.com.\n' });
});
