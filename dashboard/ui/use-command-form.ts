import { type DefaultValues, type FieldPath, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import type { CallData, CallInput, CallOf, CallWithFile } from '../../contract/calls.ts';
import { formProblemMessage } from '../server/problem.ts';
import { useCommand } from '../server/use-command.ts';
import { setFieldErrors } from './form.ts';
import { showErrorToast } from './toast.ts';

type Command = Exclude<CallOf<'command' | 'action'>, CallWithFile>;

type Options<Name extends Command, Values extends FieldValues, Output> = {
  resolver: Resolver<Values, unknown, Output>;
  defaultValues?: NoInfer<DefaultValues<Values>>;
  /** Field names in the order of the screen, which is the focus order for errors. */
  fields: readonly FieldPath<Values>[];
  /** What is sent for the validated values. */
  input: (output: Output) => CallInput<Name>;
  /** Title of the toast for a failure that belongs to no field. */
  failed: string;
  /** Takes the id of the change-set, too, where the command made one. */
  onSaved: (output: Output, data: CallData<Name>, changeSet: string | undefined) => void;
};

/**
 * Returns a form that sends a command: `register`, the message of each field, `submit` and `pending`. A server error is
 * shown at its field, any other failure in a toast; what was typed stays.
 */
export function useCommandForm<Name extends Command, Values extends FieldValues, Output = Values>(
  name: Name,
  { resolver, defaultValues, fields, input, failed, onSaved }: Options<Name, Values, Output>,
) {
  const { send, pending } = useCommand<Command>(name);
  const { register, handleSubmit, setError, formState } = useForm<Values, unknown, Output>({
    resolver,
    ...(defaultValues && { defaultValues }),
  });

  const submit = handleSubmit(async (output) => {
    const outcome = await send(input(output) as CallInput<Command>);
    if (!outcome) return;
    if (outcome.ok) onSaved(output, outcome.data as CallData<Name>, outcome.changeSet);
    else if (!setFieldErrors(outcome.problem, fields, setError))
      showErrorToast(failed, { description: formProblemMessage(outcome.problem) });
  });

  return { register, errors: formState.errors, submit, pending };
}
