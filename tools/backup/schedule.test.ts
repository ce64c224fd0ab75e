import { expect, test } from 'vitest';
import { readBackupSchedule } from './schedule.ts';

const SOUND = { BACKUP_EVERY: '24h', BACKUP_TO: '/backups', BACKUP_PASSPHRASE: 'paper and ink' };

test('a schedule has its settings, and keeps 7 days, 4 weeks and 6 months by default', () => {
  expect(readBackupSchedule(SOUND, '/data')).toEqual({
    everyMs: 86_400_000,
    keep: { days: 7, weeks: 4, months: 6 },
    folder: '/backups',
    passphrase: 'paper and ink',
  });
  expect(readBackupSchedule({ ...SOUND, BACKUP_EVERY: '30m', BACKUP_KEEP: '2w, 12m' }, '/data')).toMatchObject({
    everyMs: 1_800_000,
    keep: { days: 0, weeks: 2, months: 12 },
  });
});

test('without BACKUP_EVERY there is none', () => {
  expect(readBackupSchedule({ BACKUP_PASSPHRASE: 'paper and ink', BACKUP_EVERY: '' }, '/data')).toBeUndefined();
});

test.each([
  [{ BACKUP_EVERY: '' }, "BACKUP_TO is set, but BACKUP_EVERY isn't"],
  [{ BACKUP_EVERY: '', BACKUP_TO: '', BACKUP_KEEP: '7d' }, "BACKUP_KEEP is set, but BACKUP_EVERY isn't"],
  [{ BACKUP_TO: '' }, 'BACKUP_TO isn’t'],
  [{ BACKUP_PASSPHRASE: '' }, 'BACKUP_PASSPHRASE isn’t'],
  [{ BACKUP_PASSPHRASE: 'ink' }, 'needs 8 characters at least'],
  [{ BACKUP_TO: '/data' }, 'is in the data folder'],
  [{ BACKUP_TO: '/data/backups' }, 'is in the data folder'],
  [{ BACKUP_EVERY: 'daily' }, "BACKUP_EVERY is 'daily'"],
  [{ BACKUP_EVERY: '0h' }, "BACKUP_EVERY is '0h'"],
  [{ BACKUP_EVERY: '21d' }, "BACKUP_EVERY is '21d'"],
  [{ BACKUP_KEEP: '7' }, "BACKUP_KEEP is '7'"],
  [{ BACKUP_KEEP: '7d,3d' }, "BACKUP_KEEP is '7d,3d'"],
  [{ BACKUP_KEEP: '0d' }, "BACKUP_KEEP is '0d'"],
  [{ BACKUP_KEEP: '7d,,6m' }, "BACKUP_KEEP is '7d,,6m'"],
])('%o is refused', (change, sentence) => {
  expect(() => readBackupSchedule({ ...SOUND, ...change }, '/data')).toThrow(sentence);
});

test('a folder whose name begins like the data folder’s is another one', () => {
  expect(readBackupSchedule({ ...SOUND, BACKUP_TO: '/data-backups' }, '/data')?.folder).toBe('/data-backups');
});
