/** A backup could not be made, read or restored. The message is one sentence for the user. */
export class BackupFailure extends Error {
  override name = 'BackupFailure';
}

/** The code of an error of the file system or of Postgres, such as ENOSPC or 53100; undefined where it has none. */
export const failureCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
