import type { z } from 'zod';
import { messages } from '#contract/messages.ts';
import type { Problem } from '#contract/problems.ts';
import type { detailsInput } from '#contract/user-calls.ts';
import { useFormCommand } from '../../../commands/use-command.ts';
import { useUser } from '../../../server/user.ts';
import type { ImageInput } from '../../../ui/image-input.ts';
import { showInfoToast } from '../../../ui/toast.ts';

type Details = z.output<typeof detailsInput>;

/**
 * Saves the changed parts of the profile: the avatar first, then name and bio. Skips the details if the upload fails.
 * `showFieldErrors` receives the problem of a refused update of the details. Toasts report progress and failures.
 */
export function useSaveProfile(avatar: ImageInput, showFieldErrors: (problem: Problem) => boolean) {
  const { fullName, bio } = useUser();
  const upload = useFormCommand('uploadAvatar', {
    sending: 'Saving Avatar',
    saved: 'Saved Avatar',
    // The spelling is specified (product 8.2).
    failed: 'Eror when fetching',
    onSaved: avatar.clear,
  });
  const update = useFormCommand('updateDetails', {
    sending: 'Saving user details',
    saved: 'Saved user details',
    failed: 'Error when fetching',
  });

  async function save(details: Details) {
    if (avatar.error !== undefined) return avatar.focus();
    const sameDetails = details.name === fullName && (details.bio ?? '') === (bio ?? '');
    if (!avatar.file && sameDetails) return showInfoToast(messages.nothingChanged);
    const { file } = avatar;
    if (file && !(await upload.send({}, { file, onFailed: (problem) => void avatar.showServerError(problem) }))) return;
    if (!sameDetails) await update.send(details, { onFailed: (problem) => void showFieldErrors(problem) });
  }

  return { save, pending: upload.pending || update.pending };
}
