import type { LedgerState } from '#ledger/history.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { ParsedFile, ParsedStatement } from '../parsed.ts';
import type { AccountTarget } from './targets.ts';

/** The ledger's accounts, the goals that it has, and which accounts have entries. */
export type KnownBooks = {
  accounts: LedgerState['accounts'];
  goals: ReadonlySet<string>;
  used: ReadonlySet<string>;
};

/**
 * The opening balances before the first row, in cents by account, of accounts that are new, or have neither entries nor
 * money: from the file's first statement, of which a closing balance less its rows says the same; in Daybook's own
 * export the difference to the exported balance. Null for such an account of which the file says none.
 */
export function openingBalances(
  { books, statements, rows, accounts: inFile }: ParsedFile,
  targets: ReadonlyMap<string, AccountTarget>,
  { accounts, goals, used }: KnownBooks,
): Map<string, Cents | null> {
  const openings = new Map<string, Cents | null>();
  for (const { key } of inFile) {
    const target = targets.get(key);
    if (!target || target.goes === 'nowhere') continue;
    const { accountId } = target;
    const isEmpty = target.goes === 'new' || (accounts.get(accountId)?.balance === 0 && !used.has(accountId));
    if (!isEmpty || openings.has(accountId)) continue;
    if (books) {
      const added = rows.reduce((sum, { account, amount }) => (account === key ? sum + (amount ?? 0) : sum), 0);
      const saved = books.goals
        .filter(({ goalId }) => !goals.has(goalId))
        .flatMap((goal) => goal.saved.filter(({ account }) => account === key));
      const aside = saved.reduce((sum, { amount }) => sum + amount, 0);
      openings.set(accountId, ((books.balances.get(key) ?? 0) - added + aside) as Cents);
      continue;
    }
    const [first] = statements
      .filter(({ account, opening, closing }) => account === key && (opening !== null || closing !== null))
      .sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
    openings.set(accountId, first ? openingOf(first, rows) : null);
  }
  return openings;
}

/** The balance before the first row of a statement, or null if it says neither that nor the last one. */
function openingOf({ account, opening, closing, to, lines }: ParsedStatement, rows: ParsedFile['rows']): Cents | null {
  if (opening !== null || closing === null) return opening;
  const own = lines && new Set(lines);
  const total = rows.reduce((sum, row) => {
    const isOwn = row.account === account && (own?.has(row.line) ?? true) && !(to && row.date && row.date > to);
    return isOwn && !row.notBooked ? sum + (row.amount ?? 0) : sum;
  }, 0);
  return (closing - total) as Cents;
}
