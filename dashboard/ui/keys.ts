/** Types of inputs without text. */
const WITHOUT_TEXT = ['button', 'checkbox', 'file', 'radio', 'submit'];

/** Whether keys that are pressed there are typed, rather than shortcuts. */
export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.includes(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  // While the list of a select is open, one of its options has the focus.
  return target instanceof HTMLElement && (target.isContentEditable || target.closest('select') !== null);
}
