import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallData, CallInput, CallWithFile } from '#contract/calls.ts';
import type { Problem } from '#contract/problems.ts';
import { noteChange } from '../browser-state/own-changes.ts';
import { cache } from '../server/cache.ts';
import { formProblemMessage, isProblem, problemMessage } from '../server/problem.ts';
import { type CommandCall, commandSender } from '../server/send-command.ts';
import { showSavedToast } from '../shared/undo/undo-change.ts';
import { dismissToast, showErrorToast, showInfoToast, showLoadingToast } from '../ui/toast.ts';

/** Commands whose change-sets can't be undone (product 4.14): no toast and no key offers it. */
const NOT_UNDOABLE: readonly CommandCall[] = ['resetDemoUser', 'createCheckout'];

/** Texts of the toasts of a command, and callbacks. Without a text there is no toast. */
export type CommandOptions<Name extends CommandCall> = {
  /** The toast while the command is in flight. */
  sending?: string;
  /** The toast after success, with 'Undo' where the command made a change-set. */
  saved?: string | ((input: CallInput<Name>) => string);
  /** The title of the toast after a failure. */
  failed?: string;
  /** The description of that toast, by default the message of the problem. */
  describe?: (problem: Problem) => string | undefined;
  /** Runs after success, before the toast, which waits for it. */
  onSaved?: (data: CallData<Name>, input: CallInput<Name>) => unknown;
  /** Runs where there was nothing to change, and a neutral toast says so. Without it, that is a failure. */
  onUnchanged?: () => void;
  /** For a form that is left after success, but stays while the next screen loads: it remains pending. */
  once?: boolean;
};

export type SendOptions<Name extends CommandCall> = {
  file?: Name extends CallWithFile ? File | undefined : undefined;
  /** Takes the problem of a failure. Returns true if it shows the problem itself, so that no toast does. */
  onFailed?: (problem: Problem) => unknown;
  /** Runs after success in place of `onSaved`, and `once` does not hold: the form stays for another input. */
  onSavedForAnother?: () => unknown;
  /** Takes the id that the change-set will have, before the request is sent. */
  onKey?: ((changeSetId: string) => void) | undefined;
};

type Sent<Name extends CommandCall> = { input: CallInput<Name> } & Pick<SendOptions<Name>, 'onKey'> & {
    file: File | undefined;
  };

/**
 * Returns `send` and `pending` for a command. `send` shows the toasts and resolves to whether the command succeeded.
 * While a command is in flight it does nothing, so that a double click sends one request. Screens render the data that
 * the command returned once `onSaved` has begun. From then on the keyboard can undo the change-set.
 */
export function useCommand<Name extends CommandCall>(name: Name, options: CommandOptions<Name> = {}) {
  const { sending, saved, failed, describe = problemMessage, onSaved, onUnchanged, once = false } = options;
  const [sendCommand] = useState(commandSender);
  // The state of the mutation reaches the component later than a second click may come.
  const inFlight = useRef(false);
  const [isLeft, setLeft] = useState(false);
  const { mutateAsync, isPending } = useMutation(
    { mutationFn: ({ input, file, onKey }: Sent<Name>) => sendCommand(name, input, file, onKey) },
    // Register and the demo's reset stand outside of the provider.
    cache,
  );

  async function send(input: CallInput<Name>, options: SendOptions<Name> = {}): Promise<boolean> {
    const { file, onFailed, onSavedForAnother, onKey } = options;
    if (inFlight.current) return false;
    inFlight.current = true;
    const toast = sending === undefined ? undefined : showLoadingToast(sending);
    const outcome = await mutateAsync({ input, file, onKey });
    inFlight.current = once && outcome.ok && !onSavedForAnother;
    setLeft(inFlight.current);
    if (!outcome.ok) showFailure(outcome.problem, toast, onFailed);
    else {
      const changeSet = NOT_UNDOABLE.includes(name) ? undefined : outcome.changeSet;
      if (changeSet !== undefined) noteChange(changeSet);
      if (onSavedForAnother) onSavedForAnother();
      else await onSaved?.(outcome.data, input);
      if (saved !== undefined) showSavedToast(typeof saved === 'string' ? saved : saved(input), changeSet, toast);
    }
    return outcome.ok;
  }

  function showFailure(problem: Problem, toast: string | undefined, onFailed: SendOptions<Name>['onFailed']) {
    if (onUnchanged && isProblem(problem, 'no_changes')) {
      showInfoToast(problem.title, toast);
      onUnchanged();
    } else if (onFailed?.(problem) === true || failed === undefined) {
      if (toast !== undefined) dismissToast(toast);
    } else showErrorToast(failed, { ...(toast !== undefined && { id: toast }), ...descriptionOf(problem) });
  }

  function descriptionOf(problem: Problem): { description?: string } {
    const description = describe(problem);
    return description === undefined ? {} : { description };
  }

  return { send, pending: isPending || isLeft };
}

/** `useCommand` for a form: by default the toast of a retryable failure adds that the input is still there. */
export const useFormCommand: typeof useCommand = (name, options) =>
  useCommand(name, { describe: formProblemMessage, ...options });
