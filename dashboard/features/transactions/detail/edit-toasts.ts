import { formProblemMessage } from '../../../server/problem.ts';

/** What the toasts say of the edit of a transaction or a transfer. */
export const EDIT_TOASTS = {
  sending: 'Saving changes...',
  saved: 'Changes saved',
  failed: 'Failed to save the changes. Please try again.',
  describe: formProblemMessage,
};
