import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import type { Problem } from '../../contract/problems.ts';

/**
 * Sets the server's validation errors on the given fields and focuses the first. Returns false if no error belongs to
 * one of them; the caller then has to show the problem.
 */
export function setFieldErrors<Values extends FieldValues>(
  problem: Problem,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  const invalidFields = fields.filter((field) => problem.errors?.[field] !== undefined);
  invalidFields.forEach((field, index) => {
    setError(
      field,
      { type: 'server', message: problem.errors?.[field] ?? problem.title },
      { shouldFocus: index === 0 },
    );
  });
  return invalidFields.length > 0;
}
