import { addresses, BASE_PATH, CHANGE_SET, IDEMPOTENCY_KEY, PROJECTION_LAG, TIME_ZONE } from '#contract/addresses.ts';
import type { CallData, CallInput, CallName, CallWithFile } from '#contract/calls.ts';
import { currentSession, expireSession } from '../browser-state/session.ts';
import { formDataOf } from './form-data.ts';
import { type CallOutcome, isProblem, parseProblem, UNREACHABLE, unreadableResponse } from './problem.ts';

const REQUEST_TIMEOUT_MS = 30_000;
/** An upload over a slow connection takes longer, and so does what is about very many entries. */
const LONG_REQUEST_TIMEOUT_MS = 120_000;
const LONG_CALLS: readonly CallName[] = [
  'importCommit',
  'previewBulk',
  'bulk',
  'previewRules',
  'runRules',
  'removeRule',
];

type Options = { idempotencyKey?: string; file?: File | undefined };
type OptionsOf<Name extends CallName> = Name extends CallWithFile ? Options : Omit<Options, 'file'>;
/** Arguments of a call: its input, if it has one, and options. */
export type CallArguments<Name extends CallName> =
  CallInput<Name> extends undefined
    ? [input?: undefined, options?: OptionsOf<Name>]
    : Record<string, never> extends CallInput<Name>
      ? [input?: CallInput<Name>, options?: OptionsOf<Name>]
      : [input: CallInput<Name>, options?: OptionsOf<Name>];

/**
 * Sends a request for a call of the contract and returns its `data` or a problem; does not throw. On `session_required`
 * it also expires the local session, which redirects to the login screen.
 */
export function call<Name extends CallName>(
  name: Name,
  ...[input, options]: CallArguments<Name>
): Promise<CallOutcome<CallData<Name>>> {
  return request(name, input, options);
}

/** Like `call`, for a name that is not known at compile time. */
export async function request<Name extends CallName>(
  name: Name,
  input: CallInput<Name> | undefined,
  options: Options = {},
): Promise<CallOutcome<CallData<Name>>> {
  const session = currentSession();
  const outcome = await sendRequest(name, input, options);
  if (!outcome.ok && isProblem(outcome.problem, 'session_required')) expireSession(session);
  // The server builds `data` by the contract, so the cast needs no check at runtime.
  return outcome as CallOutcome<CallData<Name>>;
}

async function sendRequest(name: CallName, input: unknown, options: Options): Promise<CallOutcome<unknown>> {
  const { method } = addresses[name];
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(urlOf(name, input), {
      method,
      headers: headers(options),
      ...(method === 'POST' && { body: bodyOf(name, input ?? {}, options.file) }),
      signal: AbortSignal.timeout(timeoutMs(name, options)),
    });
    body = await response
      .json()
      .catch((error: unknown) => (error instanceof SyntaxError ? undefined : Promise.reject(error)));
  } catch {
    return { ok: false, problem: UNREACHABLE };
  }
  if (!response.ok) return { ok: false, problem: parseProblem(body, response.status) };
  return parseData(body, response, method);
}

function timeoutMs(name: CallName, { file }: Options): number {
  return file || LONG_CALLS.includes(name) ? LONG_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
}

/** A response without `data` is not from the API, for example from a captive portal or a proxy. */
function parseData(body: unknown, { status, headers }: Response, method: 'GET' | 'POST'): CallOutcome<unknown> {
  const { data } = (body ?? {}) as { data?: unknown };
  if (data === undefined) return { ok: false, problem: unreadableResponse(status) };
  const changeSet = headers.get(CHANGE_SET);
  const isBehind = method === 'GET' && headers.has(PROJECTION_LAG);
  return { ok: true, data, ...(isBehind && { isBehind }), ...(changeSet !== null && { changeSet }) };
}

function urlOf(name: CallName, input: unknown): string {
  const { method, path } = addresses[name];
  if (method === 'POST' || input === undefined) return BASE_PATH + path;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input as object)) {
    if (value !== undefined) query.set(key, String(value));
  }
  return BASE_PATH + path + (query.size > 0 ? `?${query}` : '');
}

/** The request body: multipart with a file, else JSON. */
function bodyOf(name: CallName, input: object, file: File | undefined): FormData | string {
  return file ? formDataOf(name as CallWithFile, input, file) : JSON.stringify(input);
}

function headers({ idempotencyKey, file }: Options): Record<string, string> {
  return {
    Accept: 'application/json',
    // The browser sets the multipart content type, because it includes the boundary.
    ...(!file && { 'Content-Type': 'application/json' }),
    [TIME_ZONE]: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(idempotencyKey !== undefined && { [IDEMPOTENCY_KEY]: idempotencyKey }),
  };
}
