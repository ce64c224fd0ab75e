import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Most rows of a list that are printed (product 9.2). */
export const PRINTED_ROWS_MAX = 5_000;

const rowsOf = ({ data }: UseInfiniteQueryResult) => (data as { rows: unknown[] } | undefined)?.rows.length ?? 0;

/**
 * Whether the page is being printed. Ctrl or Cmd with P first loads the rest of the list, up to PRINTED_ROWS_MAX; the
 * browser's menu prints what is loaded.
 */
export function usePrinting(list: UseInfiniteQueryResult): boolean {
  const [printing, setPrinting] = useState(false);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    // The browser takes what is there when this returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    async function onKeyDown(event: KeyboardEvent) {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p';
      if (!isPrint || event.repeat) return;
      event.preventDefault();
      let read = latest.current;
      while (read.hasNextPage && !read.isFetchNextPageError && rowsOf(read) < PRINTED_ROWS_MAX)
        read = await read.fetchNextPage({ cancelRefetch: false });
      window.print();
    }
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return printing;
}
