import { expect, test } from 'vitest';
import { openLogFile } from './log.ts';

/** The log line of an error, as text. */
function lineOf(error: unknown): string {
  const lines: string[] = [];
  openLogFile('test', 'info', { write: (line) => void lines.push(line) }).error({ err: error }, 'failed');
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
  ['bytes of a request', { rawPacket: Buffer.from(SECRET) }],
  ['an unreadable body', { body: SECRET }],
  ['row and parameters of a statement', { detail: SECRET, where: SECRET, parameters: [SECRET] }],
  ['an invalid URL', { input: SECRET }],
  ['another error', { inner: Object.assign(new Error(), { body: SECRET }) }],
  ['a code that is an object', { code: { [SECRET]: SECRET } }],
])('the log line of an error omits its property: %s', (_, extra) => {
  const withExtra = Object.assign(new Error('failed'), extra);
  for (const error of [withExtra, new Error('outer', { cause: withExtra })]) {
    expect(lineOf(error)).not.toContain(SECRET);
    expect(lineOf(error)).not.toContain([...Buffer.from(SECRET)].join(','));
  }
  expect(lineOf({ ...extra })).not.toContain(SECRET);
});

test('the log line of a large error is bounded', () => {
  const large = 'x'.repeat(1_000_000);
  const error = Object.assign(new Error(large), { code: large });
  error.stack = `${large}\n${`    at ${large}\n`.repeat(100)}`;
  error.cause = error;
  expect(lineOf(error).length).toBeLessThan(40_000);
  expect(lineOf(large).length).toBeLessThan(1_000);
});
