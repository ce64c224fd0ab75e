/** The browser's local storage, which can be switched off: then nothing is kept, and the application works on. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text for the next visit. */
export function writeStored(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Full or switched off: it is only a convenience.
  }
}

/** Drops what was kept. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Switched off: nothing was kept.
  }
}
