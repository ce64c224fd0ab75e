import { addresses, BASE_PATH, CHANGE_SET, IDEMPOTENCY_KEY, PROJECTION_LAG } from '#contract/addresses.ts';
import { type CallData, type CallInput, type CallName, calls } from '#contract/calls.ts';
import type { ConflictDetails } from '#contract/problem-details.ts';
import { PROBLEMS, type ProblemCode } from '#contract/problems.ts';

type Answer = (request: Request) => Promise<Response>;
type Request = { name: CallName; input: unknown; file: File | null; idempotencyKey: string | null };

/**
 * Answers the dashboard's requests in place of the API. Keeps to the contract: a request or an answer that its schemas
 * refuse is noted in `contractErrors`. A call without an answer is a contract error, too.
 */
export class FakeApi {
  readonly requests: Request[] = [];
  readonly contractErrors: string[] = [];
  private readonly answerOf = new Map<CallName, Answer>();
  private readonly downloads = new Map<string, () => Response>();
  /** Calls that are refused as `invalid`, which the contract's schema may do as well. */
  private readonly invalid = new Set<CallName>();
  /** The number of events that the read models lack, as each answer says. */
  lag = 0;

  /** Makes this the API of all requests from now on. */
  install(): this {
    globalThis.fetch = (url, init) => this.respond(String(url), init ?? {});
    return this;
  }

  /**
   * Answers a call with `data`, or with what it makes of the input, from now on. A command's key names its change-set,
   * unless it `hasChangeSet` none, because there was nothing to change.
   */
  answer<Name extends CallName>(
    name: Name,
    data: CallData<Name> | ((input: CallInput<Name>) => CallData<Name>),
    hasChangeSet = calls[name].kind === 'command',
  ): void {
    this.invalid.delete(name);
    this.answerOf.set(name, async ({ input, idempotencyKey }) => {
      const answer = typeof data === 'function' ? data(input as CallInput<Name>) : data;
      const checked = calls[name].data.safeParse(answer);
      if (!checked.success) throw this.contractError(`The contract refuses this answer of ${name}: ${checked.error}`);
      const headers = {
        ...(hasChangeSet && idempotencyKey !== null && { [CHANGE_SET]: idempotencyKey }),
        ...(this.lag > 0 && { [PROJECTION_LAG]: String(this.lag) }),
      };
      return Response.json({ data: answer }, { headers });
    });
  }

  /**
   * Answers a call with a problem, from now on. `errors` are messages by field, `conflicts` stand in the way of an
   * undo.
   */
  refuse(name: CallName, code: ProblemCode, errors?: Record<string, string>, conflicts?: ConflictDetails[]): void {
    if (code === 'invalid') this.invalid.add(name);
    const { status, title } = PROBLEMS[code];
    const problem = {
      type: 'about:blank',
      status,
      title,
      code,
      ...(errors && { errors }),
      ...(conflicts && { conflicts }),
    };
    this.answerOf.set(name, async () => Response.json(problem, { status }));
  }

  /** Answers a GET of a path below the base path that is no call, from now on. */
  serve(path: string, respond: () => Response): void {
    this.downloads.set(BASE_PATH + path, respond);
  }

  /** Loses the response of a call, from now on. */
  lose(name: CallName): void {
    this.answerOf.set(name, () => Promise.reject(new TypeError('Failed to fetch')));
  }

  /** Holds back the answer that is set for a call until the returned function is called. */
  hold(name: CallName): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answer = this.answerOf.get(name);
    this.answerOf.set(name, async (request) => {
      await promise;
      if (!answer) throw new Error(`${name} was held without an answer`);
      return await answer(request);
    });
    return resolve;
  }

  /** Whether an answer is set for a call. */
  answers(name: CallName): boolean {
    return this.answerOf.has(name);
  }

  /** The requests of a call, in their order. */
  requestsOf(name: CallName): Request[] {
    return this.requests.filter((request) => request.name === name);
  }

  /** Inputs of the requests of a call, in their order. */
  inputsOf<Name extends CallName>(name: Name): CallInput<Name>[] {
    return this.requestsOf(name).map(({ input }) => input as CallInput<Name>);
  }

  private async respond(url: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url, 'http://daybook.test');
    const download = init.method === 'GET' ? this.downloads.get(pathname) : undefined;
    if (download) return download();
    const address = Object.entries(addresses).find(
      ([, { method, path }]) => method === init.method && BASE_PATH + path === pathname,
    );
    if (!address) throw this.contractError(`No call has the address ${init.method} ${pathname}`);
    const name = address[0] as CallName;
    const idempotencyKey = new Headers(init.headers).get(IDEMPOTENCY_KEY);
    const { body, query, file: fileField } = calls[name] as { body?: Schema; query?: Schema; file?: FileField };
    const file = this.fileOf(init.body, fileField);
    const input = init.method === 'GET' ? Object.fromEntries(searchParams) : inputOf(init.body, fileField?.json);
    const request = { name, input, file, idempotencyKey };
    this.requests.push(request);
    const checked = (body ?? query)?.safeParse(input);
    if (checked?.success === false && !this.invalid.has(name))
      throw this.contractError(`The contract refuses this input of ${name}: ${checked.error}`);
    const answer = this.answerOf.get(name);
    if (!answer) throw this.contractError(`There is no answer for ${name}`);
    return await answer(request);
  }

  /** The file of a multipart body. */
  private fileOf(body: RequestInit['body'], expected?: FileField): File | null {
    const files = body instanceof FormData ? [...body].filter(([, value]) => value instanceof File) : [];
    const wrong = files.find(([field]) => field !== expected?.field);
    if (wrong) throw this.contractError(`The contract has no file ${wrong[0]} here`);
    if (expected?.required && files.length === 0) throw this.contractError(`The file ${expected.field} is required`);
    return (files[0]?.[1] as File | undefined) ?? null;
  }

  private contractError(message: string): Error {
    this.contractErrors.push(message);
    return new Error(message);
  }
}

type Schema = { safeParse: (input: unknown) => { success: boolean; error?: unknown } };
type FileField = { field: string; required: boolean; json?: readonly string[] };

/**
 * The fields of a JSON or a multipart body, with a decimal `amount` as a number and fields of JSON parsed, as the API
 * takes it.
 */
function inputOf(body: RequestInit['body'], json: readonly string[] = []): unknown {
  if (!(body instanceof FormData)) return JSON.parse(String(body));
  const fields = [...body].filter(([, value]) => typeof value === 'string');
  const parsed = (key: string, value: unknown) => {
    if (json.includes(key)) return JSON.parse(String(value));
    return key === 'amount' ? Number(value) : value;
  };
  return Object.fromEntries(fields.map(([key, value]) => [key, parsed(key, value)]));
}
