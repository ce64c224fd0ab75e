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

/** What a command is made of besides its input. */
export type Making = {
  /** The day it is for the caller. */
  today: string;
  /** The id of the thing the command creates, the same whenever the command comes again. */
  newId(what: string): string;
};

/**
 * Carries out a call that is a command: makes the command of the input, has it decided and appended, waits for the
 * read model and gives the user as they are then (decision 1).
 */
export async function carryOut<Name extends CommandName>(
  services: CommandServices,
  name: Name,
  { ctx, input, file, session }: { ctx: Context; input: Input<Name>; file: Upload | null; session: Session },
  make: (input: Input<Name>, making: Making) => Command | Promise<Command>,
): Promise<User> {
  const now = services.now();
  const { ledgerId } = session;
  const commandId = commandIdOf(ctx);
  const command = await make(input, { today: today(ctx, now), newId: (what) => createdId(ledgerId, commandId, what) });
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

/** The client's idempotency key, else an id for this one request. */
function commandIdOf(ctx: Context): string {
  const key = ctx.get(IDEMPOTENCY_KEY);
  if (key === '') return randomUUID();
  if (!KEY.test(key)) throw new ProblemError('malformed');
  return key;
}
