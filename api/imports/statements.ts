import type { ImportStatement } from '#contract/import-calls.ts';
import type { ParsedFile, ParsedStatement } from '#imports/parsed.ts';
import type { AccountTarget } from '#imports/plan/targets.ts';
import type { PreviewedRow } from '#imports/preview/preview.ts';
import type { LedgerState } from '#ledger/history.ts';
import { FIRST_DAY } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import { amountOf, type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';
import type { Movement } from '#ledger/model/movement.ts';
import type { Database } from '#platform/postgres.ts';
import { movementsIn } from '#projections/queries/behind-figures.ts';
import { changesAfter, confirmationsOf, entriesOfAccount } from '#projections/queries/reconcile.ts';

/** A file beside the ledger, as far as its statements need it. */
type Compared = {
  request: { ledgerId: string };
  file: ParsedFile;
  rows: readonly PreviewedRow[];
  accounts: LedgerState['accounts'];
  targets: ReadonlyMap<string, AccountTarget>;
  /** The balances of accounts before their first row, in cents, by account. */
  openings: ReadonlyMap<string, Cents | null>;
};

/** The statements of a file beside the books after the import, in whole units (product 11.6). */
export async function presentStatements(database: Database, compared: Compared): Promise<ImportStatement[]> {
  const { file } = compared;
  const moving = await movementsOf(database, compared);
  const firstDays = new Map<string, string>();
  for (const statement of file.statements) {
    const day = lastDay(file, statement);
    const first = firstDays.get(statement.account);
    if (day !== null && (first === undefined || day < first)) firstDays.set(statement.account, day);
  }
  const books = new Map<string, Books>();
  const presented: ImportStatement[] = [];
  for (const statement of file.statements) {
    const { account, opening, closing, from } = statement;
    const difference = opening === null || closing === null ? null : closing - opening - sumOf(file, statement);
    const accountId = accountOf(compared, account);
    const to = lastDay(file, statement);
    let held: number | null = null;
    if (accountId !== null && to !== null && closing !== null) {
      const since = firstDays.get(account) ?? to;
      const own = books.get(account) ?? (await booksSince(database, compared, accountId, moving, since));
      books.set(account, own);
      held = own.before(to) + own.added(to);
    }
    const units = (cents: number | null) => (cents === null ? null : amountOf(cents as Cents));
    presented.push({
      account,
      from,
      to,
      opening: units(opening),
      closing: units(closing),
      ties: difference === null ? null : difference === 0,
      difference: units(difference),
      books: units(held),
      booksDifference: held === null || closing === null ? null : units(closing - held),
    });
  }
  return presented;
}

/**
 * With what an account would begin for the books to agree with its first statement (product 11.6): with `balance` on
 * the day `date` of its first row. `amount` is what is added to the account for that, `until` the day of the closing
 * balance. `key` is the account in the file, `accountId` `everyday` or an id.
 */
export type StatementBeginning = {
  key: string;
  accountId: string;
  date: string;
  balance: Cents;
  amount: Cents;
  until: string;
};

/** The accounts that have begun with more or less than the bank had, where that alone is behind the difference. */
export async function beginningsOf(database: Database, compared: Compared): Promise<StatementBeginning[]> {
  const { file, targets, openings } = compared;
  const beginnings = new Map<string, StatementBeginning>();
  // The first balance of an account of Daybook's own export is in the export.
  if (file.statements.length === 0 || file.books) return [];
  const moving = await movementsOf(database, compared);
  for (const [key, target] of targets) {
    if (target.goes !== 'account' || openings.has(target.accountId) || beginnings.has(target.accountId)) continue;
    const beginning = await beginningOf(database, compared, key, target.accountId, moving);
    if (beginning) beginnings.set(target.accountId, beginning);
  }
  return [...beginnings.values()];
}

async function beginningOf(
  database: Database,
  compared: Compared,
  key: string,
  accountId: string,
  moving: readonly Movement[],
): Promise<StatementBeginning | null> {
  const { file, request } = compared;
  const [first] = file.statements
    .filter(({ account }) => account === key)
    .sort((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1));
  const until = first && lastDay(file, first);
  const date = first && firstDay(file, first);
  if (!first || first.closing === null || !until || !date || date <= FIRST_DAY) return null;
  const balance = first.opening ?? first.closing - sumOf(file, first);
  const dayBefore = shifted(date, -1);
  const confirmed = await confirmationsOf(database, request.ledgerId, accountId, null);
  const earliest = confirmed[0] && confirmed[0].date < dayBefore ? confirmed[0].date : dayBefore;
  const books = await booksSince(database, compared, accountId, moving, earliest);
  const amount = balance - books.before(dayBefore);
  const isBehindIt = amount === first.closing - books.before(until) - books.added(until);
  if (amount === 0 || !isBehindIt || Math.abs(balance) > LARGEST_AMOUNT) return null;
  const differences = confirmed.map((day) => ({ ...day, difference: day.balance - books.before(day.date) }));
  if (differences.some(({ difference }) => difference === 0)) return null;
  const earlier = differences.filter((day) => day.date < date);
  const isExplained =
    earlier.length > 0
      ? earlier.every(({ difference }) => difference === amount)
      : !(await hasOfBank(database, request.ledgerId, accountId, dayBefore));
  return isExplained ? { key, accountId, date, balance: balance as Cents, amount: amount as Cents, until } : null;
}

/** Entries before a statement that are looked at for one of a bank, the newest. */
const ENTRIES_BEFORE_MAX = 200;

/** Whether an account has entries of a bank up to a day: then what is between may be missing. */
async function hasOfBank(database: Database, ledgerId: string, account: string, to: string): Promise<boolean> {
  const days = { from: FIRST_DAY, to };
  const entries = await entriesOfAccount(database, ledgerId, account, days, ENTRIES_BEFORE_MAX);
  return entries.some(({ isFromBank }) => isFromBank);
}

/**
 * The amount that an account holds at the end of a day, in cents: `before` the import, and what that adds up to then.
 */
type Books = { before(day: string): number; added(day: string): number };

/** The books of an account at the end of days from one on. `moving` as `movementsOf` gives it. */
async function booksSince(
  database: Database,
  { request, accounts, openings, rows }: Compared,
  accountId: string,
  moving: readonly Movement[],
  since: string,
): Promise<Books> {
  const balance = accounts.get(accountId)?.balance ?? 0;
  const changes = await changesAfter(database, request.ledgerId, accountId, since);
  const movements = moving.filter(({ account }) => account === accountId);
  return {
    before(day) {
      const later = changes.reduce((sum, { date, change }) => (date > day ? sum + change : sum), 0);
      return balance - later - movements.reduce((sum, { date, amount }) => (date > day ? sum + amount : sum), 0);
    },
    added(day) {
      let sum: number = openings.get(accountId) ?? 0;
      for (const { isTaken, row, accountId: own } of rows) {
        if (isTaken && own === accountId && row.date !== null && row.date <= day) sum += row.amount ?? 0;
      }
      return sum;
    },
  };
}

/** The movements of a ledger that count from a day on; none if the file has no statement. */
async function movementsOf(database: Database, { file, request }: Compared): Promise<Movement[]> {
  const moving = file.statements.length > 0 ? await movementsIn(database, request.ledgerId, null) : [];
  return moving.filter(({ part }) => part !== 'opening');
}

/** The account of the ledger that rows of an account of the file go to, or null if they go nowhere. */
function accountOf({ targets }: Compared, key: string): string | null {
  const target = targets.get(key);
  return target && target.goes !== 'nowhere' ? target.accountId : null;
}

function rowsOf({ rows }: ParsedFile, { account, lines }: ParsedStatement) {
  const isOf = lines === null ? null : new Set(lines);
  return rows.filter((row) => row.account === account && !row.invalid && (isOf === null || isOf.has(row.line)));
}

function sumOf(file: ParsedFile, statement: ParsedStatement): number {
  return rowsOf(file, statement).reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}

/** The day of the closing balance: the day that the file names, else the day of the last row. */
export function lastDay(file: ParsedFile, statement: ParsedStatement): string | null {
  if (statement.to !== null) return statement.to;
  return rowsOf(file, statement).reduce<string | null>(
    (last, { date }) => (date !== null && (last === null || date > last) ? date : last),
    null,
  );
}

/** The day of the first row; or the day that the file names if it has no row. */
function firstDay(file: ParsedFile, statement: ParsedStatement): string | null {
  const first = rowsOf(file, statement).reduce<string | null>(
    (first, { date }) => (date !== null && (first === null || date < first) ? date : first),
    null,
  );
  return first ?? statement.from;
}
