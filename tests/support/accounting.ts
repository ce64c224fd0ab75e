import { expect } from 'vitest';
import { chartOf, type ExportedBook } from '#api/export/books.ts';
import { beancountNames, type ExportNames, plainNames } from '#api/export/names.ts';
import { hasAccountingPrograms } from './accounting-programs.ts';
import { run } from './exported.ts';

if (!hasAccountingPrograms())
  console.info('Skipped: the journals of exports are not judged, since hledger, Ledger or Beancount is missing.');

/** Accounts with what a program says that they hold, in cents; those that hold nothing are left out. */
export type Sums = Record<string, number>;

/** The sums that hledger, Ledger and Beancount work out of the journals in a folder, each without a complaint. */
export async function judged(folder: string): Promise<{ hledger: Sums; ledger: Sums; beancount: Sums }> {
  const silent = async (program: string, ...args: string[]) => {
    const { code, stdout, stderr } = await run(program, args, folder);
    expect({ program, code, stderr }).toEqual({ program, code: 0, stderr: '' });
    return stdout;
  };
  const plain = ['-f', 'daybook.journal'];
  expect(await silent('hledger', ...plain, 'check', '--strict')).toBe('');
  expect(await silent('bean-check', 'daybook.beancount')).toBe('');
  const hledger = await silent('hledger', ...plain, 'bal', '--flat', '-N', '-O', 'csv');
  const format = '%(account)\\t%(quantity(amount))\\n';
  const ledger = await silent('ledger', ...plain, '--pedantic', '--explicit', 'reg', '--flat', '--format', format);
  const query = 'select account, sum(number) group by account';
  const beancount = await silent('bean-query', '-q', '-f', 'csv', 'daybook.beancount', query);
  return {
    hledger: sumsOf(hledger.split('\n').slice(1).map(unquoted), '\t'),
    ledger: sumsOf(ledger.split('\n'), '\t'),
    beancount: sumsOf(beancount.split('\n').slice(1), ','),
  };
}

/**
 * The spent and the planned amounts, in cents, by hledger's budget report of the journal in a folder: by account and
 * month. An account that nothing was ever planned for is left out; one above others counts these, too.
 */
export async function budgeted(folder: string): Promise<Record<string, Record<string, [number, number]>>> {
  const args = ['-f', 'daybook.journal', 'bal', '--budget', '--monthly', '--depth', '3', 'expenses', '-O', 'csv'];
  const { code, stdout, stderr } = await run('hledger', args, folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [header = [], ...rows] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(1, -1).split('","'));
  const cents = (cell = '') => Math.round(Number(/-?\d+(\.\d+)?/.exec(cell)?.[0] ?? '0') * 100);
  const months = header.flatMap((month, at) => (at % 2 === 1 ? [{ month, at }] : []));
  return Object.fromEntries(
    rows
      .filter(([account]) => account !== 'expenses' && account !== 'Total:' && account !== '<unbudgeted>')
      .map(([account = '', ...cells]) => [
        account,
        Object.fromEntries(months.map(({ month, at }) => [month, [cents(cells[at - 1]), cents(cells[at])]])),
      ]),
  );
}

/** The amounts of accounts, goals and categories by Daybook, in cents, under the names of the journals. */
export function wanted(
  state: Parameters<typeof chartOf>[0],
  categories: ReadonlyMap<string, number>,
): { hledger: Sums; ledger: Sums; beancount: Sums } {
  const chart = chartOf(state, []);
  const named = (names: ExportNames) => {
    const holds = ({ key, holds }: ExportedBook) => holds ?? categories.get(key) ?? 0;
    return notZero(chart.map((book): [string, number] => [names.get(book.key) ?? '', holds(book)]));
  };
  const plain = named(plainNames(chart));
  return { hledger: plain, ledger: plain, beancount: named(beancountNames(chart)) };
}

/** The sums without `equity`, for which Daybook has no figure. */
export function withoutEquity(sums: Sums): Sums {
  return Object.fromEntries(Object.entries(sums).filter(([name]) => !name.toLowerCase().startsWith('equity:')));
}

/** A line of two quoted cells as two cells with a tab between them. */
function unquoted(line: string): string {
  return line.slice(1, -1).replace('","', '\t').replaceAll('""', '"');
}

function sumsOf(lines: readonly string[], separator: string): Sums {
  const sums = new Map<string, number>();
  for (const line of lines) {
    const at = line.lastIndexOf(separator);
    if (at < 0) continue;
    const name = line.slice(0, at).trim();
    const amount = /-?\d+(\.\d+)?/.exec(line.slice(at))?.[0] ?? '0';
    sums.set(name, (sums.get(name) ?? 0) + Math.round(Number(amount) * 100));
  }
  return notZero([...sums]);
}

function notZero(sums: readonly [string, number][]): Sums {
  return Object.fromEntries(sums.filter(([, cents]) => cents !== 0));
}
