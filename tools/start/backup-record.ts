import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The last backup that was made, and the last scheduled one that was not. Times are ISO 8601 in UTC. */
export type BackupRecord = {
  lastSuccess: { at: string; file: string; bytes: number; seconds: number } | null;
  lastFailure: { at: string; reason: string } | null;
  /** How often `npm start` makes one by itself, in milliseconds, or null if it doesn't. */
  everyMs: number | null;
  /** The id of the schedule of this data folder; null before its first backup. */
  schedule: string | null;
  /** The file that the schedule writes now: where no backup runs, it was cut off. */
  writing: string | null;
};

const NONE: BackupRecord = { lastSuccess: null, lastFailure: null, everyMs: null, schedule: null, writing: null };

const pathIn = (dataDir: string) => join(dataDir, 'backups.json');

/** Reads `<dataDir>/backups.json`; an empty record where there is none, or it is damaged. */
export async function readRecord(dataDir: string): Promise<BackupRecord> {
  try {
    return { ...NONE, ...JSON.parse(await readFile(pathIn(dataDir), 'utf8')) };
  } catch {
    return NONE;
  }
}

/** Changes the record. One that can't be written, as on a full disk, stays as it is. */
export async function changeRecord(dataDir: string, change: Partial<BackupRecord>): Promise<void> {
  const file = pathIn(dataDir);
  const record = { ...(await readRecord(dataDir)), ...change };
  try {
    await writeFile(`${file}.new`, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  } catch {
    // The backup itself is what matters.
  }
}

/** Notes how often backups are made by themselves, which `npm run status` compares with the last one. */
export async function noteSchedule(dataDir: string, everyMs: number | null): Promise<void> {
  if ((await readRecord(dataDir)).everyMs !== everyMs) await changeRecord(dataDir, { everyMs });
}
