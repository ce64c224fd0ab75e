import { PASSWORD_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import { passwordStrength } from '#contract/password-strength.ts';
import { SettingsError, wholeNumber } from '#platform/settings.ts';
import { ProblemError } from '../http/problem-error.ts';

/** The rules for new passwords: the fewest characters, and whether one of the commonest is refused (product 5.3). */
export type PasswordRules = { charactersMin: number; refusesCommon: boolean };

/** Reads PASSWORD_MIN (1 unless set) and PASSWORD_COMMON (`refuse`, or unset). Throws SettingsError for others. */
export function passwordRules(env: NodeJS.ProcessEnv): PasswordRules {
  const common = env.PASSWORD_COMMON;
  if (common && common !== 'refuse') throw new SettingsError("PASSWORD_COMMON has to be 'refuse', or unset.");
  return { charactersMin: wholeNumber(env, 'PASSWORD_MIN', 1, 1, PASSWORD_MAX), refusesCommon: common === 'refuse' };
}

/** Throws the problem invalid, for `field`, unless the rules let somebody take a new password. */
export async function requireStrong(
  { charactersMin, refusesCommon }: PasswordRules,
  password: string,
  who: { fullName: string; email: string },
  field: 'password' | 'newPassword',
): Promise<void> {
  if ([...password].length < charactersMin)
    throw new ProblemError('invalid', { [field]: messages.passwordTooShort(charactersMin) });
  if (!refusesCommon) return;
  const { isCommon, isOwn } = await passwordStrength(password, who);
  if (isCommon) throw new ProblemError('invalid', { [field]: messages.passwordCommon });
  if (isOwn) throw new ProblemError('invalid', { [field]: messages.passwordOwn });
}
