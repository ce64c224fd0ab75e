import { SettingsError } from '#platform/settings.ts';

/** Who has Premium: users who paid for it, or every user (product 1.2). */
export type PremiumFor = 'payers' | 'everyone';

/** Reads PREMIUM: unset, empty or `everyone`. Throws SettingsError for anything else. */
export function premiumSetting(env: NodeJS.ProcessEnv): PremiumFor {
  const premium = env.PREMIUM;
  if (!premium) return 'payers';
  if (premium !== 'everyone') throw new SettingsError("PREMIUM has to be 'everyone', or unset.");
  return premium;
}
