/** What was typed into a form when the session ended under it, so that it stands there again after login. */
const drafts = new Map<string, unknown>();

/** Keeps a form's values, by the form's name and the user's id. */
export function saveDraft(form: string, userId: string, values: unknown): void {
  drafts.set(`${form} ${userId}`, values);
}

/** The values kept for this form and user, if any. */
export function loadDraft<Values>(form: string, userId: string): Values | undefined {
  return drafts.get(`${form} ${userId}`) as Values | undefined;
}

/** Drops them, once the form has done its work. */
export function deleteDraft(form: string, userId: string): void {
  drafts.delete(`${form} ${userId}`);
}
