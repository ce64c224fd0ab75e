import { randomUUID } from 'node:crypto';
import { CHANGE_SET, IDEMPOTENCY_KEY, LEDGER_REVISION, PROJECTION_LAG } from '#contract/addresses.ts';
import type { CommandName } from '#contract/calls.ts';
import type { User } from '#contract/user.ts';
import type { Command } from '#ledger/decide/commands.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountKey, createdId } from '#ledger/ids.ts';
import type { Rejection } from '#ledger/model/command-rule.ts';
import { type Calendar, COMMAND_ID_MAX } from '#ledger/model/constants.ts';
import type { LedgerView } from '#projections/queries/ledger-view.ts';
import type { Context } from '../http/context.ts';
import type { Upload } from '../http/multipart.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { RouteInput } from '../http/register-route.ts';
import { calendarOf, cutOf, makerOf, type Session } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { cutView, stateAt } from '../known/moment.ts';
import { presentUser } from '../present/user.ts';
import type { CommandServices } from './command-services.ts';
import { type Executed, executeAndLoad } from './execute-and-load.ts';
import { inputHash } from './input-hash.ts';
import { rejectionProblem } from './rejection.ts';
import { isViewCommand } from './view-commands.ts';

/** The context in which a command is built from a call's input. */
export type CommandContext = {
  /** The caller's date, as an ISO date. */
  today: string;
  /** A new entity's id, derived from the command id, so that a retry gives the same one. */
  newId(purpose: string): string;
  /** Gives the ledger's key of an account: `everyday` for Everyday, which has an id of its own in each ledger. */
  account<Id extends string | undefined>(accountId: Id): Id;
  /** The books before the command. */
  state(): Promise<LedgerState>;
  /** How the user writes days. */
  calendar: Calendar;
};

/** Builds the command of a call from its input. May throw a ProblemError. */
export type Builder<Name extends CommandName> = (
  input: RouteInput<Name>,
  context: CommandContext,
) => Command | Promise<Command>;

/** The builders of calls, by their names. */
export type Builders<Name extends CommandName = CommandName> = { [Each in Name]: Builder<Each> };

/** A request of a call of kind `command`. */
export type CommandRequest<Name extends CommandName> = {
  ctx: Context;
  input: RouteInput<Name>;
  file: Upload | null;
  session: Session;
};

/** Carries out a call like `carryOut`, and gives the updated user. */
export async function handleCommand<Name extends CommandName>(
  services: CommandServices,
  name: Name,
  request: CommandRequest<Name>,
  build: Builder<Name>,
  problemOf?: ProblemOf,
): Promise<User> {
  return presentUser(services, request.session, await carryOut(services, name, request, build, problemOf));
}

type ProblemOf = (reason: Rejection, details: unknown) => ProblemError;

/**
 * Carries out a call of kind `command`: builds the command from the input, executes it and gives the ledger after it
 * (decision 1), as the program of the request sees it. `problemOf` words a rejection where that takes more than the
 * input. Throws a ProblemError when the command is rejected, and LogUnavailable.
 */
export async function carryOut<Name extends CommandName>(
  services: CommandServices,
  name: Name,
  { ctx, input, file, session }: CommandRequest<Name>,
  build: Builder<Name>,
  problemOf: ProblemOf = (reason, details) => rejectionProblem(reason, input as object, details),
): Promise<LedgerView> {
  const now = services.now();
  const { ledgerId } = session;
  const commandId = commandIdOf(ctx);
  const today = todayInZone(ctx, now);
  const command = await build(input, {
    today,
    newId: (purpose) => createdId(ledgerId, commandId, purpose),
    account: (accountId) => accountKey(ledgerId, accountId),
    state: () => stateAt(services, session, null),
    calendar: calendarOf(session),
  });
  const intent = {
    ledgerId,
    commandId,
    inputHash: inputHash(name, input as Record<string, unknown>, file?.digest),
    recordedAt: now.toISOString(),
    ...makerOf(session, today),
    command,
    head: session.head,
  };
  const needed = isViewCommand(name) && cutOf(session) === null ? 'view' : 'rows';
  const executed = await executeAndLoad(services, intent, problemOf, needed);
  setHeaders(ctx, executed);
  return await cutView(services, session, executed.view);
}

/**
 * Sets the headers of a response after a command: the ledger's revision, the command's change-set, and by how many
 * events the response is ahead of the read models.
 */
export function setHeaders(ctx: Context, { revision, ahead, changeSetId }: Omit<Executed, 'view'>): void {
  if (revision >= 0n) ctx.set(LEDGER_REVISION, String(revision));
  if (ahead > 0) ctx.set(PROJECTION_LAG, String(ahead));
  if (changeSetId !== null) ctx.set(CHANGE_SET, changeSetId);
}

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${COMMAND_ID_MAX}}$`);

/** The client's idempotency key, else a random id. Throws the problem malformed. */
export function commandIdOf(ctx: Context): string {
  const key = ctx.get(IDEMPOTENCY_KEY);
  if (key === '') return randomUUID();
  if (!KEY.test(key)) throw new ProblemError('malformed');
  return key;
}
