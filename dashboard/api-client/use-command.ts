import { useRef, useState } from 'react';
import type { CallData, CallInput, CallOf, CallWithFile } from '../../contract/calls.ts';
import { call } from './client.ts';
import { type Intent, intentFor } from './intent.ts';
import type { Outcome } from './problem.ts';

/** Whatever a form or a button sends: actions as well, which ignore the key. */
type Command = CallOf<'command' | 'action'>;

/** A file can go along where the call takes one. */
type Files<Name extends Command> = Name extends CallWithFile ? [file?: File | undefined] : [];

/**
 * Sends a command under one Idempotency-Key for one intent, until it has succeeded. `send` gives null while the same
 * command is still under way, so a double click sends once.
 */
export function useCommand<Name extends Command>(name: Name) {
  const intent = useRef<Intent | null>(null);
  const underWay = useRef(false);
  const [pending, setPending] = useState(false);

  async function send(input: CallInput<Name>, ...[file]: Files<Name>): Promise<Outcome<CallData<Name>> | null> {
    if (underWay.current) return null;
    underWay.current = true;
    setPending(true);
    intent.current = intentFor({ name, input }, intent.current, file);
    const options = { idempotencyKey: intent.current.key, file };
    const outcome = await call<Command>(name, input as CallInput<Command>, options);
    if (outcome.ok) intent.current = null;
    underWay.current = false;
    setPending(false);
    return outcome as Outcome<CallData<Name>>;
  }

  return { send, pending };
}
