import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RESERVE_BYTES } from '../../api/disk/disk-space.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { noise } from '../support/images.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

const PLENTY = Number.POSITIVE_INFINITY;
const CREATE = '/transaction/create-income';

let server: TestServer;
let user: Caller;
let free: () => number = () => PLENTY;
beforeAll(async () => {
  server = await openTestServer({ freeBytes: async () => free() });
  user = await server.newUser();
  await expectOk(user.post(CREATE, { title: 'Bowls', amount: 5 }));
});
afterEach(() => {
  free = () => PLENTY;
});
afterAll(() => server.close());

describe('on a full disk', () => {
  test('writes give disk_full, and work again when there is space', async () => {
    const events = await eventsOf(server, user.userId);
    free = () => RESERVE_BYTES - 1;
    for (const [path, body] of [
      [CREATE, { title: 'Cups', amount: 5 }],
      ['/users/update-details', { name: 'Somebody' }],
      ['/users/register', { email: 'new@example.com', password: 'paper', fullName: 'New' }],
      ['/demo/reset-demo-user', undefined],
      ['/pay/webhook', {}],
    ] as const) {
      const refused = await user.post(path, body);
      expect([path, refused.status, refused.problem.code]).toEqual([path, 503, 'disk_full']);
      expect(refused.problem.title).toMatch(
        /^The disk .* is full, so nothing can be saved until there is space again$/,
      );
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(await eventsOf(server, user.userId)).toEqual(events);
    free = () => RESERVE_BYTES;
    await expectOk(user.post(CREATE, { title: 'Cups', amount: 5 }));
  });

  test('queries, login and logout work', async () => {
    free = () => 0;
    const { transactionHistory } = await user.user();
    const transactionId = transactionHistory[0]?._id;
    await expectOk(user.get('/transaction/get-transactions'));
    await expectOk(user.post('/transaction/get-transaction', { transactionId }));
    const again = server.visitor();
    await expectOk(again.post('/users/login', { email: user.email, password: user.password }));
    await expectOk(again.post('/users/logout'));
  });

  test('the log has one line for the begin and one for the end', async () => {
    const lines = () => server.logged.filter((line) => /the disk (is full|has space)/.test(line)).length;
    const [before, all] = [lines(), server.logged.length];
    free = () => 0;
    for (let at = 0; at < 5; at += 1) await user.post(CREATE, { title: 'Cups', amount: 5 });
    free = () => PLENTY;
    await expectOk(user.post(CREATE, { title: 'Cups', amount: 5 }));
    expect(lines() - before).toBe(2);
    // Each refused request has only its request line, so refusals don't fill the disk further.
    const errors = server.logged.slice(all).filter((line) => line.includes('"stack"'));
    expect(errors).toEqual([]);
  });

  test('an image is refused when the space runs out during its upload', async () => {
    const other = await server.newUser();
    let looks = 0;
    free = () => {
      looks += 1;
      return looks === 1 ? PLENTY : RESERVE_BYTES + 1_000;
    };
    const form = formOf({ title: 'Bowls', amount: '5' }, 'receipt', await noise(200));
    const refused = await other.postForm(CREATE, form);
    expect([refused.status, refused.problem.code]).toEqual([503, 'disk_full']);
    expect(await eventsOf(server, other.userId)).toEqual([]);
    const { rows } = await server.database.query('SELECT FROM files.images WHERE user_id = $1', [other.userId]);
    expect(rows).toHaveLength(0);
  });
});
