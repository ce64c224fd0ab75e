import { dateOfBirthInput } from '../../contract/account.ts';
import { messages } from '../../contract/messages.ts';

/** What the date of birth's form may send, by the day stored before and today. */
export function birthForm(before: string | null, today: string) {
  return dateOfBirthInput
    .refine(({ date }) => date <= today, { error: messages.birthInFuture, path: ['date'] })
    .refine(({ date }) => date !== before, { error: messages.birthUnchanged, path: ['date'] });
}
