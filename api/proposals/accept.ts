import type { ProposalProblem } from '#contract/problem-details.ts';
import { proposalMessages } from '#contract/proposal-messages.ts';
import type { Snapshot } from '#projections/queries/snapshot.ts';
import { doSelected } from '../bulk/do-selected.ts';
import { waitUntilCaughtUp } from '../commands/caught-up.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { doneAfter } from '../commands/done.ts';
import { type Executed, executedOf } from '../commands/execute-and-load.ts';
import { inputHash } from '../commands/input-hash.ts';
import { REST_OF_COMMAND_JOB } from '../commands/large-commands.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { RouteInput } from '../http/register-route.ts';
import type { Session } from '../http/session.ts';
import { askedProposal } from './asked.ts';
import {
  claimProposal,
  closeAccepted,
  loadProposal,
  releaseProposal,
  type StoredProposal,
} from './stored-proposals.ts';
import { type AskedProposal, workOut } from './work-out.ts';

/** Attempts before a proposal that another command overtakes each time gives up. */
export const ATTEMPTS_MAX = 5;
/** Where a proposal was carried out before, it is not decided again. */
const NONE = { type: 'AcceptProposal', proposalId: '', reason: '', events: [] } as const;

/** The ledger after a proposal, and the commands that were left out because they no longer fit. */
export type Accepted = { executed: Executed; left: readonly ProposalProblem[] };

/**
 * Carries out the commands of a proposal as one change-set, worked out anew (product 5.18). Its id is the proposal's,
 * so that it is recorded once, whoever accepts it. `key` is the request's, with which it may be repeated. Throws the
 * problems of the contract, and LogUnavailable.
 */
export async function acceptProposal(
  services: CommandServices,
  session: Session,
  { proposalId, except = [], unfit = 'stop' }: RouteInput<'acceptProposal'>,
  key: string,
): Promise<Accepted> {
  const { database, now } = services;
  const stored = await loadProposal(database, session, proposalId, now());
  const isRepeated = stored.status === 'accepted' && stored.acceptKey === key;
  if (stored.status !== 'open' && !isRepeated) throw new ProblemError('proposal_closed');
  if (except.some((index) => index >= stored.count))
    throw new ProblemError('invalid', { except: proposalMessages.noSuchCommand });
  if (isRepeated) return await carryOut(services, session, stored, { except, unfit });
  await claimProposal(database, proposalId, key, now());
  try {
    const accepted = await carryOut(services, session, stored, { except, unfit });
    await closeAccepted(database, proposalId);
    return accepted;
  } catch (error) {
    // Accepted with other choices, by a process that stopped before it said so.
    if (error instanceof ProblemError && error.code === 'proposal_closed') await closeAccepted(database, proposalId);
    else await releaseProposal(database, proposalId);
    throw error;
  }
}

type Choices = { except: readonly number[]; unfit: 'stop' | 'leave-out' };

async function carryOut(
  services: CommandServices,
  session: Session,
  stored: StoredProposal & Pick<AskedProposal, 'commands'>,
  { except, unfit }: Choices,
): Promise<Accepted> {
  const { heavy, commandMutex, views, now } = services;
  const { userId, ledgerId } = session;
  const { proposalId } = stored;
  const recording = {
    ledgerId,
    userId,
    commandId: proposalId,
    inputHash: inputHash('acceptProposal', { proposalId, except: [...except].sort(), unfit }),
    recordedAt: now().toISOString(),
    actor: stored.actor,
  };
  let left: readonly ProposalProblem[] = [];
  const selecting = {
    needs: {},
    none: NONE,
    async select(before: Snapshot) {
      const done = await workOut(services, session, askedProposal(stored, new Set(except)), before);
      if (!done) return null;
      const { snapshot, events, problems } = done;
      const details = { problems: [...problems] };
      if (problems.length > 0 && unfit === 'stop') throw new ProblemError('proposal_unfit', undefined, details);
      if (events.length === 0) throw new ProblemError('proposal_empty', undefined, details);
      left = problems;
      const command = { type: 'AcceptProposal' as const, proposalId, reason: stored.reason, events };
      return { command, snapshot, count: events.length };
    },
  };
  for (let attempt = 1; ; attempt += 1) {
    await waitUntilCaughtUp(services, ledgerId);
    const outcome = await commandMutex.run(ledgerId, (recent) =>
      doSelected(services, recording, selecting, recent, (unfinished) =>
        heavy.run(ledgerId, REST_OF_COMMAND_JOB, { ledgerId, unfinished }),
      ),
    );
    if (outcome.kind === 'overtaken' && attempt < ATTEMPTS_MAX) continue;
    if (outcome.kind === 'reused') throw new ProblemError('proposal_closed');
    const executed = executedOf(await doneAfter(services, ledgerId, outcome, views), recording);
    return { executed, left };
  }
}
