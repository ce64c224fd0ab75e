import type { LedgerState } from '#ledger/history.ts';
import { accountIdOf, accountKey, createdId } from '#ledger/ids.ts';
import {
  ACCOUNT_NAME_MAX,
  type AccountKind,
  CURRENCIES,
  type CurrencySymbol,
  EVERYDAY,
} from '#ledger/model/constants.ts';
import type { Answers, OwnAccount, ParsedAccount, ParsedFile, Question } from '../parsed.ts';
import type { PreviewTarget } from '../preview/preview.ts';
import { canBeOneAccount, isOneAccount } from './account-numbers.ts';

/** The target of an account of a file, with the name and the kind of the account that would be opened for it. */
export type AccountTarget = PreviewTarget & { name: string; kind: AccountKind; own?: OwnAccount | undefined };

/** The account in which an account of a file ended up before, `everyday` or an id, and the answers given for it. */
type WentTo = { account: string; goesTo: string; answers: Answers };

type Context = {
  ledgerId: string;
  importId: string;
  /** The symbol of the currency that the ledger counts in. */
  currency: string;
  accounts: LedgerState['accounts'];
  /** The account that the user named for the file: `everyday` or an id. */
  accountId: string | null;
  answers: Answers;
  remembered: readonly WentTo[];
  /** The keys in files of any kind, each with the account in which its rows ended up, `everyday` or an id. */
  knownKeys: readonly Pick<WentTo, 'account' | 'goesTo'>[];
  /** Ids that the ledger has used. */
  inUse: ReadonlySet<string>;
};

/**
 * Works out the targets of the accounts of a file: by the answer, by what was remembered, by name; a file of one
 * account in a ledger of one goes there, but for a card, savings or a loan where no account is of that kind, and for
 * another number than the files of that account had: one is opened for it. Of several accounts those that are not known
 * are opened by the import. A file of one that may belong to several is asked for. Daybook counts in one currency:
 * where the file has accounts in it, those in another go nowhere; where it has none, those in another than most. What
 * would go on in another than the ledger's is asked for (product 11.2).
 */
export function targetsOf(
  { format, accounts: written, rows }: Pick<ParsedFile, 'format' | 'accounts' | 'rows'>,
  context: Context,
): { targets: Map<string, AccountTarget>; questions: Question[] } {
  const open = [...context.accounts].filter(([, { isOpen }]) => isOpen);
  const own = codeOf(context.currency);
  const isOwnDollar = own !== null && DOLLARS.has(own);
  const accounts = written.map((each) => (each.currency === '$' && isOwnDollar ? { ...each, currency: own } : each));
  const main = accounts.some(({ currency }) => currency === own) ? own : mainCurrency(accounts, rows);
  const names = new Set(open.map(([, { name }]) => name.toLowerCase()));
  const targets = new Map<string, AccountTarget>();
  let question: Question | null = null;
  const others: ParsedAccount[] = [];
  const known = (id: string) => (id === 'new' || id === 'nowhere' || context.accounts.get(id)?.isOpen ? id : null);
  for (const account of accounts) {
    const { key, currency } = account;
    const isOnly = accounts.length === 1;
    const named = answerOf(context.answers, key) ?? (isOnly ? context.accountId : null);
    const foreign = currency !== null && main !== null && currency !== main;
    const remembered =
      named === null
        ? (accountOf(account, context, open, format === 'daybook') ??
          (foreign
            ? 'nowhere'
            : isOnly && !isApart(account, context, open)
              ? open.length === 1
                ? EVERYDAY
                : null
              : 'new'))
        : known(accountKey(context.ledgerId, named));
    if (remembered === null) question = accountQuestion(account, context.ledgerId, open);
    const goesTo = remembered ?? EVERYDAY;
    const kind = account.kind ?? context.accounts.get(goesTo)?.kind ?? 'Checking';
    if (goesTo !== 'nowhere' && currency !== null && currency !== own) others.push(account);
    if (goesTo === 'nowhere') {
      const reason = foreign
        ? `This account is in ${currency}, others are in ${main}; Daybook counts in one currency`
        : 'Its account is not imported';
      targets.set(key, { goes: 'nowhere', reason, name: account.name, kind });
    } else if (goesTo === 'new') {
      const name = freeName(account.name, names);
      names.add(name.toLowerCase());
      const accountId = newAccountId(context, format, key);
      targets.set(key, { goes: 'new', accountId, name, kind, own: account.own });
    } else {
      const { name = account.name } = context.accounts.get(goesTo) ?? {};
      targets.set(key, { goes: 'account', accountId: goesTo, name, kind });
    }
  }
  const currencyChoice = others.length > 0 ? currencyQuestion(others, context) : null;
  if (currencyChoice?.answer === LEAVE_OUT) {
    for (const { key, currency } of others) {
      const { name, kind } = targets.get(key) as AccountTarget;
      targets.set(key, { goes: 'nowhere', reason: `It is in ${currency}, and you count in ${own}`, name, kind });
    }
  }
  return { targets, questions: [question, currencyChoice].filter((one) => one !== null) };
}

/** The kinds that no current account is of: a file of such an account opens one. */
const KINDS_APART: readonly (AccountKind | null)[] = ['Credit card', 'Savings', 'Loan'];

/** Whether an account of a file has a kind that no open account has, or another number than the only open account. */
function isApart(
  { key, kind }: ParsedAccount,
  { knownKeys }: Pick<Context, 'knownKeys'>,
  open: readonly [string, { kind: AccountKind }][],
): boolean {
  const isOfOther = ({ account, goesTo }: { account: string; goesTo: string }) =>
    goesTo === open[0]?.[0] && !canBeOneAccount(key, account);
  if (open.length === 1 && knownKeys.some(isOfOther)) return true;
  return KINDS_APART.includes(kind) && !open.some(([, account]) => account.kind === kind);
}

const LEAVE_OUT = 'leave-out';

/** Asks what becomes of accounts that are in other currencies than the ledger. */
function currencyQuestion(others: readonly ParsedAccount[], { currency, answers, remembered }: Context): Question {
  const codes = [...new Set(others.map((account) => account.currency))];
  const asTheyAre = codes.join(' ');
  const isRemembered = others.every(({ key }) =>
    remembered.some((one) => one.account === key && one.answers['other-currency'] === asTheyAre),
  );
  const given = answers['other-currency'] ?? (isRemembered ? asTheyAre : null);
  const answer = given === asTheyAre || given === LEAVE_OUT ? given : null;
  const named = codes.join(' and ');
  return {
    id: 'other-currency',
    account: null,
    text:
      `This file is in ${named}, and you count in ${currency}. ` +
      `Shall its amounts count as ${currency}, without being converted?`,
    choices: [
      { value: asTheyAre, label: `Yes, as they are: 1 ${codes[0]} becomes ${currency}1` },
      { value: LEAVE_OUT, label: 'No, leave them out' },
    ],
    answer,
    isOpen: answer === null,
  };
}

/** The currencies whose amounts may have a dollar sign alone. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'AUD', 'CAD']);

/** The ISO code of a currency by its symbol. */
function codeOf(symbol: string): string | null {
  return Object.hasOwn(CURRENCIES, symbol) ? CURRENCIES[symbol as CurrencySymbol] : null;
}

/**
 * The id of a new account: its former one in Daybook's own export, where that is free; else one derived from this
 * import.
 */
function newAccountId({ ledgerId, importId, inUse }: Context, format: string, key: string): string {
  const isOwn = format === 'daybook' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key) && !inUse.has(key);
  return isOwn ? key : createdId(ledgerId, importId, `account ${key}`);
}

function answerOf({ account }: Answers, key: string): string | null {
  if (account === undefined) return null;
  if (typeof account === 'string') return account;
  return Object.hasOwn(account, key) ? (account[key] ?? null) : null;
}

/**
 * An open account that was remembered for one of a file, has its number, or its name, or null if there is none, or
 * several.
 */
function accountOf(
  { key, name }: ParsedAccount,
  { remembered, knownKeys, accounts }: Context,
  open: readonly [string, { name: string }][],
  isOwn: boolean,
): string | null {
  const isThere = (id: string) => accounts.get(id)?.isOpen === true;
  if (isOwn && isThere(key)) return key;
  const before = [...new Set(remembered.filter((target) => target.account === key).map(({ goesTo }) => goesTo))].filter(
    isThere,
  );
  const [only, another] = before;
  if (only !== undefined) return another === undefined ? only : null;
  const ofNumber = new Set(knownKeys.filter(({ account }) => isOneAccount(key, account)).map(({ goesTo }) => goesTo));
  const [numbered, ...others] = [...ofNumber].filter(isThere);
  if (numbered !== undefined && others.length === 0) return numbered;
  return open.find(([, account]) => account.name.toLowerCase() === name.toLowerCase())?.[0] ?? null;
}

function accountQuestion(
  { key, name }: ParsedAccount,
  ledgerId: string,
  open: readonly [string, { name: string }][],
): Question {
  return {
    id: 'account',
    account: key,
    text: `To which account does ${name === '' ? 'this file' : name} belong?`,
    choices: [
      ...open.map(([id, { name }]) => ({ value: accountIdOf(ledgerId, id), label: name })),
      { value: 'new', label: 'A new account' },
    ],
    answer: null,
    isOpen: true,
  };
}

/** The currency that most rows are in, or null if no account says. */
function mainCurrency(accounts: ParsedFile['accounts'], rows: ParsedFile['rows']): string | null {
  const currencyOf = new Map(accounts.map(({ key, currency }) => [key, currency]));
  const counts = new Map<string, number>(
    accounts.flatMap(({ currency }) => (currency === null ? [] : [[currency, 0]])),
  );
  for (const { account } of rows) {
    const currency = currencyOf.get(account);
    if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const [commonest] = [...counts].sort(([, a], [, b]) => b - a);
  return commonest?.[0] ?? null;
}

/** A name that no open account has: with a number after it where it is taken. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const name = wanted === '' ? 'Imported' : wanted;
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const numbered =
      name
        .slice(0, ACCOUNT_NAME_MAX - suffix.length)
        .toWellFormed()
        .trimEnd() + suffix;
    if (!taken.has(numbered.toLowerCase())) return numbered;
  }
}
