import type { Problem } from '../../../contract/problems.ts';
import { formProblemMessage, isProblem, type Outcome } from '../../server/problem.ts';
import { dismissToast, showErrorToast, showInfoToast, showLoadingToast } from '../../ui/toast.ts';
import { showSavedToast } from '../../undo/undo-change.ts';

/**
 * Returns a function that sends an edit and says in toasts what became of it. An edit that changed nothing ends like one that was
 * saved. `showFieldErrors` may show a problem in the form; if it returns false, a toast does.
 */
export function useEditToasts(onDone: () => void) {
  return async (send: () => Promise<Outcome<unknown> | null>, showFieldErrors: (problem: Problem) => boolean) => {
    const toast = showLoadingToast('Saving changes...');
    const outcome = await send();
    if (!outcome) return dismissToast(toast);
    if (outcome.ok) {
      showSavedToast('Changes saved', outcome.changeSet, toast);
      onDone();
    } else if (isProblem(outcome.problem, 'no_changes')) {
      showInfoToast(outcome.problem.title, toast);
      onDone();
    } else if (showFieldErrors(outcome.problem)) dismissToast(toast);
    else
      showErrorToast('Failed to save the changes. Please try again.', {
        id: toast,
        description: formProblemMessage(outcome.problem),
      });
  };
}
