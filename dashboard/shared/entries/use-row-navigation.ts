import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useScreenKey } from '../../browser-state/screen-key.ts';
import { isLetterOff, LETTER_KEYS } from '../../keys/letter-keys.ts';

/** Target index of each key. `pageRows` is the number of rows in the viewport. The caller clamps the result. */
const TARGET_INDEX: Partial<Record<string, (index: number, last: number, pageRows: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index, _last, pageRows) => index + pageRows,
  PageUp: (index, _last, pageRows) => index - pageRows,
  Home: () => 0,
  End: (_index, last) => last,
};

const LETTERS: Readonly<Record<string, string>> = {
  [LETTER_KEYS.next]: 'ArrowDown',
  [LETTER_KEYS.previous]: 'ArrowUp',
};

/**
 * Page Up and Page Down scroll by this many rows less than the viewport, for context and because sticky headers cover
 * some.
 */
const PAGE_OVERLAP_ROWS = 3;

const rowId = (id: string) => `row-${id}`;

type Options = {
  /** Ids of the rows in display order. */
  ids: readonly string[];
  open: (id: string) => void;
  /** Runs on the key E. */
  edit?: (id: string) => void;
  /** Handlers of other keys; the keys of this table come first. */
  keys?: Readonly<Record<string, (id: string) => void>>;
  /** Whether j and k move the focus, too, and from the head of the screen to the rows; and E is for the pointed row. */
  letters?: boolean;
  /** Scrolls to a row that is not rendered yet. */
  scrollToRow?: (index: number) => void;
  /** Loads the next rows, unless a load is in flight, or null if there are none, or where they can't be loaded. */
  more?: (() => unknown) | null;
};

/** A row that was opened: its place in the list, and its distance from the upper edge of the viewport in pixels. */
type OpenedRow = { id: string; index: number; topPx: number };

/** The row that was opened last on each screen of the history, by the screen's key. */
const openedRows = new Map<string, OpenedRow>();

/**
 * Roving tabindex for rows: one tab stop; arrow keys, Page Up, Page Down, Home and End move the focus; Enter, Space and
 * a click call `open`, and E calls `edit`. Back on a screen, the row that was opened there has the focus, at its
 * earlier place in the viewport. Where the focused row goes, the row after it takes its place, else the row before it.
 * Returns the props of each row and the index of the focused row.
 */
export function useRowNavigation({ ids, open, edit, keys, letters = false, scrollToRow, more = null }: Options) {
  const screenKey = useScreenKey();
  const soughtRow = useRef(openedRows.get(screenKey) ?? null);
  const [focusedId, setFocusedId] = useState<string | null>(soughtRow.current?.id ?? null);
  const pendingFocusId = useRef<string | null>(null);
  const foundIndex = focusedId === null ? -1 : ids.indexOf(focusedId);
  const focusedIndex = Math.max(foundIndex, 0);

  useEffect(() => {
    if (pendingFocusId.current !== null && focusRow(pendingFocusId.current)) pendingFocusId.current = null;
  });

  const idsBefore = useRef(ids);
  useEffect(() => {
    const isGone = focusedId !== null && !ids.includes(focusedId);
    const beside = isGone ? rowBeside(focusedId, idsBefore.current, ids) : null;
    idsBefore.current = ids;
    if (beside === null) return;
    if (document.activeElement === document.body) move(ids.indexOf(beside));
    else setFocusedId(beside);
  });

  useEffect(() => {
    const row = soughtRow.current;
    if (!row) return;
    if (hasFocusMoved()) soughtRow.current = null;
    else if (ids.includes(row.id)) soughtRow.current = putBack(row) ? null : row;
    else if (more && ids.length <= row.index) more();
    else soughtRow.current = null;
  });

  function remember(id: string, row: HTMLElement) {
    openedRows.set(screenKey, { id, index: ids.indexOf(id), topPx: row.getBoundingClientRect().top });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, id: string) {
    if (event.target !== event.currentTarget || isLetterOff(event)) return;
    const own = isModified(event) ? undefined : keys?.[event.key];
    const targetIndexOf = TARGET_INDEX[(letters && !isModified(event) && LETTERS[event.key]) || event.key];
    const opens = event.key === 'Enter' || event.key === ' ' ? open : null;
    const does = opens ?? (event.key === LETTER_KEYS.edit && !isModified(event) ? edit : null);
    if (own) own(id);
    else if (does) {
      remember(id, event.currentTarget);
      does(id);
    } else if (targetIndexOf) move(targetIndexOf(ids.indexOf(id), ids.length - 1, rowsPerPage(event.currentTarget)));
    else return;
    event.preventDefault();
  }

  function move(target: number) {
    const index = Math.max(0, Math.min(target, ids.length - 1));
    const id = ids[index];
    if (id === undefined) return;
    pendingFocusId.current = focusRow(id) ? null : id;
    setFocusedId(id);
    if (pendingFocusId.current !== null) scrollToRow?.(index);
  }

  const enterRows = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (isLetterOff(event) || isModified(event) || event.defaultPrevented || hasFocusMoved()) return;
    const pointed = event.key === LETTER_KEYS.edit && edit ? pointedRow() : null;
    if (pointed === null && !(event.key in LETTERS)) return;
    event.preventDefault();
    if (pointed === null) return move(focusedIndex);
    const id = pointed.id.slice(rowId('').length);
    setFocusedId(id);
    remember(id, pointed);
    edit?.(id);
  });
  useEffect(() => {
    if (!letters) return;
    const onKey = (event: globalThis.KeyboardEvent) => enterRows(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [letters]);

  const rowProps = (id: string) => ({
    id: rowId(id),
    tabIndex: id === ids[focusedIndex] ? 0 : -1,
    onFocus: () => setFocusedId(id),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, id),
    onClick: (event: MouseEvent<HTMLElement>) => {
      const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
      if (!opensElsewhere) remember(id, event.currentTarget);
      const handledByLink = event.defaultPrevented || opensElsewhere;
      if (!handledByLink) open(id);
    },
  });

  return { rowProps, focusedIndex };
}

/** Of rows that no longer have the row of an id: the first row that was behind it, else the last row before it. */
function rowBeside(id: string, idsBefore: readonly string[], ids: readonly string[]): string | null {
  const place = idsBefore.indexOf(id);
  if (place < 0) return null;
  const left = new Set(ids);
  const isLeft = (other: string) => left.has(other);
  return idsBefore.slice(place).find(isLeft) ?? idsBefore.slice(0, place).findLast(isLeft) ?? null;
}

const isModified = ({ ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>) =>
  ctrlKey || metaKey || altKey;

/** The row that the pointer is on. */
const pointedRow = () => document.querySelector<HTMLElement>(`[id^="${rowId('')}"]:hover`);

/** Focuses a row and scrolls it into view. Returns false if the row is not rendered. */
function focusRow(id: string): boolean {
  const row = document.getElementById(rowId(id));
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
  return row !== null;
}

/** Whether an element other than the element that a new screen focuses has the focus. */
function hasFocusMoved(): boolean {
  const { activeElement, body } = document;
  return activeElement !== body && activeElement?.matches('main h1') !== true;
}

/** Focuses a row and scrolls it to where it was in the viewport. Returns false if the row is not rendered. */
function putBack({ id, topPx }: OpenedRow): boolean {
  const row = document.getElementById(rowId(id));
  if (!row) return false;
  row.focus({ preventScroll: true });
  window.scrollTo(0, window.scrollY + row.getBoundingClientRect().top - topPx);
  return true;
}

function rowsPerPage(row: HTMLElement): number {
  return Math.max(Math.floor(window.innerHeight / row.offsetHeight) - PAGE_OVERLAP_ROWS, 1);
}
