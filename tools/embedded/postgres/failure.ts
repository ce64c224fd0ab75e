/** Postgres couldn't start; the message is one sentence for the user, with what to do. */
export class PostgresFailure extends Error {
  override name = 'PostgresFailure';
}

/** The names of the settings for the data folder and for an existing Postgres, for messages. */
export type SettingNames = { dataDir: string; databaseUrl: string };

/** The settings of `npm start`. */
export const DAYBOOK_SETTINGS: SettingNames = { dataDir: 'DAYBOOK_DATA', databaseUrl: 'DATABASE_URL' };

/** The failure where another program uses the cluster; `pid` is its process id if known. */
export const inUse = (cluster: string, settings: SettingNames, pid?: number | string): PostgresFailure =>
  new PostgresFailure(
    `Another program${pid ? ` (process ${pid})` : ''} uses ${cluster}: ` +
      `stop it, or name another folder in ${settings.dataDir}.`,
  );

/**
 * Explains an error of a file operation on a folder. Gives a `PostgresFailure` for missing rights, a file in the way or
 * a full disk, and any other error unchanged.
 */
export function folderFailure(error: unknown, folder: string, settings = DAYBOOK_SETTINGS): unknown {
  const { code, syscall } = (error instanceof Error ? error : {}) as { code?: unknown; syscall?: unknown };
  // Node's word for a folder that a read-only file system lets nobody make.
  switch (code === 'ENOENT' && syscall === 'mkdir' ? 'EROFS' : code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new PostgresFailure(
        `Can't write in ${folder}: make it, and what is in it, writable for you, ` +
          `or name another folder in ${settings.dataDir}.`,
        { cause: error },
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new PostgresFailure(
        `${folder} can't be a folder, because a file is in the way: ` +
          `move it, or name another folder in ${settings.dataDir}.`,
        { cause: error },
      );
    case 'ENOSPC':
      return new PostgresFailure(`The disk is full: make room where ${folder} is, then start again.`, { cause: error });
    default:
      return error;
  }
}
