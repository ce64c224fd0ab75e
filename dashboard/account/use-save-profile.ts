import type { z } from 'zod';
import type { detailsInput } from '../../contract/account.ts';
import { messages } from '../../contract/messages.ts';
import type { Problem } from '../../contract/problems.ts';
import { explainToWriter } from '../api-client/problem.ts';
import { useCommand } from '../api-client/use-command.ts';
import { storeUser, useUser } from '../store/user.ts';
import { failed, hush, noted, said, underWay } from '../ui/toast.ts';
import type { ImageChoice } from '../ui/use-image-choice.ts';

type Details = z.output<typeof detailsInput>;

/**
 * Saves what has changed of a profile: the avatar first, then name and bio, and nothing further when the avatar fails.
 * `refused` may take a problem with the details to their fields.
 */
export function useSaveProfile(avatar: ImageChoice, refused: (problem: Problem) => boolean) {
  const { fullName, bio } = useUser();
  const upload = useCommand('uploadAvatar');
  const update = useCommand('updateDetails');

  async function save(details: Details) {
    if (avatar.error !== undefined) return avatar.focus();
    const sameDetails = details.name === fullName && (details.bio ?? '') === (bio ?? '');
    if (!avatar.file && sameDetails) return noted(messages.nothingChanged);
    if (avatar.file && !(await saveAvatar(avatar.file))) return;
    if (!sameDetails) await saveDetails(details);
  }

  async function saveAvatar(file: File): Promise<boolean> {
    const id = underWay('Saving Avatar');
    const outcome = await upload.send({}, file);
    if (!outcome) hush(id);
    else if (outcome.ok) {
      storeUser(outcome.data);
      avatar.clear();
      said('Saved Avatar', id);
    } else {
      avatar.refused(outcome.problem);
      // Spelt so on purpose (product 8.2).
      failed('Eror when fetching', { id, description: explainToWriter(outcome.problem) });
    }
    return outcome?.ok === true;
  }

  async function saveDetails(details: Details) {
    const id = underWay('Saving user details');
    const outcome = await update.send(details);
    if (!outcome) hush(id);
    else if (outcome.ok) {
      storeUser(outcome.data);
      said('Saved user details', id);
    } else {
      refused(outcome.problem);
      failed('Error when fetching', { id, description: explainToWriter(outcome.problem) });
    }
  }

  return { save, pending: upload.pending || update.pending };
}
