import { type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';

/** An exact decimal: `digits` divided by ten to the power of `scale`. */
export type Decimal = { digits: bigint; scale: number };

export const NO_DECIMAL: Decimal = { digits: 0n, scale: 0 };
/** More digits than any amount or price has. */
const DIGITS_MAX = 60;

/**
 * Takes a number without a currency (`-1,234.50`; thousands are grouped by anything but the mark) and gives it exactly;
 * null if it is none.
 */
export function decimalFrom(text: string, mark: '.' | ','): Decimal | null {
  const [, sign = '', number = ''] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  const plain = number.replaceAll(mark === '.' ? /[,'’\s]/g : /[.'’\s]/g, '').replace(mark, '.');
  const [, units, fraction = ''] = /^(\d*)(?:\.(\d*))?$/.exec(plain) ?? [];
  if (units === undefined || units + fraction === '' || units.length + fraction.length > DIGITS_MAX) return null;
  const digits = BigInt(units + fraction);
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length };
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: atScale(a, scale) + atScale(b, scale), scale };
}

export function times(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

export function minus(a: Decimal, b: Decimal): Decimal {
  return plus(a, { ...b, digits: -b.digits });
}

/** In cents, or null if there is a fraction of a cent, or it is larger than the largest amount. */
export function exactCentsOf(decimal: Decimal): Cents | null {
  const cents = roundedCentsOf(decimal);
  return cents !== null && minus({ digits: BigInt(cents), scale: 2 }, decimal).digits === 0n ? cents : null;
}

/** In cents, a half away from zero, or null if it is larger than the largest amount. */
export function roundedCentsOf({ digits, scale }: Decimal): Cents | null {
  const unit = 10n ** BigInt(Math.max(0, scale - 2));
  const whole = scale < 2 ? digits * 10n ** BigInt(2 - scale) : digits;
  const cents = (whole + (whole < 0n ? -unit : unit) / 2n) / unit;
  return cents <= LARGEST_AMOUNT && cents >= -LARGEST_AMOUNT ? (Number(cents) as Cents) : null;
}

/** Formats a decimal with a point: `-1.05`. */
export function decimalText({ digits, scale }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const units = text.slice(0, text.length - scale);
  return `${digits < 0n ? '-' : ''}${units}${scale > 0 ? `.${text.slice(-scale)}` : ''}`;
}

function atScale({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale);
}
