import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { decrypted, encrypted, keyOf, newKeyDerivation } from './cipher.ts';
import type { Encryption } from './manifest.ts';

const PATH = 'daybook/identity.users.secrets.jsonl.encrypted';
const derivation = newKeyDerivation();
const key = await keyOf('paper and ink', derivation);

async function* chunksOf(...chunks: (string | Uint8Array)[]) {
  yield* chunks;
}

async function sealed(...chunks: string[]): Promise<{ bytes: Buffer; encryption: Encryption }> {
  let encryption: Encryption = { iv: '', tag: '' };
  const cipher = encrypted(chunksOf(...chunks), key, PATH, (found) => {
    encryption = found;
  });
  return { bytes: await buffer(cipher), encryption };
}

const opened = async (bytes: Buffer, encryption: Encryption, { with: other = key, path = PATH } = {}) =>
  (await buffer(decrypted(chunksOf(bytes) as AsyncIterable<Uint8Array>, other, path, encryption))).toString();

test('what is encrypted comes back, and shows nothing of itself', async () => {
  const { bytes, encryption } = await sealed('{"password_hash":"$argon2id$', 'ink 🧀"}\n');
  expect(bytes.toString('latin1')).not.toContain('argon2id');
  expect(await opened(bytes, encryption)).toBe('{"password_hash":"$argon2id$ink 🧀"}\n');
  expect((await sealed('{"password_hash":"$argon2id$', 'ink 🧀"}\n')).bytes).not.toEqual(bytes);
});

test('another passphrase, salt, path or byte is refused', async () => {
  const { bytes, encryption } = await sealed('{}\n');
  const changed = Buffer.from(bytes);
  changed[0] = (changed[0] ?? 0) ^ 1;
  const refused = 'The passphrase is not that of this backup.';
  const others = [await keyOf('paper and Ink', derivation), await keyOf('paper and ink', newKeyDerivation())];
  for (const other of others) await expect(opened(bytes, encryption, { with: other })).rejects.toThrow(refused);
  await expect(opened(changed, encryption)).rejects.toThrow(refused);
  await expect(opened(bytes, encryption, { path: 'daybook/other' })).rejects.toThrow(refused);
});

test('a passphrase is the same however its accents are written', async () => {
  expect(await keyOf('Käse', derivation)).toEqual(await keyOf('Käse'.normalize('NFD'), derivation));
});
