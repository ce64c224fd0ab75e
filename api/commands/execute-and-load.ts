import { ProblemError } from '../http/problem-error.ts';
import type { CommandServices } from './command-services.ts';
import { execute, type Intent } from './execute.ts';
import { refusal } from './rejection.ts';
import { type ViewAfter, viewAfter } from './view-after.ts';

/**
 * Carries out an intent and gives the account with its effect, once the read model has it or ahead of the read model
 * (product 7.5). Throws the problem that says why it was refused, naming the field of `input` it is about.
 */
export async function executeAndLoad(services: CommandServices, intent: Intent, input: object): Promise<ViewAfter> {
  const outcome = await services.commandMutex.run(intent.ledgerId, (recent) =>
    execute(services.database, services.log, intent, recent),
  );
  switch (outcome.kind) {
    case 'rejected':
      throw refusal(outcome.reason, input);
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
