import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../../../ui/lazy.tsx';
import type { SavedFieldName, UnfoldedRow } from './use-saved-field.ts';

const UnfoldedEntry = lazyComponent(() => import('./unfolded-entry.tsx').then((file) => file.UnfoldedEntry));

/** The fields are loaded so long after the list, so that the first key finds them there. */
const LOADED_AFTER_MS = 300;

/** The row of a list whose fields stand below it: at most one at a time. After it is folded the row has the focus. */
export function useUnfolding() {
  const [unfolded, setUnfolded] = useState<{ id: string; first: SavedFieldName } | null>(null);

  useEffect(() => {
    const timer = setTimeout(() => void UnfoldedEntry.preload().catch(() => undefined), LOADED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  function fold(rowId: string) {
    setUnfolded(null);
    document.getElementById(rowId)?.focus({ preventScroll: true });
  }

  /** The fields below a row, if it is unfolded. */
  function below(entry: UnfoldedRow, rowId: string): ReactNode {
    return (
      unfolded?.id === entry._id && (
        <Suspense fallback={null}>
          <UnfoldedEntry key={unfolded.first} entry={entry} first={unfolded.first} onFold={() => fold(rowId)} />
        </Suspense>
      )
    );
  }

  return {
    unfold: (id: string, first: SavedFieldName) => setUnfolded({ id, first }),
    below,
  };
}
