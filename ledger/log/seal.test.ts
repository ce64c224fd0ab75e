import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beforeReset, begin, extendedSeal, next, parseSeal, sealChain, sealCode, sealOf } from './seal.ts';

const bytes = (text: string) => Buffer.from(text);
const hex = (head: Uint8Array) => Buffer.from(head).toString('hex');
const LEDGER = '6f1c1e0a-2b3d-4c5e-8f70-8192a3b4c5d6';

test('the example of docs/seal.md is what the code computes', () => {
  const text = readFileSync(new URL('../../docs/seal.md', import.meta.url), 'utf8');
  const [, example = ''] = text.split('## An example');
  const blocks = [...example.matchAll(/^( {4}.+\n)+/gm)].map(([block]) => block.replaceAll(/^ {4}/gm, '').trim());
  const [id = '', ...rest] = blocks;
  expect(id).toBe(LEDGER);
  const [begun, type = '', data = '', metadata = '', head, seal] = rest;
  expect(hex(begin(id))).toBe(begun);
  const after = next(begin(id), { type, data: bytes(data), metadata: bytes(metadata) });
  expect(hex(after)).toBe(head);
  expect(sealOf(1, after)).toBe(seal);
});

describe('a seal', () => {
  test('is the number of entries and the first 100 bits of the head, 20 characters in four groups', () => {
    const bits = (first: string) => Buffer.from(first.padEnd(64, 'f'), 'hex');
    expect(sealOf(312, bits('0000000000000000000000000'))).toBe('312-00000-00000-00000-00000');
    expect(sealOf(0, bits(''))).toBe('0-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ');
    // 00000 00001 00010 … in groups of five bits.
    expect(sealOf(7, bits('00443214c74254b635cf84653'))).toBe('7-01234-56789-ABCDE-FGHJK');
    expect(sealCode(bits('8c6bd5b9cf7fffffffffffff0')).slice(-1)).toBe('G');
  });

  test.each([
    '312-8XK2M-0QZ7T-1VN4D-RJ5CP',
    '312-8xk2m-0qz7t-1vn4d-rj5cp',
    '3128XK2M0QZ7T1VN4DRJ5CP',
    ' 3 12 8XK2M oQZ7T lVN4D--RJ5CP\n',
    '3I2-8XK2M-OQZ7T-IVN4D-RJ5CP',
    '3L2-8XK2M-0QZ7T-iVN4D-RJ5CP',
  ])('is read as it is typed in: %j', (text) => {
    expect(parseSeal(text)).toEqual({ entries: 312, code: '8XK2M0QZ7T1VN4DRJ5CP' });
  });

  test.each([
    '',
    '312',
    '8XK2M-0QZ7T-1VN4D-RJ5CP',
    '312-8XK2M-0QZ7T-1VN4D-RJ5CU',
    '3-8XK2M-0QZ7T-1VN4D-RJ5C',
    'A12-8XK2M-0QZ7T-1VN4D-RJ5CP',
    '312_8XK2M-0QZ7T-1VN4D-RJ5CP',
    '-312-8XK2M-0QZ7T-1VN4D-RJ5CÜ',
    '1234567890123456-8XK2M-0QZ7T-1VN4D-RJ5CP',
  ])('has no other form: %j', (text) => {
    expect(parseSeal(text)).toBeNull();
  });

  test('of any head and number is read back', () => {
    fc.assert(
      fc.property(fc.nat(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (entries, head) => {
        expect(parseSeal(sealOf(entries, head))).toEqual({ entries, code: sealCode(head) });
      }),
    );
  });

  test('text of any length is judged at once', () => {
    for (const text of [' '.repeat(100_000), `1${'- '.repeat(50_000)}!`, '1 '.repeat(50_000)]) {
      const before = process.threadCpuUsage();
      expect(parseSeal(text)).toBeNull();
      expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(500);
    }
  });
});

describe('the chain', () => {
  const entry = (type: string, data: string, metadata = '{}') => ({
    type,
    data: bytes(data),
    metadata: bytes(metadata),
  });

  test('is another one where a byte moves from one part to the next', () => {
    const heads = [entry('ab', 'c', 'd'), entry('a', 'bc', 'd'), entry('a', 'b', 'cd'), entry('abc', '', 'd')].map(
      (first) => hex(next(begin(LEDGER), first)),
    );
    expect(new Set(heads).size).toBe(4);
  });

  test('is another one in each ledger', () => {
    expect(hex(begin(LEDGER))).not.toBe(hex(begin(LEDGER.replace('6', '7'))));
  });

  const first = entry('ExpenseRecorded', '{"title":"One"}');
  const reset = (data: object, revision = 1n) => ({
    ...entry('LedgerReset', JSON.stringify(data), '{"recordedAt":"2026-11-20T18:30:00.000Z"}'),
    revision,
  });
  const before = extendedSeal(sealChain(LEDGER), { ...first, revision: 0n });

  test('goes on after a reset from what it carries, whether or not the entries before it are there', () => {
    const event = reset({ before: beforeReset(before) });
    const whole = extendedSeal(before, event);
    expect(whole).toMatchObject({
      entries: 2,
      reset: { revision: 1, madeAt: '2026-11-20T18:30:00.000Z' },
    });
    expect(extendedSeal(sealChain(LEDGER), event)).toEqual(whole);
    expect(hex(whole.head)).toBe(hex(next(before.head, event)));
    const madeAt = '2026-11-25T08:00:00.000Z';
    expect(extendedSeal(before, reset({ before: beforeReset(before), madeAt })).reset).toEqual({ revision: 1, madeAt });
  });

  test.each([
    ['without what was before', {}],
    ['with another number of entries', { before: { ...beforeReset(before), entries: 2 } }],
  ])('begins again at a reset %s', (_, data) => {
    const event = reset(data);
    const whole = extendedSeal(before, event);
    expect(hex(whole.head)).toBe(hex(next(begin(LEDGER), event)));
    expect(whole.entries).toBe(2);
  });

  test('a reset that is the first entry begins nothing anew', () => {
    const first = extendedSeal(sealChain(LEDGER), reset({ before: beforeReset(sealChain(LEDGER)) }, 0n));
    expect(first).toMatchObject({ entries: 1, reset: null });
    expect(hex(first.head)).toBe(
      hex(extendedSeal(sealChain(LEDGER), reset({ before: beforeReset(sealChain(LEDGER)) }, 0n)).head),
    );
  });

  test('reads on where a reset is no JSON', () => {
    const odd = { ...entry('LedgerReset', 'no', 'no'), revision: 1n };
    expect(extendedSeal(before, odd)).toMatchObject({ entries: 2, reset: { revision: 1, madeAt: null } });
  });
});
