import { readStored, removeStored, writeStored } from './local-storage.ts';

const STORAGE_KEY = 'corrections';

/** The number of equal corrections after which a rule is offered. */
const ENOUGH = 3;
/** The number of different corrections that are remembered, the newest. */
const KEPT_MAX = 100;

/** Entries that got the same category, by their ids: `key` has the title and the category. */
type Equal = { key: string; entries: string[] };
type Stored = { userId: string; list: Equal[] };

/** A new category that a person gave to an entry by hand. `title` is as titles are compared. */
export type Correction = { entry: string; title: string; category: string };

/**
 * Notes a correction. Returns whether it is the third entry of this title that got this category; the next three are
 * then counted anew (product 9.9).
 */
export function noteCorrection(userId: string, { entry, title, category }: Correction): boolean {
  const key = JSON.stringify([title, category]);
  const list = storedFor(userId);
  const before = list.find((equal) => equal.key === key)?.entries ?? [];
  const entries = [...before.filter((id) => id !== entry), entry];
  const isEnough = entries.length >= ENOUGH;
  const others = list.filter((equal) => equal.key !== key);
  const stored: Stored = { userId, list: isEnough ? others : [...others, { key, entries }].slice(-KEPT_MAX) };
  writeStored(STORAGE_KEY, JSON.stringify(stored));
  return isEnough;
}

/** Forgets all corrections, with the account. */
export function forgetCorrections(): void {
  removeStored(STORAGE_KEY);
}

/** The corrections that are stored for this user; none of another user, and none that is not understood. */
function storedFor(userId: string): Equal[] {
  try {
    const stored: Stored | null = JSON.parse(readStored(STORAGE_KEY) ?? 'null');
    return stored?.userId === userId ? stored.list.filter(({ entries }) => Array.isArray(entries)) : [];
  } catch {
    return [];
  }
}
