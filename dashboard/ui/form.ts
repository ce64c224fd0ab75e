import type { FieldPath, FieldValues, Resolver, UseFormSetError } from 'react-hook-form';
import type { Problem } from '#contract/problems.ts';

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

/**
 * Form resolver that loads on the first validation, so that the first screen renders without zod. If it fails to load,
 * the form is submitted unvalidated; the server applies the same rules.
 */
export function lazyResolver<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const resolver = await load().catch(() => null);
    return resolver ? await resolver(values, context, options) : { values: values as unknown as Output, errors: {} };
  };
}
