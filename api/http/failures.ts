import type { Middleware } from 'koa';
import type { ProblemCode } from '#contract/problems.ts';
import { LedgerErased, LogBehind, LogRefused, LogUnavailable } from '#event-log/errors.ts';
import { UnreadableEvent } from '#ledger/log/codec.ts';
import { WorkEnded } from '#platform/keyed-mutex.ts';
import { isOfReplacedTable } from '#platform/postgres.ts';
import type { State } from './context.ts';
import { ProblemError } from './problem-error.ts';

/** The Retry-After of a 503. */
const RETRY_AFTER_S = 2;

/**
 * Middleware that turns any thrown error into Problem Details. Logs 5xx errors; an unknown error reveals no details.
 */
export const failures: Middleware<State> = async (ctx, next) => {
  try {
    await next();
    if (ctx.status === 404 && ctx.body === undefined) throw new ProblemError('not_found');
  } catch (error) {
    const problem = problemOf(error);
    // `refuseWrites` logs a full disk once; a line for each request would fill it further.
    if (problem.status >= 500 && !(problem === error && problem.code === 'disk_full'))
      ctx.state.log.error({ err: error }, problem.message);
    ctx.status = problem.status;
    ctx.body = JSON.stringify(problem.toProblem());
    ctx.type = 'application/problem+json';
    ctx.set('Cache-Control', 'no-store');
    if (problem.status === 503) ctx.set('Retry-After', String(RETRY_AFTER_S));
  }
};

/** The problem that clients get for any error that was thrown. */
export function problemOf(error: unknown): ProblemError {
  return error instanceof ProblemError ? error : new ProblemError(codeOf(error));
}

function codeOf(error: unknown): ProblemCode {
  // First, because a client that disconnects within its body gives the error code of an unreachable database, plus a
  // status.
  const clientError = clientErrorOf((error as { status?: unknown }).status);
  if (clientError) return clientError;
  if ([LogUnavailable, LogBehind, LogRefused, UnreadableEvent].some((kind) => error instanceof kind))
    return 'unavailable';
  if (error instanceof WorkEnded) return 'busy';
  if (error instanceof LedgerErased || isMissingUser(error)) return 'session_required';
  if ((error as { code?: unknown }).code === DISK_FULL) return 'disk_full';
  return isDatabaseUnavailable(error) ? 'unavailable' : 'internal';
}

/** The problem of a 4xx status on an error of the body parser or the file server; null for other errors. */
function clientErrorOf(status: unknown): ProblemCode | null {
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  switch (status) {
    case 403:
    case 404:
      return 'not_found';
    case 413:
      return 'too_large';
    case 415:
      return 'unsupported_media_type';
    default:
      return 'malformed';
  }
}

/** Whether a foreign key failed. Only users are ever deleted, so the user was deleted during the request. */
function isMissingUser(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23503';
}

const DISK_FULL = '53100';
/** SQLSTATEs of connection errors, of a server that starts or stops, and of read models that are not built yet. */
const UNAVAILABLE_SQLSTATES = /^(08|57P|53|3F000|42P01|55P03|57014)/;
/** Network error codes; ENOTFOUND is among them because a stopped container has no host name. */
const NETWORK_ERRORS = /^E(CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI_)/;

function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isOfReplacedTable(error)) return true;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (UNAVAILABLE_SQLSTATES.test(code) || NETWORK_ERRORS.test(code))) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered/.test(error.message);
}
