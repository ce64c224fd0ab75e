import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** How far each visited address was scrolled, by the router's key. */
const places = new Map<string, number>();

/** Starts a new screen at its top, and comes back to an old one where it was left. */
export function useScroll(): void {
  const { key } = useLocation();
  const came = useNavigationType();
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useLayoutEffect(() => {
    window.scrollTo(0, came === 'POP' ? (places.get(key) ?? 0) : 0);
    const note = () => places.set(key, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key, came]);
}
