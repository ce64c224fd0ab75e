/** Form values in memory, saved when a submit failed, for example because the session expired. */
const drafts = new Map<string, unknown>();

/** Saves the values of a form. Takes the key of the form and the user's id. */
export function saveDraft(form: string, userId: string, values: unknown): void {
  drafts.set(`${form} ${userId}`, values);
}

/** Returns the saved values of this form and user, else undefined. */
export function loadDraft<Values>(form: string, userId: string): Values | undefined {
  return drafts.get(`${form} ${userId}`) as Values | undefined;
}

/** Deletes the saved values of this form and user. */
export function deleteDraft(form: string, userId: string): void {
  drafts.delete(`${form} ${userId}`);
}
