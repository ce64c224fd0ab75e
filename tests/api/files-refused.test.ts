import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { noise, plainImage, withChunk } from '../support/images.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

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

const MEGABYTE = 1024 * 1024;

const send = (bytes: Buffer) =>
  user.postForm('/transaction/create-income', formOf({ title: 'Bowls', amount: '5' }, 'receipt', bytes, 'photo.png'));

describe('a file that is no image', () => {
  const animated = async () => withChunk(await plainImage(9, 9, 'png'), 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  const named: [string, () => Promise<Buffer> | Buffer][] = [
    ['an empty file', () => Buffer.from(' ')],
    [
      'a gif',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
    ],
    [
      'a webp',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .webp()
          .toBuffer(),
    ],
    ['an svg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a pdf', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['a signature alone', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a jpeg that is a page after three bytes', () => Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1')],
    ['an animated png', animated],
    ['a jpeg cut short', async () => cut(await noise(300), 0.5)],
    ['a jpeg that lacks its end', async () => cut(await noise(300), 0.99)],
    ['a png cut short', async () => cut(await noise(300, 'png'), 0.5)],
    ['a png with damaged data', async () => damaged(await noise(300, 'png'))],
  ];
  const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));
  const damaged = (bytes: Buffer) => bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 64);

  test.each(named)('is refused by its bytes: %s', async (_, make) => {
    const { status, problem, headers } = await send(await make());
    expect([status, problem.code]).toEqual([422, 'not_an_image']);
    expect(problem.errors).toEqual({ receipt: 'Only jpeg and png files are allowed' });
    expect(headers.get('content-type')).toContain('application/problem+json');
  });

  test('is refused as an avatar', async () => {
    const { problem } = await user.postForm('/users/upload-avatar', formOf({}, 'avatar', Buffer.from('GIF89a')));
    expect(problem.errors).toEqual({ avatar: 'Only jpeg and png files are allowed' });
    expect((await user.user()).avatar).toBeNull();
  });
});

describe('too large', () => {
  test('is a file of 5 MB and one byte, but not one of 5 MB', async () => {
    const { status, problem } = await send(Buffer.alloc(5 * MEGABYTE + 1));
    expect([status, problem.code]).toEqual([413, 'too_large']);
    expect((await send(Buffer.alloc(5 * MEGABYTE))).problem.code).toBe('not_an_image');
  });

  test('is an image of 41 megapixels in a few bytes', async () => {
    const huge = await plainImage(8200, 5000, 'png');
    expect(huge.length).toBeLessThan(MEGABYTE);
    const { status, problem } = await send(huge);
    expect([status, problem.code]).toEqual([413, 'too_large']);
  });

  test('is a header with huge dimensions, before anything is decoded', async () => {
    const png = await plainImage(9, 9, 'png');
    png.writeUInt32BE(60_000, 16); // The width in IHDR; its checksum is wrong by that.
    expect([413, 422]).toContain((await send(png)).status);
  });
});

test('a compressed text chunk is not decompressed', async () => {
  const packed = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(64 * MEGABYTE))]);
  const png = withChunk(await plainImage(9, 9, 'png'), 'zTXt', packed);
  const other = await server.newUser();
  const { data } = await expectOk(other.postForm('/users/upload-avatar', formOf({}, 'avatar', png)));
  expect((await (await other.open(data.avatar ?? '')).arrayBuffer()).byteLength).toBeLessThan(1_000);
});

test('trailing bytes and metadata are not in the served image', async () => {
  const script = Buffer.from('<script>alert(1)</script>PK\x03\x04%PDF-1.7');
  const hidden = withChunk(await plainImage(9, 9, 'png'), 'tEXt', Buffer.concat([Buffer.from('Comment\0'), script]));
  const jpeg = await plainImage(9, 9);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), script]);
  const commented = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
  const other = await server.newUser();
  for (const image of [Buffer.concat([jpeg, script]), commented, hidden]) {
    const { data } = await expectOk(other.postForm('/users/upload-avatar', formOf({}, 'avatar', image)));
    const served = Buffer.from(await (await other.open(data.avatar ?? '')).arrayBuffer());
    expect(served.includes('script')).toBe(false);
  }
});
