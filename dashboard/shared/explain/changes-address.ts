/** Number of change-sets that an address can name. */
export const CHANGES_MAX = 20;

/** The address of History that lists only these change-sets: the first CHANGES_MAX of them. */
export function changesAddress(ids: readonly string[]): string {
  const named = ids.slice(0, CHANGES_MAX).map(encodeURIComponent).join(',');
  return `/history?changes=${encodeURIComponent(named)}`;
}

/** The ids of change-sets that the query of such an address names; null if it names none. */
export function chosenChanges(query: URLSearchParams): string[] | null {
  const named = query.get('changes');
  try {
    return named === null ? null : named.split(',').slice(0, CHANGES_MAX).map(decodeURIComponent);
  } catch {
    return null;
  }
}
