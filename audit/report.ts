import type { Report } from './audit.ts';
import type { Finding } from './finding.ts';

/** The report as JSON: amounts as text, in cents, since they may exceed the safe integers. */
export function reportJson(report: Report): string {
  const value = { clean: report.found === 0, ...report };
  return JSON.stringify(value, (_, nested) => (typeof nested === 'bigint' ? String(nested) : nested), 2);
}

/** The report as text: counts, totals, then what differs, ledger by ledger. */
export function reportText(report: Report): string {
  const { ledgers, counts, accounts, onTheirWay, found, findings } = report;
  const lines = [
    ledgers === 1 ? '1 ledger audited' : `${number(ledgers)} ledgers audited`,
    '',
    line('events', number(counts.events), 'read, each held against the ones before it'),
    line('transactions', number(counts.transactions), 'compared'),
    line('goals', number(counts.goals), 'compared'),
    line('statistics', number(counts.statistics), 'weeks, months and years compared'),
    line('past', number(counts.past), 'rows of what was, compared'),
    '',
    'Double entry: what there is, and where it went, is what came in',
    line('balance', amount(accounts.Balance)),
    line('in goals', amount(accounts.Goals)),
    line('expenses', amount(accounts.Expenses)),
    line('income', amount(-accounts.Income)),
    line('opening', amount(-accounts.Opening), 'deposits and what was set by hand'),
    line('difference', amount(Object.values(accounts).reduce((sum, total) => sum + total, 0n))),
    '',
  ];
  if (onTheirWay.events > 0) {
    const { events, ledgers: behind } = onTheirWay;
    lines.push(`${number(events)} events of ${number(behind)} ledgers are on their way to the read models.`, '');
  }
  if (found === 0) {
    const clean = 'Nothing differs: the books are what the log says, to the cent.';
    return [...lines, counts.events === 0 ? 'There is nothing to audit.' : clean].join('\n');
  }
  lines.push(found === 1 ? '1 difference:' : `${number(found)} differences:`);
  for (const [ledger, theirs] of Map.groupBy(findings, (finding) => finding.ledger)) {
    lines.push('', ledger === null ? 'All' : `Ledger ${ledger}`, ...theirs.map(sentence));
  }
  if (found > findings.length) lines.push('', `Only the first ${number(findings.length)} are listed.`);
  return [...lines, '', 'Amounts of differences are in cents.'].join('\n');
}

/** One line; control characters of values are escaped. */
function sentence(finding: Finding): string {
  return worded(finding).replace(/\p{Cc}/gu, escaped);
}

function worded({ kind, field, expected, found, revision }: Finding): string {
  const since = revision === null ? '' : `, from revision ${revision} on`;
  switch (kind) {
    case 'rows':
    case 'checkpoint':
      return `  ${field}: should be ${both(expected, found)}${since}`;
    case 'log':
      return `  in the log, ${field}: should be ${both(expected, found)}, at revision ${revision}`;
    case 'stalled':
      return `  stands still before revision ${revision}: ${found}`;
    case 'orphan':
      return `  has no ledger, but ${found} in ${field}`;
    default:
      return kind satisfies never;
  }
}

/** The expected and the found value; where they look alike, with escaped characters. */
function both(expected: string | null, found: string | null): string {
  const isAlike = expected !== null && found !== null && expected.normalize('NFKC') === found.normalize('NFKC');
  const [wanted, actual] = [shown(expected), shown(found)];
  return isAlike
    ? `${wanted.replace(BEYOND_ASCII, escaped)}, is ${actual.replace(BEYOND_ASCII, escaped)}`
    : `${wanted}, is ${actual}`;
}

const BEYOND_ASCII = /[^\x20-\x7e]/g;

/** The value, in quotation marks where it could be misread. */
function shown(value: string | null): string {
  if (value === null) return 'nothing';
  return value === 'nothing' || value.trim() !== value || value === '' ? `'${value}'` : value;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function line(name: string, value: string, note = ''): string {
  return `  ${name.padEnd(14)}${value.padStart(24)}  ${note}`.trimEnd();
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function amount(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  const whole = BigInt(digits.slice(0, -2)).toLocaleString('en-US');
  return `${cents < 0n ? '−' : ''}${whole}.${digits.slice(-2)}`;
}
