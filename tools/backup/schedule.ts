import { resolve, sep } from 'node:path';
import { BackupFailure } from './failure.ts';
import type { Keep } from './keep.ts';

/** When backups are made by themselves, into which folder (an absolute path), and which are kept. */
export type BackupSchedule = { everyMs: number; keep: Keep; folder: string; passphrase: string };

const MINUTE_MS = 60_000;
const UNITS_MS: Record<string, number> = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS };
/** The longest that a timer of Node takes is 24 days. */
const EVERY_MS_MAX = 20 * 24 * 60 * MINUTE_MS;
const KEEP = '7d,4w,6m';
const KEEP_MAX = 1_000;
export const PASSPHRASE_CHARACTERS_MIN = 8;

/**
 * Reads `BACKUP_EVERY` (such as 24h), `BACKUP_KEEP` (7d,4w,6m), `BACKUP_TO` and `BACKUP_PASSPHRASE`; undefined where
 * backups are not to be made by themselves. Throws a BackupFailure that names what is wrong.
 */
export function readBackupSchedule(env: NodeJS.ProcessEnv, dataDir: string): BackupSchedule | undefined {
  const { BACKUP_EVERY: every, BACKUP_TO: to, BACKUP_KEEP: keep, BACKUP_PASSPHRASE: passphrase } = env;
  if (!every) {
    const [lonely] = [to ? 'BACKUP_TO' : [], keep ? 'BACKUP_KEEP' : []].flat();
    if (!lonely) return undefined;
    throw new BackupFailure(`${lonely} is set, but BACKUP_EVERY isn't: set it, as in BACKUP_EVERY=24h, or neither.`);
  }
  if (!to) throw new BackupFailure('BACKUP_EVERY is set, but BACKUP_TO isn’t: name a folder on another disk in it.');
  if (!passphrase) {
    throw new BackupFailure('BACKUP_EVERY is set, but BACKUP_PASSPHRASE isn’t: it encrypts the passwords of users.');
  }
  requirePassphrase(passphrase);
  const folder = resolve(to);
  if (`${folder}${sep}`.startsWith(`${dataDir}${sep}`)) {
    throw new BackupFailure(`BACKUP_TO is in the data folder ${dataDir}, and would be lost with it: name another one.`);
  }
  return { everyMs: everyMs(every), keep: readKeep(keep || KEEP), folder, passphrase };
}

/** Throws a BackupFailure for a passphrase that is too short. */
export function requirePassphrase(passphrase: string): void {
  if ([...passphrase].length >= PASSPHRASE_CHARACTERS_MIN) return;
  throw new BackupFailure(`The passphrase of backups needs ${PASSPHRASE_CHARACTERS_MIN} characters at least.`);
}

function everyMs(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS_MS[unit] ?? Number.NaN);
  if (ms <= EVERY_MS_MAX) return ms;
  throw new BackupFailure(`BACKUP_EVERY is '${text}': write minutes, hours or days, as 30m, 24h or 7d, up to 20d.`);
}

function readKeep(text: string): Keep {
  const keep = { d: 0, w: 0, m: 0 };
  const parts = text.split(',').map((part) => /^(\d{1,4})([dwm])$/.exec(part.trim()));
  const units = new Set(parts.map((part) => part?.[2]));
  for (const part of parts) if (part) keep[part[2] as 'd' | 'w' | 'm'] = Number(part[1]);
  const isSound = parts.every((part) => part && Number(part[1]) <= KEEP_MAX) && units.size === parts.length;
  if (!isSound || keep.d + keep.w + keep.m === 0) {
    throw new BackupFailure(
      `BACKUP_KEEP is '${text}': write of how many days, weeks and months the newest backup is kept, as ${KEEP}.`,
    );
  }
  return { days: keep.d, weeks: keep.w, months: keep.m };
}
