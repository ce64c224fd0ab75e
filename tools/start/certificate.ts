import { access, readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { readSecret, secretFile, writeSecret } from '../embedded/postgres/secret.ts';
import { StartFailure } from './failure.ts';

/** Paths of a certificate and its key, both PEM. */
export type CertificateFiles = { cert: string; key: string };

const NAMES = { cert: 'eventstore-certificate.pem', key: 'eventstore-key.pem' };
/** Long ago, so that a machine whose clock is set back later still takes it. */
const VALID_FROM = new Date('2020-01-01T00:00:00Z');
/** Never renewed, so longer than any installation lasts. Only Daybook's own programs trust it. */
const VALID_YEARS = 50;

/**
 * Gives the self-signed certificate of the data folder's event store, valid for the loopback names and addresses.
 * Creates it if missing, among the folder's secrets. Throws a `StartFailure` where the two files are no pair.
 */
export async function certificateIn(dataDir: string): Promise<CertificateFiles> {
  const files = { cert: secretFile(dataDir, NAMES.cert), key: secretFile(dataDir, NAMES.key) };
  // The certificate is written last, so its existence means that the key belongs to it.
  if ((await readSecret(dataDir, NAMES.cert)) !== undefined && (await exists(files.key))) {
    await requirePair(files);
    return files;
  }
  const notAfterDate = new Date();
  notAfterDate.setFullYear(notAfterDate.getFullYear() + VALID_YEARS);
  // Not loaded by the many starts that have a certificate.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'Daybook event store' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: VALID_FROM,
    notAfterDate,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  await writeSecret(dataDir, NAMES.key, made.private.trim());
  await writeSecret(dataDir, NAMES.cert, made.cert.trim());
  return files;
}

async function requirePair({ cert, key }: CertificateFiles): Promise<void> {
  const pair = { cert: await readFile(cert), key: await readFile(key) };
  try {
    createSecureContext(pair);
  } catch (cause) {
    const remedy = 'delete both, and the next start makes new ones';
    throw new StartFailure(`${cert} or ${key} is damaged: ${remedy}.`, { cause });
  }
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
