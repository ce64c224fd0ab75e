import { needsOf } from '#ledger/decide/decide.ts';
import type { Rejection } from '#ledger/model/command-rule.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { CommandServices } from './command-services.ts';
import { type Done, doneAfter } from './done.ts';
import { type CommandIntent, execute } from './execute.ts';
import { LARGE_COMMAND_JOB, looksFarBack, REST_OF_COMMAND_JOB } from './large-commands.ts';
import { rejectionProblem } from './rejection.ts';
import type { Needed, ViewAfter } from './view-after.ts';

/** The ledger after a command, and the command's change-set, or null if it had nothing to do. */
export type Executed = ViewAfter & { changeSetId: string | null };

/** Words a rejection; `details` are what stands in an undo's way. */
type ProblemOf = (reason: Rejection, details: unknown) => ProblemError;
const plainProblem: ProblemOf = (reason) => rejectionProblem(reason, {});

/**
 * Executes an intent and gives the ledger with its effect, from the read model or ahead of it (product 7.5): as soon as
 * the events are appended, where the response needs no more than a view that is known. Throws what `problemOf` makes of
 * a rejection, or `busy` or `disk_full`, and LogUnavailable.
 */
export async function executeAndLoad(
  services: CommandServices,
  intent: CommandIntent,
  problemOf: ProblemOf = plainProblem,
  needed: Needed = 'rows',
): Promise<Executed> {
  return executedOf(await done(services, intent, needed), intent, problemOf);
}

/** The ledger after a command, if it was carried out. Throws like `executeAndLoad`. */
export function executedOf(
  { outcome, after }: Done,
  { commandId }: Pick<CommandIntent, 'commandId'>,
  problemOf: ProblemOf = plainProblem,
): Executed {
  switch (outcome.kind) {
    case 'rejected':
      throw problemOf(outcome.reason, outcome.details);
    case 'reused':
      throw new ProblemError('idempotency_key_reused');
    case 'busy':
    case 'overtaken':
      throw new ProblemError('busy');
    case 'recorded':
    case 'repeated':
    case 'unchanged':
      return { ...(after as ViewAfter), changeSetId: outcome.kind === 'unchanged' ? null : commandId };
    default:
      return outcome satisfies never;
  }
}

async function done(services: CommandServices, intent: CommandIntent, needed: Needed): Promise<Done> {
  const { database, commandMutex, heavy, views, waiters } = services;
  const { ledgerId, head } = intent;
  if (head) waiters.noteReached(ledgerId, head.revision);
  const { changeSetId } = needsOf(intent.command);
  if (changeSetId !== undefined && (await looksFarBack(database, ledgerId, changeSetId))) {
    return await commandMutex.run(ledgerId, () => heavy.run(ledgerId, LARGE_COMMAND_JOB, intent));
  }
  const outcome = await commandMutex.run(ledgerId, (recent) =>
    execute(services, intent, recent, views, (unfinished) =>
      heavy.run(ledgerId, REST_OF_COMMAND_JOB, { ledgerId, unfinished }),
    ),
  );
  return await doneAfter(services, ledgerId, outcome, views, needed);
}
