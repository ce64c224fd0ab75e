import { type BackupSchedule, readBackupSchedule } from '../backup/schedule.ts';
import { linesAfterStart } from './after-start.ts';
import { noteSchedule } from './backup-record.ts';
import { requireFolder, ScheduledBackups } from './backup-schedule.ts';
import { isUserFacing } from './failure.ts';
import { checkLayout, writeLayout } from './layout.ts';
import { endLeftovers } from './leftovers.ts';
import { lockFolder } from './lock.ts';
import type { StartedServices } from './services.ts';
import { removeServices, writeServices } from './services-file.ts';
import { type ProgramSettings, readSettings } from './settings.ts';
import { listenForStop, Stopped } from './stop-requests.ts';
import { Supervisor } from './supervisor.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** The context of a start of Daybook. `stopping` aborts when the start is cancelled. */
export type StartContext = {
  settings: ProgramSettings;
  supervisor: Supervisor;
  terminal: Terminal;
  stopping: AbortSignal;
};

/**
 * Runs Daybook on its data folder until it is stopped; `bringUp` starts all programs in the supervisor. Gives the exit
 * code: 0 when the user stopped it, 1 when it could not start or keep running, after it has printed the reason.
 */
export async function runTool(bringUp: (parts: StartContext) => Promise<StartedServices>): Promise<number> {
  // Writing to a closed terminal must not end this process before it has stopped the programs.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const terminal = createTerminal((text) => process.stdout.write(text));
  try {
    const settings = readSettings(process.env);
    await checkLayout(settings.dataDir);
    const schedule = readBackupSchedule(process.env, settings.dataDir);
    if (schedule) await requireFolder(schedule);
    // The programs inherit the environment, and have no use for it.
    delete process.env.BACKUP_PASSPHRASE;
    const lock = await lockFolder(settings.dataDir, settings.address);
    await runInFolder(settings, schedule, terminal, bringUp).finally(lock.release);
  } catch (error) {
    if (error instanceof Stopped) {
      terminal.print('Daybook has stopped.');
      return 0;
    }
    console.error(isUserFacing(error) ? error.message : error);
  }
  return 1;
}

/** Runs until it is stopped or a program fails for good, stops all programs, and throws the reason. */
async function runInFolder(
  settings: ProgramSettings,
  schedule: BackupSchedule | undefined,
  terminal: Terminal,
  bringUp: (parts: StartContext) => Promise<StartedServices>,
): Promise<never> {
  const { dataDir, address } = settings;
  const { stopping, forcing } = listenForStop();
  const supervisor = new Supervisor(dataDir, terminal, stopping);
  const end = new Promise<never>((_, reject) => {
    stopping.signal.addEventListener('abort', () => reject(stopping.signal.reason));
  });
  const start = async () => {
    await endLeftovers(dataDir);
    await removeServices(dataDir);
    await writeLayout(dataDir);
    await noteSchedule(dataDir, schedule?.everyMs ?? null);
    const services = await bringUp({ settings, supervisor, terminal, stopping: stopping.signal });
    await writeServices(dataDir, { address, ...services });
    return services;
  };
  const started = start();
  let backups: ScheduledBackups | undefined;
  try {
    const { eventStorePagesUrl } = await Promise.race([started, end]);
    // At once: who waits for the first line may read the others.
    terminal.print((await linesAfterStart(settings, process.env, eventStorePagesUrl)).join('\n'));
    if (schedule) backups = new ScheduledBackups(schedule, dataDir, terminal.print);
    return await end;
  } finally {
    // Cancels a start in progress.
    stopping.abort(new Stopped());
    await backups?.stop(forcing);
    await supervisor.stop(forcing);
    await started.catch(() => undefined);
    await removeServices(dataDir);
  }
}
