/** Texts of the toasts when a transaction or a transfer is edited. */
export const EDIT_TOASTS = {
  sending: 'Saving changes...',
  saved: 'Changes saved',
  failed: 'Failed to save the changes. Please try again.',
};
