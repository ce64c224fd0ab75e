/** Reads from localStorage. Returns null if the key is missing or storage is disabled. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes to localStorage. Does nothing if storage is full or disabled. */
export function writeStored(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The values are only a convenience.
  }
}

/** Removes a key from localStorage. Does nothing if storage is disabled. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Disabled: nothing was stored.
  }
}
