import { PostgresFailure } from '../embedded/postgres/failure.ts';

/** Daybook couldn't be brought up, or kept up; the message is one sentence for the person at the keyboard. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** Tells whether the message of `error` is one that a person is meant to read as it is. */
export function isPlain(error: unknown): error is Error {
  return error instanceof StartFailure || error instanceof PostgresFailure;
}

/** Gives what can be said about `error` in one sentence: its message, or its code where the message is empty. */
export function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What connecting to several addresses throws keeps its reasons inside.
  if (error instanceof AggregateError && error.errors.length > 0) return inWords(error.errors[0]);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
