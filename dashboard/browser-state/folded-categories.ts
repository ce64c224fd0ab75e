import { useEffect } from 'react';
import { create } from 'zustand';
import { readStored, writeStored } from './local-storage.ts';

/** Key of local storage: the ids of the categories whose group is folded, as JSON (product 10.1). */
const FOLDED = 'foldedCategories';

const useFolded = create<{ ids: ReadonlySet<string> }>(() => ({ ids: stored() }));

function stored(): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(readStored(FOLDED) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** The ids of the categories whose group is folded in this browser, in this tab or another. */
export function useFoldedCategories(): ReadonlySet<string> {
  useEffect(() => {
    const onStorage = () => useFolded.setState({ ids: stored() });
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  return useFolded(({ ids }) => ids);
}

/** Folds the group below a category, or unfolds it. */
export function toggleFolded(categoryId: string): void {
  const ids = new Set(useFolded.getState().ids);
  if (!ids.delete(categoryId)) ids.add(categoryId);
  useFolded.setState({ ids });
  writeStored(FOLDED, JSON.stringify([...ids]));
}
