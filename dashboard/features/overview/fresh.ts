/** For so long what is beside the balance is not asked for again, unless this browser has changed the books. */
export const FRESH_MS = 5 * 60_000;
