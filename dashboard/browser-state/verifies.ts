/** State of a navigation to History after which it verifies the ledger. */
export const VERIFIES = { verifies: true };

/** Whether the state of a location is that. */
export function verifies(state: unknown): boolean {
  return (state as Partial<typeof VERIFIES> | null)?.verifies === true;
}
