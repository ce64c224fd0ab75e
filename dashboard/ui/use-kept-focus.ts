import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

const TAKES_FOCUS = 'a[href], button, input, select, textarea';
const HEADING = 'main h1';

/**
 * The last focus in a list: the element, the place of its row, and its own place among the elements of the row that
 * take it.
 */
type Place = { element: HTMLElement; row: number; inRow: number };

/**
 * Keeps the focus in a list whose rows may go. Where the row with the focus is gone, the same control of the row that
 * has come to its place gets it, else of the last row, and without rows the heading of the screen. A row is what `rows`
 * selects, with what follows it up to the next one.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>, rows = ':scope > li'): void {
  const last = useRef<Place | null>(null);

  const giveOn = useEffectEvent(({ row, inRow }: Place) => {
    last.current = null;
    const left = rowsOf(list, rows);
    const beside = left[row] ?? left.at(-1);
    (beside ? controlAt(beside, inRow) : heading())?.focus({ preventScroll: beside === undefined });
  });

  const note = useEffectEvent(({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !target.closest('main')) return;
    // Where the row has gone while an overlay was open, the overlay gives the focus to the heading.
    if (target.matches(HEADING) && last.current?.element.isConnected === false) giveOn(last.current);
    else last.current = list.current?.contains(target) ? placeOf(target, rowsOf(list, rows)) : null;
  });
  useEffect(() => {
    const onFocus = (event: FocusEvent) => note(event);
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);

  useEffect(() => {
    if (last.current && isLost(last.current)) giveOn(last.current);
  });
  // The list may go with its last row.
  useEffect(() => () => void (last.current && isLost(last.current) && heading()?.focus({ preventScroll: true })), []);
}

const rowsOf = ({ current }: RefObject<HTMLElement | null>, rows: string) => [
  ...(current?.querySelectorAll<HTMLElement>(rows) ?? []),
];
const isLost = ({ element }: Place) => !element.isConnected && document.activeElement === document.body;
const heading = () => document.querySelector<HTMLElement>(HEADING);

function placeOf(element: HTMLElement, rows: readonly HTMLElement[]): Place {
  const isUpTo = (row: HTMLElement) =>
    row.contains(element) || (row.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const row = rows.findLastIndex(isUpTo);
  return { element, row, inRow: [...(rows[row]?.querySelectorAll(TAKES_FOCUS) ?? [])].indexOf(element) };
}

function controlAt(row: HTMLElement, place: number): HTMLElement | undefined {
  const controls = [...row.querySelectorAll<HTMLElement>(TAKES_FOCUS)];
  return row.matches(TAKES_FOCUS) ? row : (controls[place] ?? controls.at(-1));
}
