import type { CallWithFile, calls } from '#contract/calls.ts';

/** Field name of the file for each call; the type checks it against the contract. */
const FILE_FIELDS: { [Name in CallWithFile]: (typeof calls)[Name]['file']['field'] } = {
  uploadAvatar: 'avatar',
  createExpense: 'receipt',
  createIncome: 'receipt',
  updateTransaction: 'receipt',
  importPreview: 'file',
};

/**
 * Builds a multipart body from the fields of a JSON body and a file. Numbers become decimal strings; undefined is
 * omitted, and so is null, but for the parts of a split, which are JSON (product 4.13).
 */
export function formDataOf(name: CallWithFile, input: object, file: File): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(input)) {
    if (key === 'parts' && value === null) form.set(key, 'null');
    else if (value !== undefined && value !== null)
      form.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  form.set(FILE_FIELDS[name], file);
  return form;
}
