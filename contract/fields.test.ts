import fc from 'fast-check';
import { expect, test } from 'vitest';
import { categoryName, known, line, lines, storableField } from './fields.ts';
import { lineInput } from './line-calls.ts';
import { messages } from './messages.ts';
import { callEntries, jsonSchemaOf } from './openapi.ts';

/** Texts that resemble what schemas check the form of, and that a second check may not expect. */
const RESEMBLING = [
  ...['2026-13-45', '2026-02-30', '0000-01-01', '9999-99-99', '2026-11-20T', '+012026-11-20', '-000001-01-01'],
  ...['T25:00:00Z', 'T23:59:60Z', 'T24:00:00Z', 'T18:30:00', 'T18:30+99:99'].map((time) => `2026-11-20${time}`),
  ...['2026-13-45T00:00:00Z', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59'],
  ...['T', 'TT', '1T', '999999999999999', '9'.repeat(400), '-1', '1.5', '1e3', '0x10', 'Infinity', 'NaN', ' 5 '],
  ...['2026-11-20.1', '2026-13-45.1', '.', '2026-11-20.', '0-00000-00000-00000-00000'],
  ...['balance:', 'account:', 'expense:month:2026-13', 'expense:range:2026-13-45:2026-13-46', 'category:%:week:x'],
  ...['expense:year:0000', 'expense:week:2026-02-30', 'percentage:goal:', 'category:%E0%A4%A:month:2026-01'],
  ...['', ' ', '\0', '\ud800', '__proto__', 'constructor', '\u2028', '🙂'],
];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...RESEMBLING) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...RESEMBLING), fc.string({ unit: 'binary' })).map((all) => all.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.stringMatching(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}Z)?$/) },
);
const scalar = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.constantFrom(null, undefined, true, -0, 2 ** 53, 1e308, [], {}) },
);
const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 2, arbitrary: fc.dictionary(text, scalar, { maxKeys: 3 }) },
);

const inputs = callEntries().flatMap(([name, { body, query }]) => {
  const schema = body ?? query;
  return schema ? [[name, schema] as const] : [];
});

test.each(inputs)('no input of %s makes its schema throw', (_, schema) => {
  const { properties = {} } = jsonSchemaOf(schema, 'input') as { properties?: Record<string, object> };
  const fields = Object.keys(properties);
  if (fields.length === 0) return;
  const input = fc
    .array(fc.tuple(fc.constantFrom(...fields), value), { minLength: 1, maxLength: 2 * fields.length })
    .map((pairs) => Object.fromEntries(pairs));
  fc.assert(
    fc.property(input, (input) => {
      // Where it throws, the call is answered by 500.
      expect(typeof schema.safeParse(input).success).toBe('boolean');
    }),
    { numRuns: 300 },
  );
});

test('lengths are in UTF-16 code units', () => {
  for (const schema of [line('', 4, 'too long'), lines(4, 'too long'), storableField(4, 'too long')]) {
    expect(schema.safeParse('🙂🙂').success).toBe(true);
    expect(schema.safeParse('🙂🙂a').error?.issues.map(({ message }) => message)).toEqual(['too long']);
  }
  expect(categoryName([]).safeParse('🙂'.repeat(16)).success).toBe(false);
  expect(lineInput.safeParse({ text: '🙂'.repeat(251) }).success).toBe(false);
});

test.each([
  '2026-13-45T00:00:00Z',
  '2026-11-20T25:00:00Z',
  '2026-11-20T23:59:60Z',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0099-06-01T00:00:00Z',
  '1899-12-31T23:59:59Z',
  '1900-01-01T00:30:00+01:00',
])('%s is no moment', (moment) => {
  expect(known.safeParse(moment).error?.issues.map(({ message }) => message)).toEqual([messages.notAMoment]);
});
