import { expect, test } from 'vitest';
import { openLog } from './log.ts';

/** The log line of an error, as text. */
function lineOf(error: unknown): string {
  const lines: string[] = [];
  openLog('test', 'info', { write: (line) => void lines.push(line) }).error({ err: error }, 'failed');
  return lines.join('');
}

const SECRET = 'quincunx';
const fieldsOf = (error: unknown) => JSON.parse(lineOf(error)).err;

test('a log line of an error has its type, message, stack, code and cause', () => {
  const cause = Object.assign(new TypeError('why'), { code: 7 });
  const { stack, ...fields } = fieldsOf(Object.assign(new RangeError('what', { cause }), { code: '22008' }));
  expect(stack).toMatch(/^ {4}at .*error-fields\.test\.ts/);
  expect(fields).toEqual({
    type: 'RangeError',
    message: 'what',
    code: '22008',
    cause: { type: 'TypeError', message: 'why', code: 7, stack: expect.stringContaining('error-fields.test.ts') },
  });
});

test.each([
  ['the bytes of a request', { rawPacket: Buffer.from(SECRET) }],
  ['the body that could not be read', { body: SECRET }],
  ['a row and the parameters of a statement', { detail: SECRET, where: SECRET, parameters: [SECRET] }],
  ['a URL that could not be read', { input: SECRET }],
  ['an error beside it', { inner: Object.assign(new Error(), { body: SECRET }) }],
  ['a code that is an object', { code: { [SECRET]: SECRET } }],
])('of %s that hangs on an error nothing is logged', (_, extra) => {
  const beside = Object.assign(new Error('failed'), extra);
  for (const error of [beside, new Error('outer', { cause: beside })]) {
    expect(lineOf(error)).not.toContain(SECRET);
    expect(lineOf(error)).not.toContain([...Buffer.from(SECRET)].join(','));
  }
  expect(lineOf({ ...extra })).not.toContain(SECRET);
});

test('however large an error is, its line is small', () => {
  const large = 'x'.repeat(1_000_000);
  const error = Object.assign(new Error(large), { code: large });
  error.stack = `${large}\n${`    at ${large}\n`.repeat(100)}`;
  error.cause = error;
  expect(lineOf(error).length).toBeLessThan(40_000);
  expect(lineOf(large).length).toBeLessThan(1_000);
});
