import type { Waiting } from '#event-log/event-log.ts';
import type { ProjectionState } from '#projections/queries/projection-state.ts';

/** The facts that the two stores tell. */
export type StatusStores = {
  postgres: string;
  /** Null for the stand-in, else where it is. */
  eventStoreHost: string | null;
  users: number;
  /** Users with a session that was used in the last 30 days. */
  activeUsers: number;
  ledgers: number;
  events: number;
  /** Null if it is not the stand-in. */
  eventsBytes: number | null;
  databaseBytes: number;
  imagesBytes: number;
  projection: ProjectionState;
  /** Events that the worker has not applied, or null if there are none, undefined where the event store is away. */
  waiting: Waiting | null | undefined;
};

/** The facts about a Daybook; null is an unknown fact. Sizes are bytes. */
export type StatusFound = {
  now: Date;
  version: string;
  /** Where it runs, or null if it doesn't. `pid` is null if it isn't one of a data folder. */
  running: { address: string; pid: number | null } | null;
  dataDir: string;
  stores: StatusStores | null;
  folderBytes: number | null;
  /** Null if no Daybook that runs here makes them. */
  backup: {
    lastSuccess: { at: string; file: string; bytes: number } | null;
    lastFailure: { at: string; reason: string } | null;
    /** How often one is made by itself, or null if it isn't. */
    everyMs: number | null;
  } | null;
  disk: { freeBytes: number; sizeBytes: number } | null;
};

/** A line of a status; `isWell` is false where somebody should look at it. */
export type StatusLine = { name: string; text: string; isWell: boolean };

/** A leader sends heartbeats several times a second; a failover takes some seconds. */
const HEARTBEAT_SECONDS_MAX = 10;
const LAG_SECONDS_MAX = 60;
const DISK_FREE_BYTES_MIN = 1_000_000_000;
const DISK_FREE_SHARE_MIN = 0.05;
/** A scheduled backup may be as late as one that failed and is tried again. */
const BACKUP_LATE_MS = 60 * 60_000;
/** Where none is scheduled, an older one is said to be overdue. */
const BACKUP_AGE_MS_MAX = 7 * 24 * 60 * 60_000;
/** As many events as are looked at. */
const WAITING_MAX = 1_000;

/** A status in ten lines, of what a person on the server wants to know. */
export function statusOf(found: StatusFound): StatusLine[] {
  return [
    programLine(found),
    versionsLine(found),
    usersLine(found),
    ledgersLine(found),
    sizesLine(found),
    leaderLine(found),
    lagLine(found),
    stalledLine(found),
    backupLine(found),
    diskLine(found),
  ];
}

const well = (name: string, text: string): StatusLine => ({ name, text, isWell: true });
const bad = (name: string, text: string): StatusLine => ({ name, text, isWell: false });
const UNKNOWN = 'not known';

function programLine({ version, running, dataDir }: StatusFound): StatusLine {
  if (!running) return bad('Daybook', `${version}, doesn't run on ${dataDir}: npm start`);
  const process = running.pid === null ? '' : `, process ${running.pid}`;
  return well('Daybook', `${version}, runs at ${running.address}${process}`);
}

function versionsLine({ stores }: StatusFound): StatusLine {
  const node = `Node ${process.versions.node}`;
  if (!stores) return well('Versions', node);
  const eventStore =
    stores.eventStoreHost === null ? "Daybook's own event store" : `events at ${stores.eventStoreHost}`;
  return well('Versions', `${node}, Postgres ${stores.postgres}, ${eventStore}`);
}

function usersLine({ stores }: StatusFound): StatusLine {
  if (!stores) return well('Users', UNKNOWN);
  return well('Users', `${counted(stores.users)}, of which ${counted(stores.activeUsers)} came in the last 30 days`);
}

function ledgersLine({ stores }: StatusFound): StatusLine {
  if (!stores) return well('Ledgers', UNKNOWN);
  return well('Ledgers', `${counted(stores.ledgers)} with ${counted(stores.events)} events`);
}

function sizesLine({ stores, folderBytes }: StatusFound): StatusLine {
  const parts = [
    ...(stores?.eventsBytes == null ? [] : [`events ${sizeText(stores.eventsBytes)}`]),
    ...(stores
      ? [
          `read models and users ${sizeText(stores.databaseBytes - stores.imagesBytes)}`,
          `images ${sizeText(stores.imagesBytes)}`,
        ]
      : []),
    ...(folderBytes === null ? [] : [`data folder ${sizeText(folderBytes)}`]),
  ];
  return well('Sizes', parts.join(', ') || UNKNOWN);
}

function leaderLine({ stores }: StatusFound): StatusLine {
  if (!stores) return well('Worker', UNKNOWN);
  const { isHeld, heartbeatSeconds } = stores.projection;
  if (!isHeld) return bad('Worker', 'none leads: lists and sums are not updated');
  const age = `heartbeat ${ageText(heartbeatSeconds * 1_000)} ago`;
  return heartbeatSeconds > HEARTBEAT_SECONDS_MAX ? bad('Worker', `is stuck: ${age}`) : well('Worker', `leads, ${age}`);
}

function lagLine({ stores, now }: StatusFound): StatusLine {
  if (!stores) return well('Lag', UNKNOWN);
  const { waiting } = stores;
  if (waiting === undefined) return bad('Lag', 'not known: the event store does not answer');
  if (waiting === null) return well('Lag', 'none');
  const behindMs = now.getTime() - waiting.since.getTime();
  const events = waiting.events >= WAITING_MAX ? `${counted(WAITING_MAX)} events or more` : eventsText(waiting.events);
  const text = `${events}, ${ageText(behindMs)}`;
  return behindMs > LAG_SECONDS_MAX * 1_000 ? bad('Lag', text) : well('Lag', text);
}

function stalledLine({ stores }: StatusFound): StatusLine {
  if (!stores) return well('Stalled', UNKNOWN);
  const { stalled } = stores.projection;
  if (stalled === 0) return well('Stalled', 'none');
  return bad('Stalled', `${stalled === 1 ? '1 ledger' : `${counted(stalled)} ledgers`}: npm run audit says more`);
}

function backupLine({ backup, dataDir, now }: StatusFound): StatusLine {
  const name = 'Last backup';
  if (!backup) return well(name, `${UNKNOWN}: no Daybook with this database runs on ${dataDir}`);
  const { lastSuccess, lastFailure, everyMs } = backup;
  const since = (at: string) => now.getTime() - Date.parse(at);
  const made = lastSuccess
    ? `${ageText(since(lastSuccess.at))} ago, ${sizeText(lastSuccess.bytes)}, ${lastSuccess.file}`
    : 'none';
  if (lastFailure && (!lastSuccess || lastFailure.at > lastSuccess.at)) {
    return bad(name, `${made}; failed ${ageText(since(lastFailure.at))} ago: ${lastFailure.reason}`);
  }
  const age = lastSuccess && since(lastSuccess.at);
  if (everyMs !== null) {
    const isLate = age === null || age > everyMs + BACKUP_LATE_MS;
    return isLate ? bad(name, `${made}; one is due each ${ageText(everyMs)}`) : well(name, made);
  }
  if (age === null) return well(name, 'none: npm run backup -- FILE');
  return age > BACKUP_AGE_MS_MAX ? bad(name, `${made}; it is overdue: npm run backup -- FILE`) : well(name, made);
}

function diskLine({ disk }: StatusFound): StatusLine {
  if (!disk) return well('Disk left', UNKNOWN);
  const { freeBytes, sizeBytes } = disk;
  const text = `${sizeText(freeBytes)} of ${sizeText(sizeBytes)}`;
  const isFull = freeBytes < DISK_FREE_BYTES_MIN || freeBytes < sizeBytes * DISK_FREE_SHARE_MIN;
  return isFull ? bad('Disk left', text) : well('Disk left', text);
}

const counted = (count: number) => count.toLocaleString('en-US');
const eventsText = (count: number) => (count === 1 ? '1 event' : `${counted(count)} events`);

const SIZES = [
  { bytes: 1e12, unit: 'TB' },
  { bytes: 1e9, unit: 'GB' },
  { bytes: 1e6, unit: 'MB' },
];

/** A size in words, such as `12.3 MB`. */
function sizeText(bytes: number): string {
  const { bytes: each, unit } = SIZES.find((size) => bytes >= size.bytes) ?? { bytes: 1e3, unit: 'kB' };
  const value = bytes / each;
  return `${value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`;
}

const AGES = [
  { ms: 86_400_000, unit: 'd' },
  { ms: 3_600_000, unit: 'h' },
  { ms: 60_000, unit: 'min' },
];

/** A time in words, such as `5 h`; of less than two minutes seconds. */
function ageText(ms: number): string {
  const age = AGES.find((each) => ms >= 2 * each.ms);
  return age ? `${Math.floor(ms / age.ms)} ${age.unit}` : `${(Math.max(ms, 0) / 1_000).toFixed(1)} s`;
}
