import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Scroll offset in pixels of each history entry, by `location.key`. */
const scrollOffsets = new Map<string, number>();

/** Scrolls a new screen to the top, and restores the scroll offset on back and forward. */
export function useScrollRestoration(): void {
  const { key } = useLocation();
  const navigationType = useNavigationType();
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useLayoutEffect(() => {
    window.scrollTo(0, navigationType === 'POP' ? (scrollOffsets.get(key) ?? 0) : 0);
    const saveOffset = () => scrollOffsets.set(key, window.scrollY);
    window.addEventListener('scroll', saveOffset, { passive: true });
    return () => window.removeEventListener('scroll', saveOffset);
  }, [key, navigationType]);
}
