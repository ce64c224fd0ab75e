import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { noise, phonePhoto, plainImage } from '../support/images.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const income = { title: 'Bowls', amount: '5.25', date: '2026-11-20' };

const withReceipt = (user: Caller, bytes: Buffer, headers: Record<string, string> = {}) =>
  user.postForm('/transaction/create-income', formOf(income, 'receipt', bytes), headers);
const withAvatar = (user: Caller, bytes: Buffer) =>
  user.postForm('/users/upload-avatar', formOf({}, 'avatar', bytes, 'me.png'));

const stored = async (user: Caller) => {
  const { rows } = await server.database.query('SELECT file_id FROM files.images WHERE user_id = $1', [user.userId]);
  return rows.map(({ file_id }) => file_id);
};

/** The address of the receipt of the only transaction. */
const receiptOf = async (user: Caller) => (await user.user()).transactionHistory[0]?.receipt ?? 'none';

describe('a receipt', () => {
  test('is served upright and without metadata', async () => {
    const photo = await phonePhoto();
    expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
    const user = await server.newUser();
    const { data } = await expectOk(withReceipt(user, photo));
    expect(data.currentBalance).toBe(5.25);
    const [transaction] = data.transactionHistory;
    expect(transaction?.receipt).toMatch(/^\/api\/v1\/files\/[0-9a-f-]{36}$/);

    const response = await user.open(transaction?.receipt ?? '');
    const image = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    const metadata = await sharp(image).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 20, height: 40 });
    expect([metadata.orientation, metadata.exif, metadata.icc, metadata.xmp]).toEqual(Array(4).fill(undefined));
    expect(image.includes('Clara Whitfield')).toBe(false);
    // Rotated clockwise, the left side is on top.
    const pixels = await sharp(image).raw().toBuffer();
    expect([pixels[0], pixels[2]]).toEqual([expect.closeTo(255, -1.5), expect.closeTo(0, -1.5)]);
    expect([pixels.at(-3), pixels.at(-1)]).toEqual([expect.closeTo(0, -1.5), expect.closeTo(255, -1.5)]);
  });

  test('of a png stays a png, and large ones are scaled down', async () => {
    const user = await server.newUser();
    await expectOk(withReceipt(user, await plainImage(3000, 1500, 'png')));
    const image = await (await user.open(await receiptOf(user))).arrayBuffer();
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 2400, height: 1200 });
  });

  test('of a low-quality jpeg that would grow is stored and served as webp', async () => {
    const upload = await sharp(await noise(3000))
      .jpeg({ quality: 3 })
      .toBuffer();
    const user = await server.newUser();
    await expectOk(withReceipt(user, upload));
    const response = await user.open(await receiptOf(user));
    const { headers } = response;
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('content-disposition')).toMatch(/\.webp"$/);
    expect(bytes.length).toBeLessThanOrEqual(2 * upload.length);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp' });
  });

  test('is optional: an empty file field and JSON have none', async () => {
    const user = await server.newUser();
    await expectOk(user.postForm('/transaction/create-income', formOf(income, 'receipt', Buffer.alloc(0), '')));
    await expectOk(user.post('/transaction/create-income', { ...income, amount: 5 }));
    expect((await user.user()).transactionHistory.map(({ receipt }) => receipt)).toEqual([null, null]);
    expect(await stored(user)).toEqual([]);
  });

  test('keeps its id under the same idempotency key, and another file under that key is refused', async () => {
    const user = await server.newUser();
    const [one, other] = [await noise(50), await noise(50)];
    const key = { 'Idempotency-Key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => expectOk(withReceipt(user, one, key))));
    expect(new Set(answers.map(({ data }) => data.transactionHistory[0]?.receipt)).size).toBe(1);
    expect(await stored(user)).toHaveLength(1);

    const refused = await withReceipt(user, other, key);
    expect([refused.status, refused.problem.code]).toEqual([409, 'idempotency_key_reused']);
    const without = await user.post('/transaction/create-income', { ...income, amount: 5.25 }, key);
    expect(without.status).toBe(409);
    expect(await eventsOf(server, user.userId)).toHaveLength(1);
  });

  test('of a rejected command can be replaced under the same idempotency key', async () => {
    const user = await server.newUser();
    const key = { 'Idempotency-Key': randomUUID() };
    const buy = async (side: number) =>
      user.postForm('/transaction/create-expense', formOf(income, 'receipt', await plainImage(side, side)), key);
    expect((await buy(30)).problem.code).toBe('not_enough_balance');
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 100 }));
    await expectOk(buy(40));
    const image = await (await user.open(await receiptOf(user))).arrayBuffer();
    expect(await sharp(image).metadata()).toMatchObject({ width: 40 });
  });

  test('is referenced in the event by its id', async () => {
    const user = await server.newUser();
    await expectOk(withReceipt(user, await plainImage(30, 30)));
    const [receiptId] = await stored(user);
    expect(await eventsOf(server, user.userId)).toMatchObject([{ type: 'IncomeRecorded', data: { receiptId } }]);
  });
});

describe('an avatar', () => {
  test('is scaled to 512 by 512, replaces the previous one, and has the same id for the same file', async () => {
    const user = await server.newUser();
    expect((await user.user()).avatar).toBeNull();
    const portrait = await plainImage(1000, 2000, 'png');
    const { data } = await expectOk(withAvatar(user, portrait));
    expect(data).toEqual(await user.user());
    const image = await (await user.open(data.avatar ?? '')).arrayBuffer();
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 256, height: 512 });

    const another = await expectOk(withAvatar(user, await plainImage(20, 20)));
    expect(another.data.avatar).not.toBe(data.avatar);
    expect((await expectOk(withAvatar(user, portrait))).data.avatar).toBe(data.avatar);
    expect(await eventsOf(server, user.userId)).toEqual([]);
  });

  test('is required, and accepted only as a form', async () => {
    const user = await server.newUser();
    const missing = await user.postForm('/users/upload-avatar', formOf({}, 'avatar', Buffer.alloc(0), ''));
    expect([missing.status, missing.problem.errors]).toEqual([422, { avatar: 'Choose a file' }]);
    expect((await user.post('/users/upload-avatar', { avatar: 'x' })).status).toBe(415);
    expect((await user.post('/users/upload-avatar')).status).toBe(415);
  });
});

describe('an image URL', () => {
  let owner: Caller;
  let address: string;
  beforeAll(async () => {
    owner = await server.newUser();
    address = (await expectOk(withAvatar(owner, await plainImage(20, 20)))).data.avatar ?? '';
  });

  test('serves the image to its owner only', async () => {
    expect((await owner.open(address)).status).toBe(200);
    const other = await (await server.newUser()).open(address);
    expect([other.status, (await other.json()).code]).toEqual([404, 'not_found']);
    const visitor = await server.visitor().open(address);
    expect([visitor.status, (await visitor.json()).code]).toEqual([401, 'session_required']);
  });

  test.each(['x', '1', "' OR 1=1", randomUUID(), '%00', '..%2f..%2fetc', '%E0%A4%A'])(
    'gives 404 for %s',
    async (id) => {
      const { status, headers } = await owner.open(`/api/v1/files/${encodeURI(id)}`);
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
    },
  );

  test('is sandboxed and cached in a browser', async () => {
    const { headers } = await owner.open(address);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': `inline; filename="${address.split('/').at(-1)}.jpg"`,
      'cache-control': 'private, max-age=31536000, immutable',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
  });

  test('gives 304 for a known ETag, and HEAD has no body', async () => {
    const first = await owner.open(address);
    const size = (await first.arrayBuffer()).byteLength;
    const again = await owner.open(address, 'GET', { 'If-None-Match': first.headers.get('etag') ?? '' });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    expect((await owner.open(address, 'GET', { 'If-None-Match': '"other"' })).status).toBe(200);
    const head = await owner.open(address, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
  });

  test('is gone after the deletion of the account', async () => {
    const user = await server.newUser();
    await expectOk(withAvatar(user, await plainImage(20, 20)));
    await server.database.query('DELETE FROM identity.users WHERE user_id = $1', [user.userId]);
    expect(await stored(user)).toEqual([]);
  });
});

test('twenty concurrent uploads are all stored', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => server.newUser()));
  const photo = await noise(1200);
  await Promise.all(users.flatMap((user) => Array.from({ length: 4 }, () => expectOk(withReceipt(user, photo)))));
  for (const user of users) {
    expect(await user.user()).toMatchObject({ transactionCount: 4, currentBalance: 21 });
    expect(await stored(user)).toHaveLength(4);
  }
});
