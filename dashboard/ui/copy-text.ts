import { showErrorToast, showSuccessToast } from './toast.ts';

/** Copies a text, and says so in a toast. `name` is the name of the text, such as 'address'. */
export async function copyText(text: string, name: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showSuccessToast(`${name} copied`);
  } catch {
    showErrorToast(`Unable to copy the ${name.toLowerCase()}`);
  }
}
