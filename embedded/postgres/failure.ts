/** Postgres couldn't be brought up; the message is one sentence for the person at the keyboard, saying what to do. */
export class PostgresFailure extends Error {
  override name = 'PostgresFailure';
}

/** The cluster is served by another program, whose process id is `pid` where it is known. */
export const inUse = (cluster: string, pid?: number | string): PostgresFailure =>
  new PostgresFailure(
    `Another Daybook${pid ? ` (process ${pid})` : ''} uses ${cluster}: stop it, or name another folder in DAYBOOK_DATA.`,
  );

/**
 * Makes one sentence for a person of what a file operation threw.
 * Takes the error and the folder it was about; gives a `PostgresFailure`, or the error itself where it isn't about
 * what the folder allows.
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
