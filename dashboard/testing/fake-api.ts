import { addresses, BASE_PATH, IDEMPOTENCY_KEY } from '../../contract/addresses.ts';
import { type CallData, type CallInput, type CallName, calls } from '../../contract/calls.ts';
import { PROBLEMS, type ProblemCode } from '../../contract/problems.ts';

type Answer = (request: Request) => Promise<Response>;
type Request = { name: CallName; input: unknown; idempotencyKey: string | null };

/**
 * Answers the dashboard's requests in place of the API. Keeps to the contract: a request or an answer that its schemas
 * refuse is noted in `contractErrors`. A call without an answer is a contract error, too.
 */
export class FakeApi {
  readonly requests: Request[] = [];
  readonly contractErrors: string[] = [];
  private readonly answers = new Map<CallName, Answer>();

  /** Makes this the API of all requests from now on. */
  install(): this {
    globalThis.fetch = (url, init) => this.respond(String(url), init ?? {});
    return this;
  }

  /** Answers a call with `data`, or with what it makes of the input, from now on. */
  answer<Name extends CallName>(name: Name, data: CallData<Name> | ((input: CallInput<Name>) => CallData<Name>)): void {
    this.answers.set(name, async ({ input }) => {
      const answer = typeof data === 'function' ? data(input as CallInput<Name>) : data;
      const checked = calls[name].data.safeParse(answer);
      if (!checked.success) throw this.contractError(`The contract refuses this answer of ${name}: ${checked.error}`);
      return Response.json({ data: answer });
    });
  }

  /** Answers a call with a problem, from now on. `errors` are messages by field. */
  refuse(name: CallName, code: ProblemCode, errors?: Record<string, string>): void {
    const { status, title } = PROBLEMS[code];
    const problem = { type: 'about:blank', status, title, code, ...(errors && { errors }) };
    this.answers.set(name, async () => Response.json(problem, { status }));
  }

  /** Loses the response of a call, from now on. */
  lose(name: CallName): void {
    this.answers.set(name, () => Promise.reject(new TypeError('Failed to fetch')));
  }

  /** Holds back the answer that is set for a call until the returned function is called. */
  hold(name: CallName): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answer = this.answers.get(name);
    this.answers.set(name, async (request) => {
      await promise;
      if (!answer) throw new Error(`${name} was held without an answer`);
      return await answer(request);
    });
    return resolve;
  }

  /** Inputs of the requests of a call, in their order. */
  inputsOf<Name extends CallName>(name: Name): CallInput<Name>[] {
    return this.requests.filter((request) => request.name === name).map(({ input }) => input as CallInput<Name>);
  }

  private async respond(url: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url, 'http://daybook.test');
    const found = Object.entries(addresses).find(
      ([, { method, path }]) => method === init.method && BASE_PATH + path === pathname,
    );
    if (!found) throw this.contractError(`No call has the address ${init.method} ${pathname}`);
    const name = found[0] as CallName;
    const input = init.method === 'GET' ? Object.fromEntries(searchParams) : inputOf(init.body);
    const idempotencyKey = new Headers(init.headers).get(IDEMPOTENCY_KEY);
    const request = { name, input, idempotencyKey };
    this.requests.push(request);
    const { body, query } = calls[name] as { body?: Schema; query?: Schema };
    const checked = (body ?? query)?.safeParse(input);
    if (checked?.success === false)
      throw this.contractError(`The contract refuses this input of ${name}: ${checked.error}`);
    const answer = this.answers.get(name);
    if (!answer) throw this.contractError(`There is no answer for ${name}`);
    return await answer(request);
  }

  private contractError(message: string): Error {
    this.contractErrors.push(message);
    return new Error(message);
  }
}

type Schema = { safeParse: (input: unknown) => { success: boolean; error?: unknown } };

/** The fields of a JSON or a multipart body. A file is left out: the contract's schema has the other fields. */
function inputOf(body: RequestInit['body']): unknown {
  if (!(body instanceof FormData)) return JSON.parse(String(body));
  return Object.fromEntries([...body].filter(([, value]) => typeof value === 'string'));
}
