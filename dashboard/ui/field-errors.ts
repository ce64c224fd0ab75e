import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import type { Problem } from '../../contract/problems.ts';

/**
 * Puts a server's complaints to the fields they are about and the focus on the first. Gives false when there are none
 * that this form has a field for, so that somebody else must say it.
 */
export function setFieldErrors<Values extends FieldValues>(
  problem: Problem,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  const concerned = fields.filter((field) => problem.errors?.[field] !== undefined);
  concerned.forEach((field, at) => {
    setError(field, { type: 'server', message: problem.errors?.[field] ?? problem.title }, { shouldFocus: at === 0 });
  });
  return concerned.length > 0;
}
