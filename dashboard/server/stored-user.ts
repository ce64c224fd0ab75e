import type { User } from '#contract/user.ts';

/** Fields that screens read without a check, with their types. */
const REQUIRED_FIELDS = {
  _id: 'string',
  fullName: 'string',
  currency: 'string',
  currentBalance: 'number',
  transactionCount: 'number',
  hasSetIncomeAndExpense: 'boolean',
  isPaidUser: 'boolean',
} as const satisfies Partial<Record<keyof User, string>>;

/**
 * Parses the user from local storage. Returns null for anything else, such as data of an older version. Checks by hand
 * instead of with the contract's schema, so that the first screen does not load zod.
 */
export function parseStoredUser(text: string | null): User | null {
  try {
    const stored: Record<string, unknown> | null = JSON.parse(text ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const complete = Object.entries(REQUIRED_FIELDS).every(([field, type]) => typeof stored[field] === type);
    const lists = [stored.goals, stored.transactionHistory, stored.accounts];
    return complete && lists.every(Array.isArray) ? (stored as User) : null;
  } catch {
    return null;
  }
}
