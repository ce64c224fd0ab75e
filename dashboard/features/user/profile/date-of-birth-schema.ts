import { messages } from '#contract/messages.ts';
import { dateOfBirthInput } from '#contract/user-calls.ts';

/** Schema of the date of birth form. Takes ISO dates; refuses a date after `today` and the `stored` date. */
export function dateOfBirthSchema(stored: string | null, today: string) {
  return dateOfBirthInput
    .refine(({ date }) => date <= today, { error: messages.birthInFuture, path: ['date'] })
    .refine(({ date }) => date !== stored, { error: messages.birthUnchanged, path: ['date'] });
}
