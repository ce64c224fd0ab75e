import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { CallInput, CallWithFile } from '#contract/calls.ts';
import type { CommandCall } from '../server/send-command.ts';
import { setFieldErrors } from '../ui/form.ts';
import { type CommandOptions, useFormCommand } from './use-command.ts';

type Options<Name extends CommandCall, Values extends FieldValues, Output> = CommandOptions<Name> & {
  /** Validates the values of the fields and makes the output of them. */
  schema: z.ZodType<Output, Values>;
  defaultValues?: NoInfer<DefaultValues<Values>>;
  /** Field names in the order of the screen, which is the focus order for errors. */
  fields: readonly FieldPath<NoInfer<Values>>[];
  /** Makes the input of the call from the output. */
  input: (output: Output) => CallInput<Name>;
};

/**
 * Returns a form that sends a command: `register`, `control`, `setValue`, the message of each field, `submit` and
 * `pending`. A server error is shown at its field, any other failure in a toast. After a failure the fields keep their
 * values.
 */
export function useCommandForm<Name extends Exclude<CommandCall, CallWithFile>, Values extends FieldValues, Output>(
  name: Name,
  { schema, defaultValues, fields, input, ...options }: Options<Name, Values, Output>,
) {
  const { send, pending } = useFormCommand(name, options);
  const { register, control, setValue, handleSubmit, setError, formState } = useForm<Values, unknown, Output>({
    resolver: zodResolver<Values, unknown, Output>(schema),
    ...(defaultValues && { defaultValues }),
  });

  const submit = handleSubmit(async (output) => {
    await send(input(output), { onFailed: (problem) => setFieldErrors(problem, fields, setError) });
  });

  return { register, control, setValue, errors: formState.errors, submit, pending };
}
