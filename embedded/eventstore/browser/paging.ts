import { type Html, html } from '../../html.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { addressOf, type Place } from './addresses.ts';

/** How many events a page shows. */
export const PAGE_SIZE = 20;

/** A line of events, each at a number that grows: its revision in a stream, or its position in `$all`. */
export type Line = {
  readonly newest: bigint;
  /** Events at this number and below, newest first. */
  down(from: bigint, limit: number): Promise<RecordedEvent[]>;
  /** Events at this number and above, oldest first. */
  up(from: bigint, limit: number): Promise<RecordedEvent[]>;
  at(event: RecordedEvent): bigint;
};

/** A page of a line, newest first, and whether something lies before and behind it. */
export type Page = { readonly events: RecordedEvent[]; readonly isNewest: boolean; readonly isOldest: boolean };

/** The page next to a number, on the side that `before` or `after` says; the newest page without either. */
export async function pageOf(line: Line, { before, after }: Pick<Place, 'before' | 'after'>): Promise<Page> {
  if (after !== undefined) {
    const found = await line.up(after + 1n, PAGE_SIZE + 1);
    const events = found.slice(0, PAGE_SIZE).reverse();
    const below = await line.down(after, 1);
    return { events, isNewest: found.length <= PAGE_SIZE, isOldest: below.length === 0 };
  }
  const found = await line.down(before === undefined ? line.newest : before - 1n, PAGE_SIZE + 1);
  const above = before === undefined ? [] : await line.up(before, 1);
  return {
    events: found.slice(0, PAGE_SIZE),
    isNewest: above.length === 0,
    isOldest: found.length <= PAGE_SIZE,
  };
}

/** The ways from a page of a stream to the others, once above its events and once below. */
export function pageLinks(
  where: 'above' | 'below',
  stream: string,
  { events, isNewest, isOldest }: Page,
  at: Line['at'],
): Html {
  const [first, last] = [events[0], events.at(-1)];
  if (isNewest && isOldest) return html``;
  const way = (label: string, isThere: boolean, place: Omit<Place, 'stream'>, rel: string) => {
    const address = isThere ? addressOf({ stream, ...place }) : null;
    return address === null
      ? html`<li><span class="quiet">${label}</span></li>`
      : html`<li><a href="${address}" rel="${rel}">${label}</a></li>`;
  };
  return html`<nav aria-label="Pages, ${where}"><ul class="ways">
    ${way('Newest', !isNewest, {}, 'first')}
    ${way('Newer', !isNewest && first !== undefined, first ? { after: at(first) } : {}, 'prev')}
    ${way('Older', !isOldest && last !== undefined, last ? { before: at(last) } : {}, 'next')}
    ${way('Oldest', !isOldest, { after: -1n }, 'last')}
  </ul></nav>`;
}
