import type { Database } from '#platform/postgres.ts';
import { SettingsError } from '#platform/settings.ts';
import { hasPaid } from '#projections/queries/payment.ts';

/** Who has Premium: users who paid for it, or every user (product 1.2). */
export type PremiumFor = 'payers' | 'everyone';

/** Reads PREMIUM: unset, empty or `everyone`. Throws SettingsError for anything else. */
export function premiumSetting(env: NodeJS.ProcessEnv): PremiumFor {
  const premium = env.PREMIUM;
  if (!premium) return 'payers';
  if (premium !== 'everyone') throw new SettingsError("PREMIUM has to be 'everyone', or unset.");
  return premium;
}

/** Whether the user of a ledger has Premium today. */
export async function hasPremium(database: Database, premium: PremiumFor, ledgerId: string): Promise<boolean> {
  return premium === 'everyone' || (await hasPaid(database, ledgerId));
}
