import type { Middleware } from 'koa';
import type { ProblemCode } from '../../contract/problems.ts';
import { LedgerErased, LogBehind, LogUnavailable } from '../../event-log/errors.ts';
import { UnreadableEvent } from '../../ledger/codec.ts';
import type { State } from './context.ts';
import { ProblemError } from './problem-error.ts';

/** Retry-After for 503, in seconds. */
const RETRY_AFTER = 2;

/** The one place where whatever was thrown becomes Problem Details. What is no known failure is logged and tells nothing. */
export const failures: Middleware<State> = async (ctx, next) => {
  try {
    await next();
    if (ctx.status === 404 && ctx.body === undefined) throw new ProblemError('not_found');
  } catch (error) {
    const problem = error instanceof ProblemError ? error : new ProblemError(codeOf(error));
    // That a disk is full is logged once, by who refuses: once more for each request would fill it.
    if (problem.status >= 500 && !(problem === error && problem.code === 'disk_full'))
      ctx.state.log.error({ err: error }, problem.message);
    ctx.status = problem.status;
    ctx.body = JSON.stringify(problem.toProblem());
    ctx.type = 'application/problem+json';
    ctx.set('Cache-Control', 'no-store');
    if (problem.status === 503) ctx.set('Retry-After', String(RETRY_AFTER));
  }
};

function codeOf(error: unknown): ProblemCode {
  // First: a client that closed its connection within the body has the error code of an unreachable database, but also a status.
  const refused = refusalOf((error as { status?: unknown }).status);
  if (refused) return refused;
  if (error instanceof LogUnavailable || error instanceof LogBehind || error instanceof UnreadableEvent) {
    return 'unavailable';
  }
  if (error instanceof LedgerErased || isOfNobody(error)) return 'session_required';
  if ((error as { code?: unknown }).code === DISK_FULL) return 'disk_full';
  return isDatabaseAway(error) ? 'unavailable' : 'internal';
}

/** The body parser and the file server say by a status what they could not take. */
function refusalOf(status: unknown): ProblemCode | null {
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

/** Whether a row was to refer to a user who has deleted their account meanwhile: what else rows refer to isn't deleted. */
function isOfNobody(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23503';
}

/** Postgres found no space to write to. */
const DISK_FULL = '53100';
/** Connection exceptions, a server that is stopping or starting, and read models that the worker has not built yet. */
const AWAY = /^(08|57P|53|3F000|42P01|55P03|57014)/;
/** What the way there failed with; a container that is stopped has no name any more. */
const UNREACHED = /^E(CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI_)/;

function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (AWAY.test(code) || UNREACHED.test(code))) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered/.test(error.message);
}
