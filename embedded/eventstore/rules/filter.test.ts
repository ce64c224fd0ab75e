import { describe, expect, test } from 'vitest';
import { filterOf } from './filter.ts';

const event = { stream: 'ledger-1', type: 'ExpenseRecorded' };
const passes = (on: 'stream' | 'type', regex: string, ...prefixes: string[]) =>
  filterOf({ on, regex, prefixes })(event);

describe('a filter', () => {
  test('lets any of its prefixes through', () => {
    expect(passes('stream', '', 'user-', 'ledger-')).toBe(true);
    expect(passes('type', '', 'ledger-')).toBe(false);
    expect(passes('stream', '', '')).toBe(true);
  });

  test('lets through what its expression finds anywhere, in the same case', () => {
    expect(passes('type', 'Rec')).toBe(true);
    expect(passes('type', '^rec')).toBe(false);
    expect(passes('stream', '^[^\\$].*')).toBe(true);
    expect(passes('stream', 'ledger\\-1')).toBe(true);
  });

  test('lets nothing through without either', () => expect(passes('type', '')).toBe(false));

  test('is none if its expression is none', () => expect(() => passes('type', '(')).toThrow(SyntaxError));
});
