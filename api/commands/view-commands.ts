import { BASE_PATH } from '#contract/addresses.ts';
import type { Call } from '#contract/call.ts';
import { type CommandName, calls } from '#contract/calls.ts';

/** Whether a command's route takes from the ledger no more than its view. */
export function isViewCommand(name: CommandName): boolean {
  return calls[name].needs === 'view';
}

const PATHS = new Set(
  Object.values<Call>(calls).flatMap((call) =>
    call.kind === 'command' && call.needs === 'view' ? [BASE_PATH + call.path] : [],
  ),
);

/** Whether a request's path is the address of such a command. */
export function isViewCommandPath(path: string): boolean {
  return PATHS.has(path);
}
