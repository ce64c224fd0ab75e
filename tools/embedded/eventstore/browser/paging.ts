import { type Html, html } from '../../html.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { addressOf, type PageLocation } from './addresses.ts';

export const PAGE_SIZE = 20;

/** Events ordered by a number: by revision in a stream, by position in `$all`. */
export type EventSequence = {
  readonly newest: bigint;
  /** Events at this number and below, in descending order. */
  backwards(from: bigint, limit: number): Promise<RecordedEvent[]>;
  /** Events at this number and above, in ascending order. */
  forwards(from: bigint, limit: number): Promise<RecordedEvent[]>;
  numberOf(event: RecordedEvent): bigint;
};

/** A page of events in descending order, and whether it is the first or the last page. */
export type Page = { readonly events: RecordedEvent[]; readonly isNewest: boolean; readonly isOldest: boolean };

/** The page of events below `before` or above `after`; the newest page without either. */
export async function pageOf(
  sequence: EventSequence,
  { before, after }: Pick<PageLocation, 'before' | 'after'>,
): Promise<Page> {
  if (after !== undefined) {
    const ascending = await sequence.forwards(after + 1n, PAGE_SIZE + 1);
    const events = ascending.slice(0, PAGE_SIZE).reverse();
    const below = await sequence.backwards(after, 1);
    return { events, isNewest: ascending.length <= PAGE_SIZE, isOldest: below.length === 0 };
  }
  const descending = await sequence.backwards(before === undefined ? sequence.newest : before - 1n, PAGE_SIZE + 1);
  const above = before === undefined ? [] : await sequence.forwards(before, 1);
  return {
    events: descending.slice(0, PAGE_SIZE),
    isNewest: above.length === 0,
    isOldest: descending.length <= PAGE_SIZE,
  };
}

/**
 * Links from a page to the newest, newer, older and oldest page. `where` is their location on the page, for their
 * label.
 */
export function pageLinks(
  where: 'above' | 'below',
  stream: string,
  { events, isNewest, isOldest }: Page,
  numberOf: EventSequence['numberOf'],
): Html {
  const [first, last] = [events[0], events.at(-1)];
  if (isNewest && isOldest) return html``;
  const navLink = (label: string, exists: boolean, location: Omit<PageLocation, 'stream'>, rel: string) => {
    const address = exists ? addressOf({ stream, ...location }) : null;
    return address === null
      ? html`<li><span class="quiet">${label}</span></li>`
      : html`<li><a href="${address}" rel="${rel}">${label}</a></li>`;
  };
  return html`<nav aria-label="Pages, ${where}"><ul class="nav-links">
    ${navLink('Newest', !isNewest, {}, 'first')}
    ${navLink('Newer', !isNewest && first !== undefined, first ? { after: numberOf(first) } : {}, 'prev')}
    ${navLink('Older', !isOldest && last !== undefined, last ? { before: numberOf(last) } : {}, 'next')}
    ${navLink('Oldest', !isOldest, { after: -1n }, 'last')}
  </ul></nav>`;
}
