import type { FieldValues, Resolver } from 'react-hook-form';

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
