import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLimits } from '#api/limits/limits.ts';
import type { JsonSchema } from '#contract/openapi.ts';
import { type Caller, WORDS_OF_LIBRARY } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

// Requests that are made from the OpenAPI document alone, as by a client that knows nothing else: every answer has a
// status of the document, and no field that the document lacks.

type Content = Record<string, { schema: JsonSchema }>;
type Operation = {
  operationId: string;
  parameters: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content: Content }>;
};
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: { Problem: JsonSchema } } };

const REQUESTS = 2_000;
/** The calls that end the session of the others, or the user. */
const LEFT_OUT = ['logout', 'deleteAccount', 'updatePassword', 'endSession', 'endOtherSessions'];

let server: TestServer;
let user: Caller;
let document: Document;
beforeAll(async () => {
  server = await openTestServer();
  Object.assign(server.services.limits, openLimits(server.database, 1_000_000));
  user = await server.newUser();
  await user.post('/users/initial-deposit', { depositAmount: 1000 });
  await user.post('/transaction/create-expense', { title: 'Bread', amount: 4, category: 'Groceries' });
  document = (await (await ask('get', '/openapi.json')).json()) as Document;
});
afterAll(() => server.close());

const wrong = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', 'x', '2026-02-30', '0099-06-01T00:00:00Z', -1, 1e15, 0.001, [], {}),
  fc.string({ maxLength: 20 }),
);

/** Values by a schema of the document; now and then another value. */
function valuesOf(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 19, arbitrary: rightOf(schema, depth) }, { weight: 1, arbitrary: wrong });
}

function rightOf(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const { type, enum: values, const: constant, anyOf, oneOf, pattern } = schema;
  if (Array.isArray(values)) return fc.constantFrom(...values);
  if (constant !== undefined) return fc.constant(constant);
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map((each) => rightOf(each, depth)));
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer') return fc.integer({ min: Math.max(-5, Number(schema.minimum ?? -5)), max: 500 });
  if (type === 'number') return fc.integer({ min: -500, max: 50_000 }).map((cents) => cents / 100);
  if (type === 'array')
    return fc.array(valuesOf((schema.items ?? {}) as JsonSchema, depth + 1), { maxLength: depth > 3 ? 0 : 3 });
  if (type === 'object') return objectsOf(schema, depth);
  if (type !== 'string') return wrong;
  const usual = fc.constantFrom('Groceries', 'Bread', '2026-03-14', '2026-03', 'everyday', user.userId, 'amount>3');
  if (typeof pattern !== 'string') return fc.oneof(usual, fc.string({ maxLength: 12 }));
  return fc.oneof(usual, fc.stringMatching(new RegExp(pattern, 'u')));
}

function objectsOf({ properties = {}, required = [] }: JsonSchema, depth: number): fc.Arbitrary<object> {
  const entries = Object.entries(properties as Record<string, JsonSchema>);
  return fc.record(Object.fromEntries(entries.map(([name, each]) => [name, valuesOf(each, depth + 1)])), {
    requiredKeys: (required as string[]).filter((name) => name in (properties as object)),
  });
}

/** Sends a request as the user, a POST with a JSON body. */
async function ask(method: string, address: string, body: object = {}): Promise<Response> {
  return await fetch(`${server.origin}/api/v1${address}`, {
    method: method.toUpperCase(),
    headers: { Cookie: user.cookie, Origin: server.origin, 'Content-Type': 'application/json' },
    ...(method === 'post' && { body: JSON.stringify(body) }),
  });
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

test('2,000 requests by the document are answered by it: each status, each field, and no 5xx', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  const validators = new Map<JsonSchema, ValidateFunction>();
  const validatorOf = (schema: JsonSchema) => {
    const known =
      validators.get(schema) ?? ajv.compile('$ref' in schema ? document.components.schemas.Problem : schema);
    validators.set(schema, known);
    return known;
  };
  // Payments are 503 here, since there is no Stripe; a file needs a form.
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId, requestBody }]) => {
        const isJson = !requestBody || 'application/json' in requestBody.content;
        return isJson && !LEFT_OUT.includes(operationId);
      })
      .map(([method, operation]) => ({ path, method, operation })),
  );
  expect(operations.length).toBeGreaterThan(90);
  const runs = Math.ceil(REQUESTS / operations.length);
  const found = new Set<string>();
  const statuses = new Map<number, number>();
  for (const { path, method, operation } of operations) {
    const query = fc.record(
      Object.fromEntries(
        operation.parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, valuesOf(schema)]),
      ),
      { requiredKeys: [] },
    );
    const content = operation.requestBody?.content['application/json'];
    const body = content ? objectsOf(content.schema, 0) : fc.constant({});
    const unknown = fc.constantFrom(...Array<null>(10).fill(null), 'known', 'unknown');
    for (const [parameters, sent, more] of fc.sample(fc.tuple(query, body, unknown), runs)) {
      const search = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, textOf(value)]));
      if (more !== null) search.append(more, '2026-03-14T00:00:00Z');
      const address = `${path}${search.size > 0 ? `?${search}` : ''}`;
      const response = await ask(method, address, sent);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const said = operation.responses[response.status];
      const isPayment = path.startsWith('/pay/') && response.status === 503;
      if (!said || (response.status >= 500 && !isPayment)) {
        await response.body?.cancel();
        found.add(`${operation.operationId}: ${response.status} is not in the document`);
        continue;
      }
      const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
      const schema = said.content[type]?.schema;
      const validate = schema && validatorOf(schema);
      if (!validate) found.add(`${operation.operationId}: ${response.status} as ${type} is not in the document`);
      else {
        const answer = await response.json();
        if (!validate(answer))
          found.add(`${operation.operationId}: ${response.status} ${ajv.errorsText(validate.errors)}`);
        const { errors = {} } = answer as { errors?: Record<string, string> };
        for (const [field, words] of Object.entries(errors)) {
          if (WORDS_OF_LIBRARY.test(words)) found.add(`${operation.operationId}: ${field} says '${words}'`);
        }
      }
    }
  }
  expect([...found]).toEqual([]);
  // Neither all is refused, nor all taken.
  for (const status of [200, 422]) expect(statuses.get(status)).toBeGreaterThan(REQUESTS / 10);
});
