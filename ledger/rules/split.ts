import { type Cents, safe } from '#ledger/model/money.ts';

/** The whole in hundredths of a percent. */
const WHOLE = 10_000;

/** A share in hundredths of a percent. */
const hundredths = (percent: number) => Math.round(percent * 100);

type Share = { [Field in 'percent' | 'amount']?: number | undefined } & { rest?: true | undefined };

/**
 * Whether the parts of a split come to the whole of any entry: percents that come to 100, or one part that takes what
 * the others leave of it (product 4.20). Each part is a percent above 0, an amount or the rest.
 */
export function comesToWhole(parts: readonly Share[]): boolean {
  const isShare = ({ percent, amount, rest }: Share) =>
    [percent, amount, rest].filter((each) => each !== undefined).length === 1 &&
    (percent === undefined || hundredths(percent) > 0);
  if (!parts.every(isShare)) return false;
  const percents = parts.reduce((sum, { percent = 0 }) => sum + hundredths(percent), 0);
  const rests = parts.filter(({ rest }) => rest).length;
  if (rests > 0) return rests === 1 && percents < WHOLE;
  return percents === WHOLE && parts.every(({ percent }) => percent !== undefined);
}

/**
 * The amounts of the parts of a whole, in cents: a percent is rounded half away from zero, and the rest, or else the
 * last part, takes what is left. Null if the others leave nothing, or a part comes to nothing.
 */
export function splitAmounts(parts: readonly Share[], whole: Cents): Cents[] | null {
  const taking = parts.some(({ rest }) => rest) ? parts.findIndex(({ rest }) => rest) : parts.length - 1;
  const amounts = parts.map(({ percent, amount }, at) => {
    if (at === taking) return 0n;
    return amount === undefined ? shareOf(whole, hundredths(percent ?? 0)) : BigInt(amount);
  });
  amounts[taking] = amounts.reduce((left, amount) => left - amount, BigInt(whole));
  return amounts.every((amount) => amount > 0n) ? amounts.map(safe) : null;
}

/** A share of an amount above 0, in hundredths of a percent, to the nearest cent, half of one up. */
function shareOf(whole: Cents, share: number): bigint {
  return (BigInt(whole) * BigInt(share) + BigInt(WHOLE / 2)) / BigInt(WHOLE);
}
