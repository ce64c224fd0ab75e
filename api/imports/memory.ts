/** Gives memory that is no longer used back to the system, where the process can (`--expose-gc`). */
export function giveBack(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
