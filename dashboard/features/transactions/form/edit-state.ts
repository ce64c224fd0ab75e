import type { Location } from 'react-router-dom';

/** State of a navigation to the detail of an entry that opens its form. */
export const EDIT = { edit: true };

/** Whether a navigation opens the form. */
export function startsEdit({ state }: Location<unknown>): boolean {
  return (state as Partial<typeof EDIT> | null)?.edit === true;
}

/** Key of the draft of an entry's form, saved when the session expires. */
export function editDraftKey(id: string): string {
  return `transaction ${id}`;
}
