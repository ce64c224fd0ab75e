import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * A form's resolver that is loaded when it is first asked, so that a first screen is drawn without the schemas. Where
 * it can't be loaded the server, which has the same rules, is asked to complain instead.
 */
export function lazyResolver<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const resolver = await load().catch(() => null);
    return resolver ? await resolver(values, context, options) : { values: values as unknown as Output, errors: {} };
  };
}
