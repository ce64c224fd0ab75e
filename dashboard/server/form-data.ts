import type { CallWithFile, calls } from '../../contract/calls.ts';

/** Field name of the file for each call; the type checks it against the contract. */
const FILE_FIELDS: { [Name in CallWithFile]: (typeof calls)[Name]['file']['field'] } = {
  uploadAvatar: 'avatar',
  createExpense: 'receipt',
  createIncome: 'receipt',
};

/**
 * Builds a multipart body from the fields of a JSON body and a file. Numbers become decimal strings; null and undefined
 * are omitted.
 */
export function formDataOf(name: CallWithFile, input: object, file: File): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) form.set(key, String(value));
  }
  form.set(FILE_FIELDS[name], file);
  return form;
}
