import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginSession } from '#api/identity/sessions.ts';
import type { RequestLimits } from '#api/limits/limits.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

// Calls that verify a password while the password changes.

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const NEW = 'another ink';
const logIn = ({ email, password }: Caller, who = server.visitor()) => who.post('/users/login', { email, password });
const change = (user: Caller, newPassword = NEW) =>
  user.post('/users/update-password', { oldPassword: user.password, newPassword });
const leave = (user: Caller) => user.post('/users/delete-account', { password: user.password });

async function sessionsOf({ userId }: Caller): Promise<number> {
  const { rows } = await server.database.query('SELECT FROM identity.sessions WHERE user_id = $1', [userId]);
  return rows.length;
}

/** Runs `happens` once, right after the next call has verified a password. */
function afterVerification(happens: () => Promise<unknown>): void {
  const { limits } = server.services;
  const { forgive } = limits;
  limits.forgive = async (...args: Parameters<RequestLimits['forgive']>) => {
    limits.forgive = forgive;
    await happens();
    await forgive(...args);
  };
}

/** Makes a call while a transaction is open, commits when the call waits for a lock, and gives the response. */
async function meanwhile<Answer>(
  act: (client: pg.PoolClient) => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const client = await server.database.connect();
  try {
    await client.query('BEGIN');
    await act(client);
    let isAnswered = false;
    const answer = call().finally(() => {
      isAnswered = true;
    });
    const waits = async () => {
      const { rows } = await server.database.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows.length > 0;
    };
    await settled(async () => isAnswered || (await waits()), Boolean);
    expect(isAnswered, 'it was answered without waiting').toBe(false);
    await client.query('COMMIT');
    return await answer;
  } finally {
    client.release(true); // A failed test may leave its transaction open.
  }
}

/** Copies the password hash of another user; equal passwords have different hashes. */
const giving = (user: Caller, hashOf: Caller) => (client: pg.PoolClient) =>
  client.query(
    `UPDATE identity.users SET password_hash = (SELECT password_hash FROM identity.users WHERE user_id = $2)
     WHERE user_id = $1`,
    [user.userId, hashOf.userId],
  );

/** Inserts a session like a login whose transaction is still open. */
const login = (user: Caller) => async (client: pg.PoolClient) => {
  const { rows } = await client.query('SELECT password_hash AS hash FROM identity.users WHERE user_id = $1', [
    user.userId,
  ]);
  expect(await beginSession(client, { userId: user.userId, verifiedHash: rows[0].hash }, new Date())).not.toBeNull();
};

/** A user with the new password. */
async function withNewPassword(): Promise<Caller> {
  const user = await server.newUser();
  expect((await change(user)).status).toBe(200);
  return user;
}

describe('a login', () => {
  test('gets no session when the password changes after its verification', async () => {
    const user = await server.newUser();
    const late = server.visitor();
    afterVerification(async () => {
      afterVerification(async () => {}); // The change verifies a password, too.
      expect((await change(user)).status).toBe(200);
    });
    const refused = await logIn(user, late);
    expect([refused.status, refused.problem.code]).toEqual([401, 'incorrect_password']);
    expect((await late.get('/users/get-current-user')).status).toBe(401);
    expect(await sessionsOf(user)).toBe(1);
  });

  test('waits for a concurrent change, and is refused after it', async () => {
    const [user, other] = [await server.newUser(), await withNewPassword()];
    expect((await meanwhile(giving(user, other), () => logIn(user))).status).toBe(401);
    expect(await sessionsOf(user)).toBe(1);
  });

  test('succeeds when the same password has a new hash', async () => {
    const [user, other] = [await server.newUser(), await server.newUser()];
    expect((await meanwhile(giving(user, other), () => logIn(user))).status).toBe(200);
    expect(await sessionsOf(user)).toBe(2);
  });

  test('gives user_not_found when the account is deleted after the verification', async () => {
    const user = await server.newUser();
    afterVerification(async () => expect((await leave(user)).status).toBe(200));
    expect((await logIn(user)).problem.code).toBe('user_not_found');
    expect(await sessionsOf(user)).toBe(0);
  });

  test('to an account without a password is refused', async () => {
    const user = await server.newUser();
    await server.database.query("UPDATE identity.users SET password_hash = '' WHERE user_id = $1", [user.userId]);
    expect((await logIn(user)).problem.code).toBe('incorrect_password');
  });
});

describe('a change of the password', () => {
  test('ends a session that a concurrent login creates', async () => {
    const user = await server.newUser();
    expect((await meanwhile(login(user), () => change(user))).status).toBe(200);
    expect(await sessionsOf(user)).toBe(1);
  });

  test('is refused after a concurrent change', async () => {
    const user = await server.newUser();
    afterVerification(async () => {
      afterVerification(async () => {});
      expect((await change(user, 'the faster one')).status).toBe(200);
    });
    const refused = await change(user, 'the slower one');
    expect([refused.status, refused.problem.errors]).toEqual([422, { oldPassword: 'Invalid old password' }]);
    user.password = 'the faster one';
    expect((await logIn(user)).status).toBe(200);
  });

  test('waits for a concurrent change and is refused after it, unless only the hash is new', async () => {
    const [user, other, same] = [await server.newUser(), await withNewPassword(), await server.newUser()];
    expect((await meanwhile(giving(user, other), () => change(user, 'a third one'))).status).toBe(422);
    user.password = NEW;
    expect((await logIn(user)).status).toBe(200);
    const lucky = await server.newUser();
    expect((await meanwhile(giving(lucky, same), () => change(lucky))).status).toBe(200);
  });

  test('in many concurrent requests succeeds once, and leaves one session', async () => {
    const user = await server.newUser();
    const answers = await Promise.all([1, 2, 3, 4, 5].map((nth) => change(user, `password ${nth}`)));
    // The others have lost their session, or have the wrong password.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sessionsOf(user)).toBe(1);
  });
});

describe('a deletion of the account', () => {
  test('is refused when the password changes after its verification', async () => {
    const [user, other] = [await server.newUser(), await withNewPassword()];
    const refused = await meanwhile(giving(user, other), () => leave(user));
    expect([refused.status, refused.problem.errors]).toEqual([422, { password: 'Incorrect password' }]);
    user.password = NEW;
    expect((await logIn(user)).status).toBe(200);
  });

  test('ends a session that a concurrent login creates', async () => {
    const user = await server.newUser();
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 5 }));
    server.worker.pause(); // The user's row stays while the worker is paused.
    try {
      expect((await meanwhile(login(user), () => leave(user))).status).toBe(200);
      expect(await sessionsOf(user)).toBe(0);
    } finally {
      server.worker.resume();
    }
  });

  test('makes concurrent calls of the user give session_required', async () => {
    const user = await server.newUser();
    const { limits } = server.services;
    const { take } = limits;
    limits.take = async (...args: Parameters<RequestLimits['take']>) => {
      await take(...args);
      await server.database.query('DELETE FROM identity.users WHERE user_id = $1', [user.userId]);
      limits.take = take;
    };
    const feedback = await user.post('/feedback/create-feedback', { rating: '1-star' });
    expect([feedback.status, feedback.problem.code]).toEqual([401, 'session_required']);
  });
});
