import { digitsText } from '#contract/texts.ts';
import type { Span } from '#ledger/model/schedule.ts';

/** The amount that an occurrence moves, in words; amounts without a currency. */
export function scheduleSpanText(amount: Span): string {
  const text = (cents: number) => digitsText(cents / 100, '');
  if ('exact' in amount) return text(amount.exact);
  return 'about' in amount ? `about ${text(amount.about)}` : `${text(amount.from)} to ${text(amount.to)}`;
}
