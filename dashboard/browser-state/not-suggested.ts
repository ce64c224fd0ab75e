import { readStored, removeStored, writeStored } from './local-storage.ts';

const STORAGE_KEY = 'notSuggested';
/** The number of titles that are remembered, the newest. */
const KEPT_MAX = 100;

type Stored = { userId: string; keys: string[] };

/** The suggestions that a user does not want, by their keys; none of another user, or of what is not understood. */
export function readNotSuggested(userId: string): readonly string[] {
  try {
    const stored: Stored | null = JSON.parse(readStored(STORAGE_KEY) ?? 'null');
    return stored?.userId === userId && Array.isArray(stored.keys) ? stored.keys : [];
  } catch {
    return [];
  }
}

export function storeNotSuggested(userId: string, keys: readonly string[]): void {
  const stored: Stored = { userId, keys: keys.slice(-KEPT_MAX) };
  writeStored(STORAGE_KEY, JSON.stringify(stored));
}

/** Forgets them, with the account. */
export function forgetNotSuggested(): void {
  removeStored(STORAGE_KEY);
}
