import { BackupFailure } from '../backup/failure.ts';
import { PostgresFailure } from '../embedded/postgres/failure.ts';

/** Daybook could not start or keep running. The message is one sentence for the user. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** Whether the message of `error` is written for the user, so that no stack is needed. */
export function isUserFacing(error: unknown): error is Error {
  return [StartFailure, PostgresFailure, BackupFailure].some((kind) => error instanceof kind);
}

/** Gives the message of `error`, its code when the message is empty, or the name of its class. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A connect to several addresses throws an AggregateError with an empty message.
  if (error instanceof AggregateError && error.errors.length > 0) return errorText(error.errors[0]);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
