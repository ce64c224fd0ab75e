import { useRef, useState } from 'react';
import type { CallData, CallInput, CallOf, CallWithFile } from '../../contract/calls.ts';
import type { User } from '../../contract/user.ts';
import { currentKnown } from '../browser-state/known.ts';
import { noteChange } from '../browser-state/own-changes.ts';
import { call } from './client.ts';
import { applyCommandResult } from './command-result.ts';
import { type Intent, intentFor } from './intent.ts';
import { type Outcome, PAST } from './problem.ts';

/** Calls that forms and buttons send. Actions ignore the idempotency key. */
type Command = CallOf<'command' | 'action'>;

/** The optional file argument of `send`, for calls that take a file. */
type FileArgument<Name extends Command> = Name extends CallWithFile ? [file?: File | undefined] : [];

/**
 * Returns `send` and `pending` for a command. Retries with the same input reuse the Idempotency-Key until one succeeds.
 * `send` resolves to null while the previous call is in flight, so a double click sends one request. A user that the
 * command returns replaces what the screens show; they render it after the caller of `send` has continued. A change-set can be
 * undone by the keyboard from then on. Nothing is sent while screens show the books as they were. With `once` the
 * command stays in flight after it succeeded: for a form that is left then, but is still there while the next screen loads.
 */
export function useCommand<Name extends Command>(name: Name, { once = false } = {}) {
  const intent = useRef<Intent | null>(null);
  const inFlight = useRef(false);
  const [pending, setPending] = useState(false);

  async function send(input: CallInput<Name>, ...[file]: FileArgument<Name>): Promise<Outcome<CallData<Name>> | null> {
    if (inFlight.current) return null;
    if (currentKnown() !== null) return { ok: false, problem: PAST };
    inFlight.current = true;
    setPending(true);
    intent.current = intentFor({ name, input }, intent.current, file);
    const options = { idempotencyKey: intent.current.key, file };
    const outcome = await call<Command>(name, input as CallInput<Command>, options);
    if (outcome.ok) {
      intent.current = null;
      const user = userOf(outcome.data);
      if (user) applyCommandResult(user);
      if (outcome.changeSet !== undefined) noteChange(outcome.changeSet);
    }
    inFlight.current = once && outcome.ok;
    setPending(inFlight.current);
    return outcome as Outcome<CallData<Name>>;
  }

  return { send, pending };
}

/** The user in the data of a command, without the fields that some commands return beside theirs. */
function userOf(data: object): User | null {
  if (!('transactionHistory' in data)) return null;
  const { goal: _goal, url: _url, imported: _imported, ...user } = data as User & Record<string, unknown>;
  return user;
}
