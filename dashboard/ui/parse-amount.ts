const AMOUNT = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/;

/**
 * Reads what was typed into an amount field: undefined when it is empty, NaN when it isn't an amount. Thousands may be
 * grouped by commas; a comma anywhere else is refused rather than guessed at.
 */
export function parseAmount(typed: unknown): number | undefined {
  if (typeof typed === 'number') return typed;
  const text = String(typed ?? '').trim();
  if (text === '') return undefined;
  return AMOUNT.test(text) && /\d/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}
