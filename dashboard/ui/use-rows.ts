import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';

const STEPS: Partial<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

const rowId = (id: string) => `row-${id}`;

type Options = {
  /** The rows' ids, in their order. */
  ids: readonly string[];
  open: (id: string) => void;
  /** Brings a row onto the page that may not be drawn yet. */
  reveal?: (at: number) => void;
};

/**
 * Makes rows one stop for the Tab key, among which the arrows move; Enter, Space and a click open one. Gives the props
 * for each row, and where the focus stands.
 */
export function useRows({ ids, open, reveal }: Options) {
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const found = chosen === null ? -1 : ids.indexOf(chosen);
  const at = Math.max(found, 0);

  useEffect(() => {
    if (wanted.current === null) return;
    const row = document.getElementById(rowId(wanted.current));
    if (!row) return;
    wanted.current = null;
    row.focus();
  });

  function onKeyDown(event: KeyboardEvent, id: string) {
    if (event.target !== event.currentTarget) return;
    const step = STEPS[event.key];
    if (event.key === 'Enter' || event.key === ' ') open(id);
    else if (step) move(step(ids.indexOf(id), ids.length - 1));
    else return;
    event.preventDefault();
  }

  function move(to: number) {
    const id = ids[to];
    if (id === undefined) return;
    wanted.current = id;
    setChosen(id);
    reveal?.(to);
  }

  const rowProps = (id: string) => ({
    id: rowId(id),
    tabIndex: id === ids[at] ? 0 : -1,
    onFocus: () => setChosen(id),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, id),
    onClick: (event: MouseEvent) => {
      const takenByLink = event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey;
      if (!takenByLink) open(id);
    },
  });

  return { rowProps, at };
}
