import type { Verification } from '#contract/ledger-calls.ts';

/** Result of a verification as a sentence. */
export function verificationText({ intact, revision, differences }: Verification): string {
  if (intact) return revision === null ? 'There is nothing to compare yet.' : 'Your books are as they were written.';
  const { length } = differences;
  return length === 1 ? 'One thing differs from your ledger.' : `${length} things differ from your ledger.`;
}

/** Description of what was compared; empty for an empty ledger. */
export function comparisonText({ revision, counts, onTheirWay }: Verification): string {
  if (revision === null) return '';
  const { entries, transactions, goals, statistics } = counts;
  const compared = [
    count(transactions, 'transaction'),
    count(goals, 'goal'),
    `the figures of ${count(statistics, 'week, month or year', 'weeks, months and years')}`,
  ];
  const replayed = `${count(entries, 'entry', 'entries')} replayed`;
  const outcome = `what came of ${entries === 1 ? 'it' : 'them'}`;
  const screens = `the balance, ${compared.slice(0, -1).join(', ')} and ${compared.at(-1)}`;
  const pendingText =
    onTheirWay === 0 ? '' : ` ${count(onTheirWay, 'entry is', 'entries are')} still on the way to the screens.`;
  return `${replayed}, and ${outcome} compared with what the screens show: ${screens}.${pendingText}`;
}

/** Number with its noun, such as `1 goal` or `2,301 transactions`. */
function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? singular : plural}`;
}
