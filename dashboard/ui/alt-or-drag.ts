import { useEffect, useRef } from 'react';

/** The distance from an edge of the window, in pixels, at which a drag scrolls, and the pixels of a step. */
const EDGE_PX = 60;
const SCROLL_PX = 14;

/** Scrolls the window while something is dragged near its upper or lower edge. Takes the pointer's place in pixels. */
export function scrollNearEdge(clientY: number): void {
  if (clientY < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
  if (clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
}

/**
 * While Alt is held: finishes once it is let go, wherever the focus is by then, and stops once the window is left. The
 * last functions that were given count.
 */
export function useAltHeld(isHeld: boolean, finish: () => void, stop: () => void): void {
  const latest = useRef({ finish, stop });
  useEffect(() => {
    latest.current = { finish, stop };
  });
  useEffect(() => {
    if (!isHeld) return;
    const onKeyUp = ({ key }: KeyboardEvent) => key === 'Alt' && latest.current.finish();
    const onBlur = () => latest.current.stop();
    window.addEventListener('keyup', onKeyUp);
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', onBlur);
    };
  }, [isHeld]);
}
