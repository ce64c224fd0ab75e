import { useEffect, useLayoutEffect } from 'react';
import { useScreenKey } from '../browser-state/screen-key.ts';

/** Scroll offset in pixels of each screen of the history, by its key. */
const scrollOffsets = new Map<string, number>();

/** Scrolls a new screen to the top, and restores the scroll offset of one that was there before. */
export function useScrollRestoration(): void {
  const key = useScreenKey();
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useLayoutEffect(() => {
    window.scrollTo(0, scrollOffsets.get(key) ?? 0);
    const saveOffset = () => scrollOffsets.set(key, window.scrollY);
    window.addEventListener('scroll', saveOffset, { passive: true });
    return () => window.removeEventListener('scroll', saveOffset);
  }, [key]);
}
