import { comparableText } from '#ledger/model/comparable-text.ts';
import { type CategoryKind, TAGS_MAX, WALLETS, type Wallet } from '#ledger/model/constants.ts';
import { distinctTags, isTag } from '#ledger/model/tags.ts';
import { amountInLine } from './amounts.ts';
import { datesIn } from './dates.ts';
import type { LineAlone, LineCategory, LinePlace, LineProblem, LineReader, What } from './line.ts';
import { type LineAccount, type LineNames, lineNames, meantBy, transferIn } from './names.ts';
import { bare, type Word, wordsOf } from './words.ts';

/** `#-` says that there is no category. */
const NO_CATEGORY = '-';

/** The names of categories of a kind, of both where none is named, each once. */
function categoryNames(categories: LineReader['categories'], wanted?: CategoryKind): LineNames<LineCategory> {
  const ofKind = categories.filter(({ kind }) => wanted === undefined || kind === wanted);
  const byText = new Map(lineNames(ofKind, ({ name }) => name).map((each) => [each.comparable, each.meaning.name]));
  return [...byText].map(([comparable, meaning]) => ({ comparable, meaning }));
}
const WALLET_NAMES = lineNames(WALLETS, (name) => name);

type WithoutPlace<Problem> = Problem extends unknown ? Omit<Problem, keyof LinePlace> : never;
type Wrong = WithoutPlace<LineProblem>;
type Ambiguous = 'category_ambiguous' | 'account_ambiguous';

/** A word after `#` or `@` with the name that it has. */
type Marked = { index: number; sign: '#' | '@'; name: string } & LinePlace;

/** The names after `#` that are a tag where the ledger uses it, else the beginning of a category (product 4.17). */
export function tagsAskedFor(text: string, categories: LineReader['categories']): string[] {
  const names = categoryNames(categories);
  return markedIn(wordsOf(text))
    .filter(({ sign, name }) => sign === '#' && isTag(name))
    .map(({ name }) => name)
    .filter((name) => {
      const meant = meantBy(name, names);
      return !meant.isWhole && meant.names.length > 0;
    });
}

/** Reads a line that was written on the day `today` (ISO date), without what is known from the past (product 4.17). */
export function readAlone(text: string, today: string, reader: LineReader): LineAlone {
  const words = wordsOf(text);
  const marked = markedIn(words);
  const used = words.map((_, index) => marked.some((each) => each.index === index));
  const isFree = (index: number) => used[index] === false;
  const spans: LineAlone['spans'][number][] = [];
  const problems: LineAlone['problems'][number][] = [];
  const use = ({ first, end, ...place }: { first: number; end: number } & LinePlace, what: What) => {
    used.fill(true, first, end);
    spans.push({ from: place.from, to: place.to, what });
  };
  const problem = (wrong: Wrong, { from, to }: LinePlace) => {
    problems.push({ ...wrong, from, to });
  };

  const accounts = lineNames(reader.accounts, ({ name }) => name);
  const transfer = transferIn(words, accounts, isFree);
  if (transfer) {
    const { first, middle, end, from, to } = transfer;
    const [left, right] = [rangeOf(words, first, middle), rangeOf(words, middle, end)];
    use(left, 'account');
    use(right, 'toAccount');
    if (from.length > 1) problem(several('account_ambiguous', from), left);
    if (to.length > 1) problem(several('account_ambiguous', to), right);
    if (from.length === 1 && to.length === 1 && from[0] === to[0]) problem({ code: 'same_account' }, right);
  }

  // Of several dates the last one counts. The others are words: no amounts.
  const dates = datesIn(words, today, reader.dateOrder, isFree);
  const date = dates.at(-1) ?? null;
  const isInDate = (index: number) => dates.some(({ first, end }) => index >= first && index < end);
  const amount = amountInLine(text, words, signsOf(reader.currency), (index) => isFree(index) && !isInDate(index));
  if (date) use(date, 'date');
  if (date?.date === null) problem({ code: 'date_wrong' }, date);
  if (amount) use(amount, 'amount');
  if (amount && amount.fault !== null) problem({ code: 'amount_wrong', why: amount.fault }, amount);

  const { category, tags } = labels();
  const { wallet, account } = places();
  const title = titleOf();
  const end = { from: text.length, to: text.length };
  if (!amount) problem({ code: 'amount_missing' }, end);
  if (title === '' && !transfer) problem({ code: 'title_missing' }, end);
  const inOrder = (a: LinePlace, b: LinePlace) => a.from - b.from;
  spans.sort(inOrder);
  problems.sort(inOrder);
  return { reader, today, amount, date, transfer, category, wallet, account, tags, title, spans, problems };

  /**
   * The category and the tags: of the categories those that go with the sign, none in a transfer. With `+` a whole name
   * of expenses says that it is a refund.
   */
  function labels(): { category: LineCategory | null | undefined; tags: string[] } {
    const kind = amount?.sign === '+' ? 'Income' : amount?.sign === '-' ? 'Expense' : undefined;
    const categories = transfer ? [] : categoryNames(reader.categories, kind);
    const refunded = transfer || kind !== 'Income' ? [] : categoryNames(reader.categories, 'Expense');
    const found: Found<LineCategory> = { names: [] };
    let isNone = false;
    let tags: string[] = [];
    for (const { index, sign, name, from, to } of marked) {
      if (sign !== '#') continue;
      const ofKind = meantBy(name, categories);
      const whole = meantBy(name, refunded);
      const { isWhole, names } = !ofKind.isWhole && whole.isWhole ? whole : ofKind;
      const isInUse = reader.tags.some((tag) => comparableText(tag) === comparableText(name));
      const more = distinctTags([...tags, name]);
      if (name === NO_CATEGORY && !transfer) {
        isNone = true;
        spans.push({ from, to, what: 'category' });
      } else if (names.length > 0 && (isWhole || !isInUse)) {
        note(found, names, 'category_ambiguous', { from, to });
        spans.push({ from, to, what: 'category' });
      } else if (isTag(name) && more.length <= TAGS_MAX) {
        tags = more;
        spans.push({ from, to, what: 'tag' });
      } else used[index] = false;
    }
    return { category: meaningOf(found) ?? (isNone ? null : undefined), tags };
  }

  /** The wallet and the account: both if one name names both, and nothing else names the account. */
  function places(): { wallet: Wallet | null | undefined; account: LineAccount | null | undefined } {
    const wallets: Found<Wallet> = { names: [] };
    const named: Found<LineAccount> = { names: [] };
    const shared: Found<LineAccount> = { names: [] };
    let isUnclear = false;
    for (const { sign, name, from, to } of marked) {
      if (sign !== '@') continue;
      const { names } = meantBy<Wallet | LineAccount>(name, [...WALLET_NAMES, ...accounts]);
      const ofWallet = WALLET_NAMES.filter((each) => (names as LineNames<unknown>).includes(each));
      const ofAccount = accounts.filter((each) => (names as LineNames<unknown>).includes(each));
      const isWallet = ofWallet.length > 0;
      spans.push({ from, to, what: isWallet && ofAccount.length === 0 ? 'wallet' : 'account' });
      if (names.length === 0) problem({ code: 'account_unknown', name }, { from, to });
      if (names.some(({ comparable }) => comparable !== names[0]?.comparable)) {
        isUnclear = true;
        note<Wallet | LineAccount>({ names: [] }, names, 'account_ambiguous', { from, to });
      } else {
        note(wallets, ofWallet, 'account_ambiguous', { from, to });
        note(isWallet ? shared : named, ofAccount, 'account_ambiguous', { from, to });
      }
    }
    return { wallet: meaningOf(wallets), account: isUnclear ? null : (meaningOf(named) ?? meaningOf(shared)) };
  }

  /** Adds names to those that a line means; several are a problem that lists them. */
  function note<Meaning>(found: Found<Meaning>, names: LineNames<Meaning>, code: Ambiguous, place: LinePlace): void {
    const before = found.names.length;
    found.names = [...found.names, ...names.filter((name) => !found.names.includes(name))];
    if (found.names.length > Math.max(before, 1))
      problem(
        several(
          code,
          found.names.map(({ meaning }) => meaning),
        ),
        place,
      );
  }

  /** All words that are nothing else, in single spaces, each run of them a span. */
  function titleOf(): string {
    let title = '';
    let run: LinePlace | null = null;
    for (const [index, { from, to, text: word }] of words.entries()) {
      if (used[index]) {
        run = null;
        continue;
      }
      const isGlued = index > 0 && words[index - 1]?.to === from;
      title += title === '' || isGlued ? word : ` ${word}`;
      if (run) run.to = to;
      else {
        run = { from, to };
        spans.push(Object.assign(run, { what: 'title' as const }));
      }
    }
    return title;
  }
}

type Found<Meaning> = { names: LineNames<Meaning> };

/** The meaning: undefined for nothing, null for several. */
function meaningOf<Meaning>({ names }: Found<Meaning>): Meaning | null | undefined {
  return names.length > 1 ? null : names[0]?.meaning;
}

const textOf = (meaning: unknown) => (typeof meaning === 'string' ? meaning : (meaning as LineAccount).name);

const several = (code: Ambiguous, meanings: readonly unknown[]): Wrong => ({
  code,
  names: [...new Set(meanings.map(textOf))],
});

/** The signs of a currency: the sign of A$ and C$ may be `$`. */
const signsOf = (currency: string) => (/.\$$/.test(currency) ? [currency, '$'] : [currency]);

function rangeOf(words: readonly Word[], first: number, end: number): { first: number; end: number } & LinePlace {
  const last = words[end - 1];
  return { first, end, from: words[first]?.from ?? 0, to: last ? bare(last).to : 0 };
}

/** The words that begin with `#` or `@` and name something. */
function markedIn(words: readonly Word[]): Marked[] {
  return words.flatMap((word, index) => {
    const [, sign, quoted] = /^([#@])(?:"([^"]*)"$)?/.exec(word.text) ?? [];
    if (sign === undefined) return [];
    const { from, to, text } = quoted === undefined ? bare(word) : word;
    const name = quoted ?? text.slice(1);
    return comparableText(name) === '' ? [] : [{ index, sign: sign as Marked['sign'], name, from, to }];
  });
}
