import type { CallWithFile, calls } from '../../contract/calls.ts';

/** The field the file stands in, as the contract has it. */
const FIELDS: { [Name in CallWithFile]: (typeof calls)[Name]['file']['field'] } = {
  uploadAvatar: 'avatar',
  createExpense: 'receipt',
  createIncome: 'receipt',
};

/** The multipart form that carries what JSON would carry, and a file: an amount becomes a decimal string. */
export function formOf(name: CallWithFile, input: object, file: File): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) form.set(key, String(value));
  }
  form.set(FIELDS[name], file);
  return form;
}
