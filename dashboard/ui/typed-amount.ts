import { hasDecimals } from '#contract/texts.ts';
import { isArithmetic, worked } from '#ledger/line/arithmetic.ts';

/** An amount in whole units as its field has it: `38.50`, in yen `38`. */
export function typedText(amount: number, currency: string): string {
  return amount.toFixed(hasDecimals(currency) || !Number.isInteger(amount) ? 2 : 0);
}

/** `12.345`: thousands for some, for others a decimal too many. */
const UNCLEAR = /(?<![\d.,])\d+\.\d{3}(?![\d.,])/;

/**
 * Parses the text of an amount field, in whole units: undefined if empty, NaN if it is no amount. It may be arithmetic
 * (product 2.2).
 */
export function parseAmount(typed: unknown): number | undefined {
  if (typeof typed === 'number') return typed;
  const text = String(typed ?? '').trim();
  if (text === '') return undefined;
  const cents = UNCLEAR.test(text) ? null : worked(text);
  return cents === null ? Number.NaN : Number(cents) / 100;
}

/** The amount in whole units that the text of an amount field comes to, or null if it is no arithmetic. */
export function workedOut(typed: string): number | null {
  if (!isArithmetic(typed)) return null;
  const amount = parseAmount(typed);
  return amount === undefined || Number.isNaN(amount) ? null : amount;
}
