import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** For so long nothing has to be under way. Parts that are loaded lazily ask a moment later. */
const QUIET_MS = 60;
/** On a slow connection what is there by then is shown. */
const LATEST_MS = 3_000;

/**
 * Returns whether a screen whose parts load each by itself can be shown without parts that move: once its main data is
 * there (`hasData`), and nothing that is not there yet is under way. It is true for ever then, and from the beginning
 * where `isCached` says that its parts were there before.
 */
export function useSteady(hasData: boolean, isCached = hasData): boolean {
  const [isSteady, setSteady] = useState(isCached);
  const waiting = useIsFetching({ predicate: ({ state }) => state.data === undefined });
  const isQuiet = hasData && waiting === 0;
  useEffect(() => {
    if (!isQuiet) return;
    const timer = setTimeout(() => setSteady(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isQuiet]);
  useEffect(() => {
    const timer = setTimeout(() => setSteady(true), LATEST_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSteady;
}
