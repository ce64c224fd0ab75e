import type { User } from '../../contract/user.ts';

/** What screens read of a user without asking whether it is there. */
const NEEDED = {
  _id: 'string',
  fullName: 'string',
  currency: 'string',
  currentBalance: 'number',
  transactionCount: 'number',
  hasSetIncomeAndExpense: 'boolean',
  isPaidUser: 'boolean',
} as const satisfies Partial<Record<keyof User, string>>;

/**
 * Takes what a browser has kept of the user and gives the user, or null where it is nothing of the kind: it may be of
 * an older Daybook, or somebody else's under the same name. Checked by hand, since the first screen carries no schemas.
 */
export function parseStoredUser(text: string | null): User | null {
  try {
    const kept: Record<string, unknown> | null = JSON.parse(text ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const complete = Object.entries(NEEDED).every(([field, type]) => typeof kept[field] === type);
    return complete && Array.isArray(kept.goals) && Array.isArray(kept.transactionHistory) ? (kept as User) : null;
  } catch {
    return null;
  }
}
