import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { BASE_PATH } from '#contract/addresses.ts';
import { callEntries, problemsOf } from '#contract/openapi.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { User } from '#contract/user.ts';
import { noteSecretsOf } from './leaks.ts';

/** The password and the name of every new user. */
export const PASSWORD = 'paper and ink';
export const FULL_NAME = 'Clara Whitfield';

/** An answer of the API. `data` is the body's field `data`, `problem` the Problem Details of a failure. */
export type Answer<Data> = {
  status: number;
  headers: Headers;
  data: Data;
  problem: { code: string; title: string; errors?: Record<string, string>; problems?: object[] };
};

const CALLS = new Map(
  callEntries().map(([name, call]) => [`${call.method} ${call.path}`, { name, codes: problemsOf(call) }]),
);
/** How the words of the library that reads input begin, which aren't words for users. */
export const WORDS_OF_LIBRARY =
  /^(Invalid (input|option|key|element|string|number|ISO|UUID)|Too (small|big)|Unrecognized)/;

/** Throws where the contract doesn't name the problem of an answer, or where its words aren't Daybook's own. */
function requireDocumented(method: string, path: string, { code, errors = {} }: Answer<unknown>['problem']): void {
  const call = CALLS.get(`${method} ${path.split('?')[0]}`);
  if (call && !call.codes.includes(code as ProblemCode)) throw new Error(`${call.name} is not said to answer ${code}.`);
  const wrong = Object.values(errors).find((words) => WORDS_OF_LIBRARY.test(words));
  if (wrong !== undefined) throw new Error(`${method} ${path} says '${wrong}'.`);
}

const connections = new Agent({ keepAlive: true });

/** A client of the API over HTTP that sends what a browser does: the cookies it was given and its Origin. */
export class Caller {
  readonly origin: string;
  email = '';
  password = '';
  userId = '';
  #jar = { cookie: '' };
  #token: string | null = null;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** The Cookie header that it sends. */
  get cookie(): string {
    return this.#jar.cookie;
  }

  set cookie(cookie: string) {
    this.#jar.cookie = cookie;
  }

  /** A client of somebody who has a new address and a password, and is not registered yet. */
  static somebody(origin: string): Caller {
    const caller = new Caller(origin);
    caller.email = `${randomUUID()}@example.com`;
    caller.password = PASSWORD;
    return caller;
  }

  /** Registers a new user and logs them in. */
  static async registered(origin: string): Promise<Caller> {
    const caller = Caller.somebody(origin);
    const { email, password } = caller;
    await expectOk(caller.post('/users/register', { email, password, fullName: FULL_NAME }));
    caller.userId = (await expectOk(caller.post<User>('/users/login', { email, password }))).data._id;
    return caller;
  }

  /** A program with a token, which sends neither a cookie nor an Origin. */
  static program(origin: string, token: string): Caller {
    const caller = new Caller(origin);
    caller.#token = token;
    noteSecretsOf({ password: token }, []);
    return caller;
  }

  /** Another client with a copy of the cookie, of the server at `origin`. */
  copy(origin: string = this.origin): Caller {
    const copy = new Caller(origin);
    copy.cookie = this.cookie;
    return copy;
  }

  /** The same browser at another address: the cookies that one is given, the other has, too. */
  at(origin: string): Caller {
    const same = this.copy(origin);
    same.#jar = this.#jar;
    return same;
  }

  async get<Data>(path: string, headers: Record<string, string> = {}): Promise<Answer<Data>> {
    return await this.#call('GET', path, undefined, headers);
  }

  async post<Data = User>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<Data>> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return await this.#call('POST', path, text, {
      ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    });
  }

  /** Sends a form. */
  async postForm<Data = User>(
    path: string,
    form: FormData,
    headers: Record<string, string> = {},
  ): Promise<Answer<Data>> {
    const encoded = new Response(form);
    const type = encoded.headers.get('Content-Type') ?? '';
    return await this.#call('POST', path, await encoded.bytes(), { 'Content-Type': type, ...headers });
  }

  /** The status and the body of an answer as one text, like `200 {"status":"success"}`. */
  async getText(path: string): Promise<string> {
    const response = await this.#send('GET', path, undefined, {});
    return `${response.statusCode} ${await text(response)}`;
  }

  /** The status of an answer that leads on, and the address, with the cookies kept. */
  async ledTo(path: string): Promise<{ status: number; to: string | undefined }> {
    const response = await this.#send('GET', path, undefined, {});
    for (const cookie of response.headers['set-cookie'] ?? []) this.#keep(cookie);
    response.resume();
    return { status: response.statusCode ?? 0, to: response.headers.location };
  }

  /** Fetches an address like `/api/v1/files/…` and gives the response as it is. */
  async open(address: string, method = 'GET', headers: Record<string, string> = {}): Promise<Response> {
    return await fetch(`${this.origin}${address}`, { method, headers: { Cookie: this.cookie, ...headers } });
  }

  /** The user, as the API returns it now. */
  async user(): Promise<User> {
    return (await expectOk(this.get<User>('/users/get-current-user'))).data;
  }

  /** Keeps a cookie beside the others, as a browser does. */
  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const others = this.cookie.split('; ').filter((other) => other !== '' && !other.startsWith(`${name}=`));
    this.cookie = [...others, ...(pair.endsWith('=') ? [] : [pair])].join('; ');
  }

  async #call<Data>(
    method: string,
    path: string,
    body: string | Uint8Array | undefined,
    headers: Record<string, string>,
  ): Promise<Answer<Data>> {
    const response = await this.#send(method, path, body, headers);
    const { statusCode: status = 0, headers: given } = response;
    const cookies = given['set-cookie'] ?? [];
    for (const cookie of cookies) this.#keep(cookie);
    const answer = (await json(response)) as Answer<Data> & Answer<Data>['problem'];
    if (status < 300)
      noteSecretsOf(typeof body === 'string' ? JSON.parse(body || '{}') : undefined, cookies, answer.data);
    else if (status >= 400) requireDocumented(method, path, answer);
    const single = Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]);
    return { status, headers: new Headers(single), data: answer.data, problem: answer };
  }

  /** The headers by which the server knows whose the request is. */
  #own(): Record<string, string> {
    return this.#token === null
      ? { Origin: this.origin, Cookie: this.cookie }
      : { Authorization: `Bearer ${this.#token}` };
  }

  /** Sends a request and gives the response, whose body has not been read. */
  async #send(
    method: string,
    path: string,
    body: string | Uint8Array | undefined,
    headers: Record<string, string>,
  ): Promise<IncomingMessage> {
    // Most requests of the tests are made here, and `fetch` takes four times the processor time.
    const asked = request(`${this.origin}${BASE_PATH}${path}`, {
      agent: connections,
      method,
      headers: { ...this.#own(), ...headers },
    });
    // The listener stays: a connection may fail while the body of the answer comes, too.
    return await new Promise<IncomingMessage>((resolve, reject) =>
      asked.on('response', resolve).on('error', reject).end(body),
    );
  }
}

/** Waits for an answer and gives it. Throws with its status and problem unless the status is 200. */
export async function expectOk<Data>(asked: Promise<Answer<Data>>): Promise<Answer<Data>> {
  const answer = await asked;
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.problem)}`);
  return answer;
}
