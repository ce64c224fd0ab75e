import { useEffect, useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { PasswordStrength } from '#contract/password-strength.ts';

/** A password that stands for so long is looked at. */
const PAUSE_MS = 250;

const WORDS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'];

/** How strong a new password is, in words, as it is typed; undefined while none is. It forbids nothing. */
export function useStrength(password: string, who: { fullName: string; email: string }): string | undefined {
  const [words, setWords] = useState<string>();
  const { fullName, email } = who;
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const strength =
        password.trim() === ''
          ? null
          : await import('#contract/password-strength.ts')
              .then((file) => file.passwordStrength(password, { fullName, email }))
              .catch(() => null);
      if (isCurrent) setWords(strength ? wordsOf(strength) : undefined);
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, fullName, email]);
  return words;
}

function wordsOf({ score, isCommon, isOwn }: PasswordStrength): string | undefined {
  if (isCommon) return messages.passwordCommon;
  return isOwn ? messages.passwordOwn : WORDS[score];
}
