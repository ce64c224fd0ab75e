import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import qrcode from 'qrcode-generator';
import type { Database } from '#platform/postgres.ts';
import type { SecretKey } from './secret-key.ts';

const ISSUER = 'Daybook';
const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** Codes of the step before and after count, for clocks that differ (RFC 6238). */
const STEPS_AROUND = 1;

const generatorOf = (secret: Buffer, label: string) =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });

/**
 * Makes a secret of 160 bits, which counts once it is confirmed. Gives it in base32, as an address for code generators,
 * and that as a QR code, a `data:image/` address.
 */
export async function startTotp(
  database: Database,
  key: SecretKey,
  { userId, email }: { userId: string; email: string },
): Promise<{ secret: string; uri: string; qr: string }> {
  const secret = randomBytes(SECRET_BYTES);
  await database.query(
    `INSERT INTO identity.totp (user_id, started_secret) VALUES ($1, $2)
      ON CONFLICT (user_id) DO UPDATE SET started_secret = excluded.started_secret`,
    [userId, await key.encrypt(secret, userId)],
  );
  const generator = generatorOf(secret, email);
  const uri = generator.toString();
  const code = qrcode(0, 'M');
  code.addData(uri);
  code.make();
  return { secret: generator.secret.base32, uri, qr: code.createDataURL(4, 16) };
}

/** Takes the started secret into force where `code` is of it. The code is used then. Returns whether it was right. */
export async function confirmTotp(
  database: Database,
  key: SecretKey,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const { rows } = await database.query<{ started: Buffer | null }>(
    'SELECT started_secret AS started FROM identity.totp WHERE user_id = $1 FOR UPDATE',
    [userId],
  );
  const started = rows[0]?.started;
  if (!started) return false;
  const step = stepOf(await key.decrypt(started, userId), code, now);
  if (step === null) return false;
  await database.query(
    `UPDATE identity.totp SET secret = started_secret, started_secret = NULL, confirmed_at = $2, last_step = $3
      WHERE user_id = $1`,
    [userId, now, step],
  );
  return true;
}

/** Uses a code of the user's generator up. Returns false where it is wrong, or it or a later one was used before. */
export async function spendTotp(
  database: Database,
  key: SecretKey,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const { rows } = await database.query<{ secret: Buffer | null }>(
    'SELECT secret FROM identity.totp WHERE user_id = $1',
    [userId],
  );
  const secret = rows[0]?.secret;
  if (!secret) return false;
  const step = stepOf(await key.decrypt(secret, userId), code, now);
  if (step === null) return false;
  const { rowCount } = await database.query(
    'UPDATE identity.totp SET last_step = $2 WHERE user_id = $1 AND last_step < $2 AND secret = $3',
    [userId, step, secret],
  );
  return rowCount === 1;
}

/** Removes the generator of a user, a started one too. */
export async function removeTotp(database: Database, userId: string): Promise<void> {
  await database.query('DELETE FROM identity.totp WHERE user_id = $1', [userId]);
}

/** The step of a code, of those around `now`; null if it is of none. Spaces don't count. */
function stepOf(secret: Buffer, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const token = code.replaceAll(/\s/g, '');
  const delta = generatorOf(secret, '').validate({ token, timestamp, window: STEPS_AROUND });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}
