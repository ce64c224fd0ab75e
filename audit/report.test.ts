import { expect, test } from 'vitest';
import { summary, UNUSED } from '#ledger/model/double-entry.ts';
import { NO_COUNTS } from './ledger-audit.ts';
import { reportText } from './report.ts';

/** The lines that say what differs, for a field that should be one thing and is another. */
function said(expected: string | null, found: string | null): string[] {
  const findings = [{ kind: 'rows', ledger: 'ada', field: 'title', expected, found, revision: 3n } as const];
  const counts = { ...NO_COUNTS, events: 1, transactions: 1 };
  const onTheirWay = { ledgers: 0, events: 0 };
  const text = reportText({
    ledgers: 1,
    counts,
    accounts: summary(UNUSED),
    onTheirWay,
    found: 1,
    findings: [...findings],
  });
  return text.split('\n').filter((line) => line.includes('should be') || line.includes('Forged'));
}

test.each([
  ['Coffee', 'Tea', 'should be Coffee, is Tea'],
  [null, '', "should be nothing, is ''"],
  [null, 'nothing', "should be nothing, is 'nothing'"],
  ['Tea', 'Tea ', "should be Tea, is 'Tea '"],
  ['Café', 'Tea', 'should be Café, is Tea'],
  ['Caf\u00e9', 'Cafe\u0301', 'should be Caf\\u00e9, is Cafe\\u0301'],
  ['Tea', '\u001b[2JTea', 'should be Tea, is \\u001b[2JTea'],
  ['Tea', 'Tea\n  Forged: should be 1, is 2', 'should be Tea, is Tea\\u000a  Forged: should be 1, is 2'],
])('what should be %j and is %j is told in one line, and apart', (expected, found, words) => {
  expect(said(expected, found)).toEqual([`  title: ${words}, from revision 3 on`]);
});
