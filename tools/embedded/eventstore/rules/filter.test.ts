import { describe, expect, test } from 'vitest';
import { filterOf } from './filter.ts';

const event = { stream: 'ledger-1', type: 'ExpenseRecorded' };
const passes = (on: 'stream' | 'type', regex: string, ...prefixes: string[]) =>
  filterOf({ on, regex, prefixes })(event);

describe('a filter', () => {
  test('matches any of its prefixes', () => {
    expect(passes('stream', '', 'user-', 'ledger-')).toBe(true);
    expect(passes('type', '', 'ledger-')).toBe(false);
    expect(passes('stream', '', '')).toBe(true);
  });

  test('compares prefixes as text: invisible characters are ignored, a letter needs its accent', () => {
    const begins = (stream: string, prefix: string) =>
      filterOf({ on: 'stream', regex: '', prefixes: [prefix] })({ stream, type: 't' });
    for (const name of ['\u00e9t\u00e9-1', 'e\u0301te\u0301-1'])
      for (const prefix of ['\u00e9', 'e\u0301', '\u00e9t', '\u00e9t\u00e9-', ''])
        expect(begins(name, prefix)).toBe(true);
    expect(begins('e\u0301t\u00e9', 'e')).toBe(false);
    expect(begins('a\u0000b\u00adc', 'abc')).toBe(true);
    expect(begins('abc', 'a\u200bb')).toBe(true);
    expect(begins('abc', '\u0000')).toBe(true);
    expect(begins('ab', 'ab\u0301')).toBe(false);
    expect(begins('\u65e5\u672c-1', '\u65e5')).toBe(true);
    expect(begins('\u{1f600}-1', '\u{1f600}')).toBe(true);
    for (const [name, prefix] of [
      ['ss', '\u00df'],
      ['fi', '\ufb01'],
      ['A', 'a'],
      ['a\tb', 'ab'],
      ['ab', 'abc'],
    ] as const)
      expect(begins(name, prefix), prefix).toBe(false);
  });

  test('matches its expression anywhere in the text, case-sensitive', () => {
    expect(passes('type', 'Rec')).toBe(true);
    expect(passes('type', '^rec')).toBe(false);
    expect(passes('stream', '^[^\\$].*')).toBe(true);
    expect(passes('stream', 'ledger\\-1')).toBe(true);
  });

  test('matches nothing without either', () => expect(passes('type', '')).toBe(false));

  test('can not be made of an invalid expression', () => expect(() => passes('type', '(')).toThrow(SyntaxError));
});
