import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCommands } from '../testing/any-commands.ts';
import { carriedOut } from '../testing/scenario.ts';
import { isAsRecorded } from './as-recorded.ts';
import { encode } from './codec.ts';

const entry = (data: string, metadata: string) => ({
  type: 'GoalCreated',
  data: Buffer.from(data),
  metadata: Buffer.from(metadata),
});
const METADATA = JSON.stringify({
  commandId: 'a',
  inputHash: 'hash',
  recordedAt: '2026-11-20T18:30:00.000Z',
  version: 1,
});

test('every event is as it was recorded, in the order of today and in that of its frozen example', () => {
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      for (const { event, metadata } of carriedOut(commands).events) {
        const stored = encode(event, metadata);
        expect(isAsRecorded(entry(JSON.stringify(stored.data), JSON.stringify(stored.metadata)))).toBe(true);
      }
    }),
    { numRuns: 10 },
  );
  const folder = new URL('../examples/', import.meta.url);
  for (const file of readdirSync(folder)) {
    const { data, metadata } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    expect(isAsRecorded(entry(JSON.stringify(data), JSON.stringify(metadata)))).toBe(true);
  }
  const odd = { title: 'é🙂\u2028"\\/\u0001\ud800', resolve: { 5: 'now', 1: 'then' }, ['__proto__']: 1 };
  expect(isAsRecorded(entry(JSON.stringify(odd), METADATA))).toBe(true);
});

test('the trace of a command may stand in the metadata, and nothing else in its place', () => {
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const traced = (traceparent: unknown) => entry('{}', JSON.stringify({ ...JSON.parse(METADATA), traceparent }));
  expect(isAsRecorded(traced(trace))).toBe(true);
  for (const other of [`${trace} `, '', null, { trace }, trace.toUpperCase()])
    expect(isAsRecorded(traced(other))).toBe(false);
});

test.each([
  ['{"amount":5 }', METADATA],
  [' {"amount":5}', METADATA],
  ['{"amount":5}\n', METADATA],
  ['\ufeff{"amount":5}', METADATA],
  ['{"amount":5.0}', METADATA],
  ['{"amount":5e0}', METADATA],
  ['{"amount":4,"amount":5}', METADATA],
  ['{"title":"\\u0041"}', METADATA],
  ['{"title":"a\\/b"}', METADATA],
  ['', METADATA],
  ['{"amount":5', METADATA],
  ['{"amount":5}', ''],
  ['{"amount":5}', `${METADATA} `],
  ['{"amount":5}', METADATA.replace('{', '{"note":"x",')],
])('data %j with metadata %j are not', (data, metadata) => {
  expect(isAsRecorded(entry(data, metadata))).toBe(false);
});

test('nor are bytes that are no UTF-8', () => {
  const data = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  expect(isAsRecorded({ ...entry('', METADATA), data })).toBe(false);
});
