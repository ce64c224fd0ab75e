import { useState } from 'react';
import type { CallInput } from '#contract/calls.ts';
import { isRetryable, problemMessage } from '../server/problem.ts';
import type { CommandCall } from '../server/send-command.ts';
import { type CommandOptions, useCommand } from './use-command.ts';

/**
 * `useCommand` whose refusals stand where the command was given: `problem` is the message, until the next try. What may
 * succeed later is said in a toast.
 */
export function useInPlace<Name extends CommandCall>(name: Name, options: CommandOptions<Name>) {
  const { send: sendCommand, pending } = useCommand(name, options);
  const [problem, setProblem] = useState<string>();

  function send(input: CallInput<Name>): Promise<boolean> {
    setProblem(undefined);
    return sendCommand(input, {
      onFailed: (failure) => {
        if (isRetryable(failure)) return false;
        setProblem(Object.values(failure.errors ?? {})[0] ?? problemMessage(failure));
        return true;
      },
    });
  }

  return { send, pending, problem, forget: () => setProblem(undefined) };
}
