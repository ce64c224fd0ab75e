import { useEffect, useLayoutEffect } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useScreenKey } from '../browser-state/screen-key.ts';

/** Scroll offset in pixels of each screen of the history, by its key. */
const scrollOffsets = new Map<string, number>();

/** Scrolls a new screen to the top, and restores the scroll offset on back and forward. */
export function useScrollRestoration(): void {
  const key = useScreenKey();
  const navigationType = useNavigationType();
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per screen; the type of a later navigation on it says nothing about it.
  useLayoutEffect(() => {
    window.scrollTo(0, navigationType === 'POP' ? (scrollOffsets.get(key) ?? 0) : 0);
    const saveOffset = () => scrollOffsets.set(key, window.scrollY);
    window.addEventListener('scroll', saveOffset, { passive: true });
    return () => window.removeEventListener('scroll', saveOffset);
  }, [key]);
}
