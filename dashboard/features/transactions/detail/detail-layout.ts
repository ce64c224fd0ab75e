import { formatDay, localDateOf } from '../../../ui/day.ts';

/** Columns of the facts and the receipt. `--room` is the width of the facts, which the large amount shrinks to. */
export const DETAIL_CLASSES = [
  'sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,13rem)] sm:gap-x-10',
  'lg:grid-cols-[minmax(0,1fr)_minmax(0,18rem)] lg:gap-x-18',
  'sm:[--room:calc(100vw-var(--sidebar)-var(--page-left)-var(--page-right)-var(--indent)-16.5rem)]',
  'lg:[--room:min(var(--measure)-22.5rem,100vw-var(--sidebar)-var(--page-left)-var(--page-right)-var(--indent)-23.5rem)]',
].join(' ');

/** Class names of the facts alone, where there is no receipt to show. */
export const FACTS_ALONE_CLASSES =
  'max-w-136 [--room:min(34rem,100vw-var(--sidebar)-var(--page-left)-var(--page-right)-var(--indent))]';

/** Line that names the type of an entry. */
export const BANNER_CLASSES = 'mt-3 w-max border-l-3 px-3 py-1 text-small font-semibold';

/** The room of the large amount. */
export const AMOUNT_CLASSES = 'mt-6 mb-8 min-h-(--text-amount)';

/** The day of recording; if the date of the entry differs, both. */
export function dateText({ date, createdAt }: { date: string; createdAt: string }): string {
  const recorded = localDateOf(new Date(createdAt));
  const recordedText = formatDay(recorded).long;
  return recorded === date ? recordedText : `${formatDay(date).long}, recorded on ${recordedText}`;
}
