import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { scheduledName } from '../backup/keep.ts';
import type { BackupSchedule } from '../backup/schedule.ts';
import { changeRecord, readRecord } from './backup-record.ts';
import { NODE_OPTIONS } from './child.ts';
import { errorText, StartFailure } from './failure.ts';
import { appendLine, logFile, withAppendFile } from './log-file.ts';
import { forceStopLater } from './program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Programs that have just started have enough to do. */
const FIRST_WAIT_MS = 5_000;
const RETRY_MS_MAX = 15 * 60_000;

/** Throws a `StartFailure` where the folder of a schedule is missing, as on a disk that isn't mounted, or closed. */
export async function requireFolder({ folder }: BackupSchedule): Promise<void> {
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) {
    throw new StartFailure(`BACKUP_TO names ${folder}, which is no folder: make it, or mount the disk that it is on.`);
  }
  await access(folder, constants.W_OK).catch(() => {
    throw new StartFailure(`You may not write in ${folder}, which BACKUP_TO names: make it writable for you.`);
  });
}

/**
 * Makes backups by a schedule, each in a child process, until it is stopped. The first is due at once where the folder
 * has none of its own, or the newest is old enough. A failure is printed, logged and recorded, and tried again after 15
 * minutes at most.
 */
export class ScheduledBackups {
  readonly #schedule: BackupSchedule;
  readonly #dataDir: string;
  readonly #print: (line: string) => void;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #stopChild: ((forced: AbortSignal) => Promise<void>) | undefined;

  constructor(schedule: BackupSchedule, dataDir: string, print: (line: string) => void) {
    this.#schedule = schedule;
    this.#dataDir = dataDir;
    this.#print = print;
    this.#running = this.#run().catch((error) => {
      if (!this.#stopping.signal.aborted) throw error;
    });
  }

  /** Stops a backup in progress, which leaves no file; `forced` as in `Program`. */
  async stop(forced: AbortSignal): Promise<void> {
    this.#stopping.abort(new Error('Daybook is stopping'));
    await this.#stopChild?.(forced);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { everyMs } = this.#schedule;
    const { signal } = this.#stopping;
    await pause(FIRST_WAIT_MS, undefined, { signal });
    for (;;) {
      const waitMs = (await this.#newestMs()) + everyMs - Date.now();
      // A clock that went back would wait for the time before.
      if (waitMs > 0) await pause(Math.min(waitMs, everyMs), undefined, { signal });
      const reason = await this.#backUp().catch(errorText);
      signal.throwIfAborted();
      if (reason === null) continue;
      await changeRecord(this.#dataDir, { lastFailure: { at: new Date().toISOString(), reason } });
      this.#print(`The backup failed: ${reason}`);
      await pause(Math.min(everyMs, RETRY_MS_MAX), undefined, { signal });
    }
  }

  /** The moment of the newest backup that this schedule has made; 0 where there is none. */
  async #newestMs(): Promise<number> {
    const { schedule } = await readRecord(this.#dataDir);
    // It reads backups, whose code takes half a second to load.
    const { backupMadeAt: madeBy } = await import('../backup/thin.ts');
    const moments = schedule === null ? [] : await madeBy(schedule, this.#schedule.folder).catch(() => []);
    return Math.max(0, ...moments.map((moment) => moment.getTime()));
  }

  /** Makes a backup, and gives why it failed, or null if it didn't. */
  async #backUp(): Promise<string | null> {
    const { folder, passphrase } = this.#schedule;
    const log = await logFile(this.#dataDir, 'backup');
    const file = join(folder, scheduledName(new Date()));
    const args = [...NODE_OPTIONS, 'tools/start/backup.ts', '--scheduled', file];
    const env = { ...process.env, BACKUP_PASSPHRASE: passphrase, BACKUP_TO: folder, DAYBOOK_DATA: this.#dataDir };
    const child = withAppendFile(log, (output) =>
      // A process group of its own: Ctrl-C reaches tools/start/main.ts alone, which stops it.
      spawn(process.execPath, args, { cwd: root, env, detached: true, stdio: ['ignore', output, 'pipe'] }),
    );
    const exited = once(child, 'exit');
    this.#stopChild = async (forced) => {
      child.kill('SIGTERM');
      await forceStopLater(exited, forced, () => child.kill('SIGKILL'));
    };
    const [said, [code, signal]] = await Promise.all([child.stderr ? text(child.stderr) : '', exited]);
    this.#stopChild = undefined;
    for (const line of said.trimEnd().split('\n')) appendLine(log, line);
    if (code === 0) return null;
    const [reason = `it ended with ${signal ?? code}`] = said.trim().split('\n').slice(-1).filter(Boolean);
    return `${reason} (its log is ${log})`;
  }
}
