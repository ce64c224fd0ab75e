/** Postgres couldn't start; the message is one sentence for the user, with what to do. */
export class PostgresFailure extends Error {
  override name = 'PostgresFailure';
}

/** The failure where another program uses the cluster; `pid` is its process id if known. */
export const inUse = (cluster: string, pid?: number | string): PostgresFailure =>
  new PostgresFailure(
    `Another Daybook${pid ? ` (process ${pid})` : ''} uses ${cluster}: stop it, or name another folder in DAYBOOK_DATA.`,
  );

/**
 * Explains an error of a file operation on a folder. Gives a `PostgresFailure` for missing rights, a file in the way or a full
 * disk, and any other error unchanged.
 */
export function folderFailure(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new PostgresFailure(
        `Daybook can't write in ${folder}: make it, and what is in it, writable for you, or name another folder in DAYBOOK_DATA.`,
        { cause: error },
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new PostgresFailure(
        `${folder} can't be a folder, because a file is in the way: move it, or name another folder in DAYBOOK_DATA.`,
        { cause: error },
      );
    case 'ENOSPC':
      return new PostgresFailure(`The disk is full: make room where ${folder} is, then start again.`, { cause: error });
    default:
      return error;
  }
}
