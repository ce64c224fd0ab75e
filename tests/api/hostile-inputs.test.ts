import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLimits } from '../../api/limits/limits.ts';
import { type DescribedCall, describedCalls, jsonSchemaOf } from '../../contract/openapi.ts';
import type { Caller } from '../support/caller.ts';
import { eventsOf, type House, openHouse } from '../support/house.ts';

// Made of the contract's own schemas, so that a new call is covered on the day it is added.

let house: House;
let user: Caller;
beforeAll(async () => {
  house = await openHouse();
  Object.assign(house.services.limits, openLimits(house.database, 1_000_000));
  user = await house.newUser();
  await user.post('/users/initial-deposit', { depositAmount: 1000 });
});
afterAll(() => house.close());

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  'currentBalance',
  'userId',
  'isPaidUser',
  '$where',
  'a\u0000',
];

/** A value that is hardly ever what a field wants. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    [],
    {},
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    'null',
    '0',
    '-1',
    '1e999',
    "'; DROP TABLE x; --",
  ),
  fc.constantFrom(0, -0, -1, 0.001, 12.345, 1e15, 1e21, 1e308, -1e308, 2 ** 53, 5e-324),
  fc.constantFrom(
    'x'.repeat(5_000),
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '../../etc/passwd',
    '00000000-0000-0000-0000-000000000000',
  ),
  fc.constantFrom({ amount: 5 }, [[[5]]], { toJSON: 'x' }, { $gt: '' }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Bodies of a call: any of its fields and some that it lacks, each with anything. */
function bodies(call: DescribedCall): fc.Arbitrary<string> {
  const schema = call.body ? jsonSchemaOf(call.body, 'input') : {};
  const fields = Object.keys((schema.properties ?? {}) as object);
  const pairs = fc.uniqueArray(fc.tuple(fc.constantFrom(...fields, ...KEYS), hostile), {
    selector: ([key]) => key,
    maxLength: 8,
  });
  // Written by hand: an object would lose __proto__.
  const object = pairs.map(
    (list) => `{${list.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`,
  );
  return fc.oneof(
    { weight: 8, arbitrary: object },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        '"',
        'null',
        '[]',
        '5',
        '{"a":1',
        '\u0000',
        '{"amount":1e400}',
        deep(10_000),
        `{"title":${deep(10_000)}}`,
      ),
    },
    { weight: 1, arbitrary: fc.json() },
  );
}

const writes = describedCalls().filter(
  ([name, { method, session, body }]) => method === 'POST' && session && body && name !== 'deleteAccount',
);

describe('whatever is sent', () => {
  test.each(writes)(
    'to %s is answered with what the contract allows, and records nothing where it is refused',
    async (_, call) => {
      await fc.assert(
        fc.asyncProperty(bodies(call), async (body) => {
          const before = (await eventsOf(house, user.userId)).length;
          const { status, problem, headers } = await user.post(call.path, body);
          expect(status, body).toBeLessThan(500);
          if (status === 200) return;
          expect(status, body).toBeGreaterThanOrEqual(400);
          expect(headers.get('content-type')).toContain('application/problem+json');
          expect(problem).toMatchObject({
            code: expect.stringMatching(/^[a-z_]+$/),
            title: expect.any(String),
            status,
          });
          if (status === 422) expect(Object.keys(problem.errors ?? {})).not.toHaveLength(0);
          expect((await eventsOf(house, user.userId)).length).toBe(before);
        }),
        { numRuns: 60 },
      );
    },
  );

  const reads = describedCalls().filter(([, { method, query }]) => method === 'GET' && query);
  test.each(reads)('as a query of %s is answered, never with a 5xx', async (_, call) => {
    const fields = Object.keys(jsonSchemaOf(call.query ?? call.data, 'input').properties as object);
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('', '1e9', '-1', '0x10', 'NaN', '%00', '2026-11-20.99999999999999'),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields, '__proto__', 'x'), value, async (key, text) => {
        fc.pre(text.isWellFormed());
        const { status } = await user.get(`${call.path}?${encodeURIComponent(key)}=${encodeURIComponent(text)}`);
        expect(status, text).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });
});

test('a time zone that is none is UTC', async () => {
  for (const zone of ['Mars/Olympus', '../../etc', 'x'.repeat(500), 'UTC+99', '']) {
    expect((await user.get('/users/get-current-user', { 'Time-Zone': zone })).status).toBe(200);
  }
});
