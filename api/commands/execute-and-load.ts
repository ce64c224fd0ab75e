import type { Rejection } from '../../ledger/model/command-rule.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { CommandServices } from './command-services.ts';
import { execute, type Intent } from './execute.ts';
import { rejectionProblem } from './rejection.ts';
import { type ViewAfter, viewAfter } from './view-after.ts';

/** The ledger after a command, and the command's change-set; null where it had nothing to do. */
export type Executed = ViewAfter & { changeSetId: string | null };

/**
 * Executes an intent and gives the ledger with its effect, from the read model or ahead of it (product 7.5). Throws what
 * `problemOf` makes of a rejection, or `busy`, and LogUnavailable.
 */
export async function executeAndLoad(
  services: CommandServices,
  intent: Intent,
  problemOf: (reason: Rejection, details: unknown) => ProblemError = (reason) => rejectionProblem(reason, {}),
): Promise<Executed> {
  const { ledgerId, commandId } = intent;
  const outcome = await services.commandMutex.run(ledgerId, (recent) =>
    execute(services.database, services.log, intent, recent),
  );
  switch (outcome.kind) {
    case 'rejected':
      throw problemOf(outcome.reason, outcome.details);
    case 'reused':
      throw new ProblemError('idempotency_key_reused');
    case 'busy':
      throw new ProblemError('busy');
    case 'recorded':
    case 'repeated':
    case 'unchanged': {
      const appended = outcome.kind === 'recorded' ? outcome.events : [];
      const after = await viewAfter(services, ledgerId, outcome.revision, appended);
      return { ...after, changeSetId: outcome.kind === 'unchanged' ? null : commandId };
    }
    default:
      return outcome satisfies never;
  }
}
