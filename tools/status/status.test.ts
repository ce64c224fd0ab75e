import { expect, test } from 'vitest';
import { type StatusFound, type StatusStores, statusOf } from './status.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const projection = {
  ...{ position: '1', stalled: 0, epoch: 1, isHeld: true },
  ...{ heartbeatSeconds: 0.2, eventStoreSeconds: 0.2 },
};
const STORES: StatusStores = {
  ...{ postgres: '18.4', eventStoreHost: null, users: 1_204, activeUsers: 311, ledgers: 1_200, events: 480_213 },
  ...{ databaseBytes: 212_000_000, imagesBytes: 34_000_000, eventsBytes: 1_960_000_000 },
  ...{ projection, waiting: null },
};
const MADE: StatusFound['backup'] = {
  lastSuccess: { at: '2026-11-26T03:00:00.000Z', file: '/backups/a.zip', bytes: 31_000_000 },
  ...{ lastFailure: null, everyMs: 86_400_000 },
};
const FOUND: StatusFound = {
  ...{ now: NOW, version: '0.1.0', dataDir: '/srv/daybook' },
  running: { address: 'http://localhost:3000', pid: 812 },
  ...{ stores: STORES, folderBytes: 2_400_000_000 },
  backup: MADE,
  disk: { freeBytes: 75_000_000_000, sizeBytes: 252_000_000_000 },
};
const textOf = (found: StatusFound) =>
  statusOf(found).map(({ name, text, isWell }) => `${isWell ? '' : '! '}${name}: ${text}`);
const withStores = (stores: Partial<StatusStores>) => textOf({ ...FOUND, stores: { ...STORES, ...stores } });
const withBackup = (backup: Partial<NonNullable<StatusFound['backup']>>) =>
  textOf({ ...FOUND, backup: { ...MADE, ...backup } })[8];

test('ten lines say that all is well', () => {
  expect(textOf(FOUND)).toEqual([
    'Daybook: 0.1.0, runs at http://localhost:3000, process 812',
    `Versions: Node ${process.versions.node}, Postgres 18.4, Daybook's own event store`,
    'Users: 1,204, of which 311 came in the last 30 days',
    'Ledgers: 1,200 with 480,213 events',
    'Sizes: events 2.0 GB, read models and users 178 MB, images 34.0 MB, data folder 2.4 GB',
    'Worker: leads, heartbeat 0.2 s ago',
    'Lag: none',
    'Stalled: none',
    'Last backup: 9 h ago, 31.0 MB, /backups/a.zip',
    'Disk left: 75.0 GB of 252 GB',
  ]);
});

test('where it does not run, that is what somebody should look at', () => {
  const lines = textOf({ ...FOUND, running: null, stores: null });
  expect(lines[0]).toBe("! Daybook: 0.1.0, doesn't run on /srv/daybook: npm start");
  expect(lines).toHaveLength(10);
  expect(lines.filter((line) => line.startsWith('!'))).toHaveLength(1);
});

test.each([
  [
    'no leader',
    { projection: { ...projection, isHeld: false } },
    '! Worker: none leads: lists and sums are not updated',
  ],
  ['a frozen one', { projection: { ...projection, heartbeatSeconds: 11 } }, '! Worker: is stuck: heartbeat 11.0 s ago'],
  ['stalled ledgers', { projection: { ...projection, stalled: 2 } }, '! Stalled: 2 ledgers: npm run audit says more'],
  ['a short lag', { waiting: { since: new Date('2026-11-26T11:59:58Z'), events: 1 } }, 'Lag: 1 event, 2.0 s'],
  [
    'a long lag',
    { waiting: { since: new Date('2026-11-26T11:50:00Z'), events: 1_000 } },
    '! Lag: 1,000 events or more, 10 min',
  ],
  ['no event store', { waiting: undefined }, '! Lag: not known: the event store does not answer'],
])('%s is said', (_, stores, line) => {
  expect(withStores(stores)).toContain(line);
});

test('a backup that failed, or that is late, is said', () => {
  const lastFailure = { at: '2026-11-26T04:00:00.000Z', reason: 'the disk is full' };
  const made = '9 h ago, 31.0 MB, /backups/a.zip';
  expect(withBackup({ lastFailure })).toBe(`! Last backup: ${made}; failed 8 h ago: the disk is full`);
  expect(withBackup({ lastFailure: { ...lastFailure, at: '2026-11-25T04:00:00.000Z' } })).toBe(`Last backup: ${made}`);
  expect(withBackup({ everyMs: 3_600_000 })).toBe(`! Last backup: ${made}; one is due each 60 min`);
  expect(withBackup({ everyMs: 8 * 3_600_000 })).toBe(`Last backup: ${made}`);
  expect(withBackup({ lastSuccess: null })).toBe('! Last backup: none; one is due each 24 h');
  expect(withBackup({ everyMs: null, lastSuccess: null })).toBe('Last backup: none: npm run backup -- FILE');
  const old = { at: '2026-11-18T12:00:00.000Z', file: '/backups/a.zip', bytes: 31_000_000 };
  expect(withBackup({ everyMs: null, lastSuccess: old })).toBe(
    '! Last backup: 8 d ago, 31.0 MB, /backups/a.zip; it is overdue: npm run backup -- FILE',
  );
  expect(textOf({ ...FOUND, backup: null, folderBytes: null, disk: null }).slice(8)).toEqual([
    ...['Last backup: not known: no Daybook with this database runs on /srv/daybook', 'Disk left: not known'],
  ]);
});

test('a disk that is nearly full is said, by its size or its share', () => {
  const line = (freeBytes: number, sizeBytes: number) => textOf({ ...FOUND, disk: { freeBytes, sizeBytes } })[9];
  expect(line(900_000_000, 10_000_000_000)).toBe('! Disk left: 900 MB of 10.0 GB');
  expect(line(40_000_000_000, 1_000_000_000_000)).toBe('! Disk left: 40.0 GB of 1.0 TB');
  expect(line(1_000_000_000, 10_000_000_000)).toBe('Disk left: 1.0 GB of 10.0 GB');
});
