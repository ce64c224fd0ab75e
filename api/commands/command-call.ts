import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_KEY, PROJECTION_LAG } from '../../contract/addresses.ts';
import type { CommandName } from '../../contract/calls.ts';
import type { User } from '../../contract/user.ts';
import type { Command } from '../../ledger/commands.ts';
import { createdId } from '../../ledger/ids.ts';
import { COMMAND_ID_MAX } from '../../ledger/model/constants.ts';
import type { Context } from '../http/context.ts';
import type { Upload } from '../http/multipart.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { Input } from '../http/register-route.ts';
import type { Session } from '../http/session.ts';
import { today } from '../http/time-zone.ts';
import { presentUser } from '../present/user.ts';
import type { CommandServices } from './command-services.ts';
import { executeAndLoad } from './execute-and-load.ts';
import { inputHash } from './input-hash.ts';

/** What building a command needs besides the call's input. */
export type CommandContext = {
  /** The caller's date, as an ISO date. */
  today: string;
  /** A new entity's id, derived from the command id, so that a retry gives the same one. */
  newId(what: string): string;
};

/**
 * Handles a call of kind `command`: builds the command from the input, executes it, waits for the read model and gives the
 * updated user (decision 1). Throws a ProblemError when the command is rejected, and LogUnavailable.
 */
export async function handleCommand<Name extends CommandName>(
  services: CommandServices,
  name: Name,
  { ctx, input, file, session }: { ctx: Context; input: Input<Name>; file: Upload | null; session: Session },
  build: (input: Input<Name>, context: CommandContext) => Command | Promise<Command>,
): Promise<User> {
  const now = services.now();
  const { ledgerId } = session;
  const commandId = commandIdOf(ctx);
  const command = await build(input, { today: today(ctx, now), newId: (what) => createdId(ledgerId, commandId, what) });
  const intent = {
    ledgerId,
    commandId,
    inputHash: inputHash(name, input as Record<string, unknown>, file?.digest),
    recordedAt: now.toISOString(),
    command,
  };
  const { view, ahead } = await executeAndLoad(services, intent, input as Record<string, unknown>);
  if (ahead > 0) ctx.set(PROJECTION_LAG, String(ahead));
  return presentUser(session, view);
}

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${COMMAND_ID_MAX}}$`);

/** The client's idempotency key, else a random id. */
function commandIdOf(ctx: Context): string {
  const key = ctx.get(IDEMPOTENCY_KEY);
  if (key === '') return randomUUID();
  if (!KEY.test(key)) throw new ProblemError('malformed');
  return key;
}
