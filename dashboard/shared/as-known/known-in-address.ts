import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { setKnown, useKnown } from '../../browser-state/known.ts';
import { searchWith, stayOn } from '../../browser-state/screen-key.ts';

const KNOWN = 'known';

/**
 * Keeps the moment that screens show equal to the moment of the address: an address with a moment sets it, and links
 * without one keep it (product 9.2). Returns false while screens still show another moment than the address has.
 */
export function useKnownInAddress(): boolean {
  const location = useLocation();
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const known = useKnown();
  const inAddress = new URLSearchParams(location.search).get(KNOWN);
  const isKept = inAddress === null && navigationType !== 'POP' && !endsPast(location.state);
  const next = isKept ? known : inAddress;

  useLayoutEffect(() => setKnown(next), [next]);
  useLayoutEffect(() => () => setKnown(null), []);
  useEffect(() => {
    if (!isKept || known === null) return;
    const search = searchWith(location.search, { [KNOWN]: known });
    navigate({ pathname: location.pathname, search, hash: location.hash }, { replace: true, state: stayOn(location) });
  }, [isKept, known, location, navigate]);

  return next === known;
}

const endsPast = (state: unknown) => (state as { endsPast?: true } | null)?.endsPast === true;

/** Returns a function that shows the books as of a moment, or of now, on this screen or on the screen at `pathname`. */
export function useGoTo(): (known: string | null, pathname?: string) => void {
  const location = useLocation();
  const navigate = useNavigate();
  return (known, pathname = location.pathname) => {
    const search = searchWith(pathname === location.pathname ? location.search : '', { [KNOWN]: known });
    navigate({ pathname, search }, { state: known === null ? { endsPast: true } : null });
  };
}
