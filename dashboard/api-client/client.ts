import { addresses, BASE_PATH, IDEMPOTENCY_KEY, TIME_ZONE } from '../../contract/addresses.ts';
import type { CallData, CallInput, CallName, CallWithFile } from '../../contract/calls.ts';
import { currentSession, endSession } from '../session/session.ts';
import { formOf } from './form.ts';
import { isProblem, type Outcome, problemIn, UNREACHABLE, unreadable } from './problem.ts';

/** After this long without an answer the connection counts as lost. */
const PATIENCE_MS = 30_000;
/** With a file, which a slow connection takes a while to carry. */
const PATIENCE_WITH_FILE_MS = 120_000;

type Options = { idempotencyKey?: string; file?: File | undefined };
type OptionsOf<Name extends CallName> = Name extends CallWithFile ? Options : Omit<Options, 'file'>;
type Rest<Name extends CallName> =
  CallInput<Name> extends undefined
    ? [input?: undefined, options?: OptionsOf<Name>]
    : [input: CallInput<Name>, options?: OptionsOf<Name>];

/**
 * Makes one of the contract's calls and gives what came of it. When the session has ended it also ends here, which
 * brings the login screen.
 */
export async function call<Name extends CallName>(name: Name, ...rest: Rest<Name>): Promise<Outcome<CallData<Name>>> {
  const [input, options] = rest;
  const session = currentSession();
  const outcome = await exchange(name, input, options ?? {});
  if (!outcome.ok && isProblem(outcome.problem, 'session_required')) endSession(session);
  // What stands under `data` is what the contract has under this name: the server answers by it.
  return outcome as Outcome<CallData<Name>>;
}

async function exchange(name: CallName, input: unknown, options: Options): Promise<Outcome<unknown>> {
  const { method } = addresses[name];
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(address(name, input), {
      method,
      headers: headers(options),
      ...(method === 'POST' && { body: bodyOf(name, input ?? {}, options.file) }),
      signal: AbortSignal.timeout(options.file ? PATIENCE_WITH_FILE_MS : PATIENCE_MS),
    });
    body = await response
      .json()
      .catch((failure: unknown) => (failure instanceof SyntaxError ? undefined : Promise.reject(failure)));
  } catch {
    return { ok: false, problem: UNREACHABLE };
  }
  if (!response.ok) return { ok: false, problem: problemIn(body, response.status) };
  return answer(body, response.status);
}

/** Something between here and the server may answer in its place: that is no answer. */
function answer(body: unknown, status: number): Outcome<unknown> {
  const { data } = (body ?? {}) as { data?: unknown };
  return data === undefined ? { ok: false, problem: unreadable(status) } : { ok: true, data };
}

function address(name: CallName, input: unknown): string {
  const { method, path } = addresses[name];
  if (method === 'POST' || input === undefined) return BASE_PATH + path;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input as object)) {
    if (value !== undefined) query.set(key, String(value));
  }
  return BASE_PATH + path + (query.size > 0 ? `?${query}` : '');
}

/** A form when a file goes along, which only calls that take one are given; else JSON. */
function bodyOf(name: CallName, input: object, file: File | undefined): FormData | string {
  return file ? formOf(name as CallWithFile, input, file) : JSON.stringify(input);
}

function headers({ idempotencyKey, file }: Options): Record<string, string> {
  return {
    Accept: 'application/json',
    // A form's own type carries what parts it, which only the browser knows.
    ...(!file && { 'Content-Type': 'application/json' }),
    [TIME_ZONE]: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(idempotencyKey !== undefined && { [IDEMPOTENCY_KEY]: idempotencyKey }),
  };
}
