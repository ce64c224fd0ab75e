import { LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { writtenAmount } from '#ledger/model/written-amount.ts';

/**
 * A text of numbers and signs. `cents` is what it comes to, exact, rounded half away from zero to the cent, of any
 * size, or null if it can't be worked out, as `10/0` or `(2+`. `sign` stands before all of it and is not counted.
 * `isMarked`: it has a sign, a currency sign, decimals, grouping or arithmetic (product 4.17).
 */
export type Sum = { cents: bigint | null; sign: '+' | '-' | null; isMarked: boolean };

/** An exact fraction of a cent; `under` is above 0. */
type Fraction = { over: bigint; under: bigint };

type Token = { kind: 'number'; cents: bigint } | { kind: 'sign'; sign: string } | { kind: 'currency' };

const NUMBER = /^[\d.,](?:[\d., ]*[\d.,])?/;
const DIGIT = /\d/;

/** The amount of a field, in cents, as `sumIn` reads it, but a sign before it counts. Null if it is none. */
export function worked(text: string): bigint | null {
  const tokens = tokensIn(text, []);
  return tokens && new Expression(tokens).value();
}

/** Whether a text of an amount field is arithmetic, rather than a number with its sign. */
export function isArithmetic(text: string): boolean {
  return /[+*/()−-]/.test(text.trim().slice(1)) || text.trim().startsWith('(');
}

/**
 * Reads a text without white space, but for that which groups thousands, as an amount: numbers, `+ - * /`, brackets,
 * and `currencies`, the signs that may stand directly before or after a number. Null if it is a word.
 */
export function sumIn(text: string, currencies: readonly string[]): Sum | null {
  if (!DIGIT.test(text)) return null;
  const tokens = tokensIn(text, currencies);
  if (!tokens) return null;
  const [first, second] = tokens;
  const signAt = first?.kind === 'sign' && '+-'.includes(first.sign) ? 0 : isAfterCurrency(first, second) ? 1 : null;
  const before = signAt === null ? null : (tokens[signAt] as { sign: '+' | '-' });
  const rest = signAt === null ? tokens : tokens.toSpliced(signAt, 1);
  const cents = new Expression(rest).value();
  const hasSigns = tokens.some(
    (token) => token.kind === 'currency' || (token.kind === 'sign' && isOperator(token.sign)),
  );
  // A text in brackets, or with a point too many, is a word; with an operator or a currency sign it is an amount.
  if (cents === null && !hasSigns) return null;
  const isMarked = hasSigns || /\d[.,\s]\d|^[(]*[.,]\d/.test(text);
  if (!isMarked && !/^\d+$/.test(text)) return null;
  return { cents, sign: before?.sign ?? null, isMarked };
}

/** Whether cents are an amount that an entry can have. */
export function isAmount(cents: bigint): boolean {
  return cents >= 1n && cents <= BigInt(LARGEST_AMOUNT);
}

function isAfterCurrency(first: Token | undefined, second: Token | undefined): boolean {
  return first?.kind === 'currency' && second?.kind === 'sign' && '+-'.includes(second.sign);
}

const isOperator = (sign: string) => '+-*/'.includes(sign);

/** Splits a text into numbers, signs and signs of currencies, or null if anything else stands in it. */
function tokensIn(text: string, currencies: readonly string[]): Token[] | null {
  const tokens: Token[] = [];
  for (let rest = text; rest !== ''; ) {
    const currency = currencies.find((sign) => rest.startsWith(sign));
    const [number] = NUMBER.exec(rest) ?? [];
    if (currency !== undefined) tokens.push({ kind: 'currency' });
    else if (number !== undefined) {
      const cents = numberIn(number);
      if (cents === null) return null;
      tokens.push({ kind: 'number', cents });
    } else {
      const sign = rest[0] === '−' ? '-' : (rest[0] ?? '');
      if (!'+-*/()'.includes(sign)) return null;
      tokens.push({ kind: 'sign', sign });
    }
    rest = rest.slice(currency?.length ?? number?.length ?? 1);
  }
  return tokens;
}

/** Cents of a number; `.5` and `12.` are one, too. */
function numberIn(text: string): bigint | null {
  return DIGIT.test(text) ? (writtenAmount(text.replace(/^[.,]/, '0$&').replace(/[.,]$/, ''))?.cents ?? null) : null;
}

/** An expression of numbers in cents, by its grammar: sums of products of numbers and of brackets. */
class Expression {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Its value in cents, rounded half away from zero, or null if it has none. */
  value(): bigint | null {
    const value = this.#sum();
    return value && this.#next === this.#tokens.length ? rounded(value) : null;
  }

  #sum(): Fraction | null {
    let left = this.#product();
    for (let sign = this.#take('+-'); left && sign; sign = this.#take('+-')) {
      const right = this.#product();
      left = right && {
        over: left.over * right.under + signed(sign, right.over) * left.under,
        under: left.under * right.under,
      };
    }
    return left;
  }

  /** A factor and what it is multiplied with or divided by: plain numbers, so that their cents count as hundredths. */
  #product(): Fraction | null {
    let left = this.#factor();
    for (let sign = this.#take('*/'); left && sign; sign = this.#take('*/')) {
      const right = this.#factor();
      if (!right || (sign === '/' && right.over === 0n)) return null;
      left =
        sign === '*'
          ? { over: left.over * right.over, under: left.under * right.under * 100n }
          : positive({ over: left.over * right.under * 100n, under: left.under * right.over });
    }
    return left;
  }

  #factor(): Fraction | null {
    const sign = this.#take('+-');
    if (sign) {
      const factor = this.#factor();
      return factor && { ...factor, over: signed(sign, factor.over) };
    }
    const isBefore = this.#takeCurrency();
    const value = this.#number();
    if (!isBefore) this.#takeCurrency();
    return value;
  }

  #number(): Fraction | null {
    const token = this.#tokens[this.#next];
    if (token?.kind === 'number') {
      this.#next += 1;
      return { over: token.cents, under: 1n };
    }
    if (!this.#take('(')) return null;
    const value = this.#sum();
    return this.#take(')') ? value : null;
  }

  /** The next token where it is one of these signs. */
  #take(signs: string): string | null {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'sign' || !signs.includes(token.sign)) return null;
    this.#next += 1;
    return token.sign;
  }

  #takeCurrency(): boolean {
    const isThere = this.#tokens[this.#next]?.kind === 'currency';
    if (isThere) this.#next += 1;
    return isThere;
  }
}

const signed = (sign: string, value: bigint) => (sign === '-' ? -value : value);

const positive = ({ over, under }: Fraction): Fraction =>
  under < 0n ? { over: -over, under: -under } : { over, under };

function rounded({ over, under }: Fraction): bigint {
  const size = over < 0n ? -over : over;
  const cents = (size * 2n + under) / (under * 2n);
  return over < 0n ? -cents : cents;
}
