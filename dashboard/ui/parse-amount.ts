const AMOUNT = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/;

/**
 * Parses the text of an amount field, in whole units: undefined if empty, NaN if invalid. Accepts commas as thousands
 * separators only, because elsewhere a comma could mean a decimal point.
 */
export function parseAmount(typed: unknown): number | undefined {
  if (typeof typed === 'number') return typed;
  const text = String(typed ?? '').trim();
  if (text === '') return undefined;
  return AMOUNT.test(text) && /\d/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}
