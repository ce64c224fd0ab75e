import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';

/** Where each key leads from the row `at`; `page` is how many rows a window shows. What is beyond an end is the end. */
const STEPS: Partial<Record<string, (at: number, last: number, page: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, _last, page) => at + page,
  PageUp: (at, _last, page) => at - page,
  Home: () => 0,
  End: (_at, last) => last,
};

/** Rows of one page that are seen again on the next, or lie under what sticks to the window's edges. */
const SEEN_AGAIN = 3;

const rowId = (id: string) => `row-${id}`;

type Options = {
  /** The rows' ids, in their order. */
  ids: readonly string[];
  open: (id: string) => void;
  /** Scrolls to where a row that is not drawn yet will be. */
  reveal?: (at: number) => void;
};

/**
 * Makes rows one stop for the Tab key, among which the arrows, Page Up, Page Down, Home and End move; Enter, Space and
 * a click open one. Gives the props for each row, and where the focus stands.
 */
export function useRowNavigation({ ids, open, reveal }: Options) {
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const found = chosen === null ? -1 : ids.indexOf(chosen);
  const at = Math.max(found, 0);

  useEffect(() => {
    if (wanted.current !== null && focus(wanted.current)) wanted.current = null;
  });

  function onKeyDown(event: KeyboardEvent<HTMLElement>, id: string) {
    if (event.target !== event.currentTarget) return;
    const step = STEPS[event.key];
    if (event.key === 'Enter' || event.key === ' ') open(id);
    else if (step) move(step(ids.indexOf(id), ids.length - 1, rowsPerPage(event.currentTarget)));
    else return;
    event.preventDefault();
  }

  function move(to: number) {
    const within = Math.max(0, Math.min(to, ids.length - 1));
    const id = ids[within];
    if (id === undefined) return;
    wanted.current = focus(id) ? null : id;
    setChosen(id);
    if (wanted.current !== null) reveal?.(within);
  }

  const rowProps = (id: string) => ({
    id: rowId(id),
    tabIndex: id === ids[at] ? 0 : -1,
    onFocus: () => setChosen(id),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, id),
    onClick: (event: MouseEvent) => {
      const takenByLink = event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey;
      if (!takenByLink) open(id);
    },
  });

  return { rowProps, at };
}

/** Moves the focus to a row and scrolls no more than it takes to see it. Gives false when the row is not drawn. */
function focus(id: string): boolean {
  const row = document.getElementById(rowId(id));
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
  return row !== null;
}

function rowsPerPage(row: HTMLElement): number {
  return Math.max(Math.floor(window.innerHeight / row.offsetHeight) - SEEN_AGAIN, 1);
}
