import { ProblemError } from '../http/problem-error.ts';
import type { CommandServices } from './command-services.ts';
import { execute, type Intent } from './execute.ts';
import { rejectionProblem } from './rejection.ts';
import { type ViewAfter, viewAfter } from './view-after.ts';

/**
 * Executes an intent and gives the account with its effect, from the read model or ahead of it (product 7.5). Throws the
 * rejection as a ProblemError that names the field of `input`, or `busy`, and LogUnavailable.
 */
export async function executeAndLoad(services: CommandServices, intent: Intent, input: object): Promise<ViewAfter> {
  const outcome = await services.commandMutex.run(intent.ledgerId, (recent) =>
    execute(services.database, services.log, intent, recent),
  );
  switch (outcome.kind) {
    case 'rejected':
      throw rejectionProblem(outcome.reason, input);
    case 'reused':
      throw new ProblemError('idempotency_key_reused');
    case 'busy':
      throw new ProblemError('busy');
    case 'recorded':
    case 'unchanged':
      return await viewAfter(
        services,
        intent.ledgerId,
        outcome.revision,
        outcome.kind === 'recorded' ? outcome.events : [],
      );
    default:
      return outcome satisfies never;
  }
}
