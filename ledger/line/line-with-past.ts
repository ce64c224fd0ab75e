import { SALARY } from '#ledger/model/categories.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { type CategoryKind, TRANSACTION_TITLE_MAX, WALLETS, type Wallet } from '#ledger/model/constants.ts';
import { usualWallet } from '#ledger/model/usual-wallet.ts';
import type { Line, LineAlone, LineCategory, LineReader, LineSource, PastEntry } from './line.ts';
import type { LineAccount } from './names.ts';

/** The content of a line, with what the newest entry of its title proposes where it says nothing (product 4.17). */
export function lineWithPast(alone: LineAlone, past: PastEntry | null): Line {
  const { amount, date, tags, title, transfer, today } = alone;
  const type = transfer ? 'Transfer' : typeOf(alone, past);
  const day = date ? date.date : today;
  const isFuture = date !== null && day !== null && day > today;
  const name = cut(title);
  return {
    type,
    amount: amount?.cents ?? null,
    title: name || null,
    note: name === title ? null : title,
    date: day,
    tags: [...tags],
    ...(type === 'Transfer' ? ofTransfer(alone) : ofTransaction(alone, type, past)),
    spans: [...alone.spans],
    problems: [...alone.problems],
    warnings: isFuture ? [{ code: 'future_date', from: date.from, to: date.to }] : [],
    complete: alone.problems.length === 0,
  };
}

type Placed = Pick<Line, 'category' | 'account' | 'toAccount' | 'wallet' | 'from'>;

function ofTransfer({ transfer }: LineAlone): Placed {
  const [from, to] = [only(transfer?.from), only(transfer?.to)];
  return {
    category: null,
    account: from,
    toAccount: to,
    wallet: null,
    from: { category: null, wallet: null, account: 'line' },
  };
}

const only = (accounts: readonly LineAccount[] = []) => (accounts.length === 1 ? (accounts[0]?.id ?? null) : null);

function ofTransaction(alone: LineAlone, type: 'Expense' | 'Income', past: PastEntry | null): Placed {
  const { accounts } = alone.reader;
  const [first] = accounts;
  const account = chosen(
    alone.account,
    accounts.find(({ id }) => id === past?.account),
    first ?? null,
  );
  const usual = type === 'Income' ? SALARY : null;
  const category = chosen<LineCategory>(
    alone.category,
    type === past?.type ? (past?.category ?? undefined) : undefined,
    usual,
  );
  const wallet = chosen<Wallet>(
    alone.wallet,
    WALLETS.find((each) => each === past?.wallet),
    usualWallet(account.value?.kind),
  );
  const isIncome = type === 'Income';
  const isUnclear = alone.problems.some(({ code }) => code === 'category_ambiguous');
  return {
    category: category.value ?? (isUnclear ? null : usual),
    account: account.value?.id ?? null,
    toAccount: null,
    wallet: isIncome ? null : wallet.value,
    from: { category: category.source, wallet: isIncome ? null : wallet.source, account: account.source },
  };
}

/** The value of the line where it has one, which may be null, else the value of the past, else the usual value. */
function chosen<Value>(
  ofLine: Value | null | undefined,
  ofPast: Value | undefined,
  usual: Value | null,
): { value: Value | null; source: LineSource } {
  if (ofLine !== undefined) return { value: ofLine, source: 'line' };
  return ofPast === undefined ? { value: usual, source: null } : { value: ofPast, source: 'past' };
}

/** The type that the sign says, else the category, else the past. */
function typeOf({ reader, amount, category }: LineAlone, past: PastEntry | null): 'Expense' | 'Income' {
  if (amount?.sign) return amount.sign === '+' ? 'Income' : 'Expense';
  const isOf = (kind: CategoryKind) => category != null && hasName(reader.categories, kind, category);
  const [isExpense, isIncome] = [isOf('Expense'), isOf('Income')];
  if (isExpense !== isIncome) return isIncome ? 'Income' : 'Expense';
  return past?.type ?? 'Expense';
}

function hasName(categories: LineReader['categories'], wanted: CategoryKind, name: LineCategory): boolean {
  return categories.some((each) => each.kind === wanted && comparableText(each.name) === comparableText(name));
}

/** A title of at most 40 UTF-16 units, not cut within a pair of surrogates. */
function cut(title: string): string {
  if (title.length <= TRANSACTION_TITLE_MAX) return title;
  const beginning = title.slice(0, TRANSACTION_TITLE_MAX);
  return (beginning.isWellFormed() ? beginning : beginning.slice(0, -1)).trimEnd();
}
