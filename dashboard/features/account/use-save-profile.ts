import type { z } from 'zod';
import { messages } from '../../../contract/messages.ts';
import type { Problem } from '../../../contract/problems.ts';
import type { detailsInput } from '../../../contract/user-calls.ts';
import { formProblemMessage } from '../../server/problem.ts';
import { useCommand } from '../../server/use-command.ts';
import { useUser } from '../../server/user.ts';
import type { ImageInput } from '../../ui/image-input.ts';
import { dismissToast, showErrorToast, showInfoToast, showLoadingToast, showSuccessToast } from '../../ui/toast.ts';

type Details = z.output<typeof detailsInput>;

/**
 * Saves the changed parts of the profile: the avatar first, then name and bio. Skips the details if the upload fails.
 * `showFieldErrors` receives the problem of a refused update of the details. Toasts report progress and failures.
 */
export function useSaveProfile(avatar: ImageInput, showFieldErrors: (problem: Problem) => boolean) {
  const { fullName, bio } = useUser();
  const upload = useCommand('uploadAvatar');
  const update = useCommand('updateDetails');

  async function save(details: Details) {
    if (avatar.error !== undefined) return avatar.focus();
    const sameDetails = details.name === fullName && (details.bio ?? '') === (bio ?? '');
    if (!avatar.file && sameDetails) return showInfoToast(messages.nothingChanged);
    if (avatar.file && !(await saveAvatar(avatar.file))) return;
    if (!sameDetails) await saveDetails(details);
  }

  async function saveAvatar(file: File): Promise<boolean> {
    const id = showLoadingToast('Saving Avatar');
    const outcome = await upload.send({}, file);
    if (!outcome) dismissToast(id);
    else if (outcome.ok) {
      avatar.clear();
      showSuccessToast('Saved Avatar', id);
    } else {
      avatar.showServerError(outcome.problem);
      // The spelling is specified (product 8.2).
      showErrorToast('Eror when fetching', { id, description: formProblemMessage(outcome.problem) });
    }
    return outcome?.ok === true;
  }

  async function saveDetails(details: Details) {
    const id = showLoadingToast('Saving user details');
    const outcome = await update.send(details);
    if (!outcome) dismissToast(id);
    else if (outcome.ok) {
      showSuccessToast('Saved user details', id);
    } else {
      showFieldErrors(outcome.problem);
      showErrorToast('Error when fetching', { id, description: formProblemMessage(outcome.problem) });
    }
  }

  return { save, pending: upload.pending || update.pending };
}
