import { randomUUID } from 'node:crypto';
import { canBeCut } from '#contract/scopes.ts';
import { loadSnapshot } from '#projections/queries/snapshot.ts';
import { waitUntilCaughtUp } from '../commands/caught-up.ts';
import { commandIdOf, setHeaders } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { inTurn } from '../http/in-turn.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import type { Session } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import type { RequestLimits } from '../limits/limits.ts';
import { presentUser } from '../present/user.ts';
import { ATTEMPTS_MAX, acceptProposal } from './accept.ts';
import { askedProposal } from './asked.ts';
import { readCommand } from './builders.ts';
import { presentWorkedOut } from './present-worked-out.ts';
import {
  closeAccepted,
  closeProposal,
  insertProposal,
  loadProposal,
  presentProposal,
  proposalsOfUser,
  type StoredProposal,
} from './stored-proposals.ts';
import { type AskedProposal, type WorkedOut, workOut } from './work-out.ts';

/** Proposals of more commands have a rate limit. */
const FEW_COMMANDS_MAX = 50;

/** Registers the calls of proposals (product 5.18). */
export function proposalRoutes(router: AppRouter, services: CommandServices & { limits: RequestLimits }): void {
  const { database, limits: requestLimits, now } = services;

  registerRoute(router, 'createProposal', async ({ ctx, session, input: { commands, reason } }) => {
    if (session.isDemo) throw new ProblemError('not_for_demo');
    const day = todayInZone(ctx, now());
    for (const [index, command] of commands.entries()) readCommand(command, session.currency, `commands.${index}`);
    const { limits = null, accounts = null } = session.bearer ?? {};
    if (accounts && commands.some(({ call }) => !canBeCut({ path: call }))) throw new ProblemError('token_accounts');
    await takeMany(ctx, session, commands.length);
    const proposalId = randomUUID();
    const done = await worked(session, askedProposal({ proposalId, day, limits, accounts, commands }));
    if (done.problems.some(({ code }) => code === 'token_limit')) throw new ProblemError('token_limit');
    await insertProposal(database, session, { proposalId, day, reason, commands }, now());
    return { proposalId, ...(await presentWorkedOut(database, session, done)) };
  });

  registerRoute(router, 'getProposals', async ({ session }) => ({
    proposals: (await proposalsOfUser(database, session, now())).map(presentProposal),
  }));

  registerRoute(router, 'getProposal', async ({ ctx, session, input: { id } }) => {
    const stored = await loadProposal(database, session, id, now());
    const { commands, status } = stored;
    const nothing = { effects: [], figures: [], problems: [] };
    const isOpen = status === 'open';
    if (isOpen) await takeMany(ctx, session, commands.length);
    const result = isOpen
      ? await presentWorkedOut(database, session, await worked(session, askedProposal(stored)))
      : nothing;
    return { proposal: presentProposal(stored), commands, ...result };
  });

  registerRoute(router, 'acceptProposal', async ({ ctx, session, input }) => {
    const { executed, left } = await acceptProposal(services, session, input, commandIdOf(ctx));
    setHeaders(ctx, executed);
    return { ...presentUser(services, session, executed.view), left: [...left] };
  });

  registerRoute(router, 'declineProposal', async ({ session, input: { proposalId } }) => {
    await close(await loadProposal(database, session, proposalId, now()), session, 'declined');
    return {};
  });

  registerRoute(router, 'withdrawProposal', async ({ session, input: { proposalId } }) => {
    const stored = await loadProposal(database, session, proposalId, now());
    if (stored.authorId !== (session.bearer?.tokenId ?? null)) throw new ProblemError('proposal_not_found');
    await close(stored, session, 'withdrawn');
    return {};
  });

  /** Closes an open proposal. Throws the problem proposal_closed, also where it was accepted and nobody said so. */
  async function close(
    { proposalId, status }: StoredProposal,
    { ledgerId }: Session,
    as: 'declined' | 'withdrawn',
  ): Promise<void> {
    const { seen } = await loadSnapshot(database, { ledgerId, commandId: proposalId, needs: {} });
    if (status === 'open' && seen) await closeAccepted(database, proposalId);
    if (status !== 'open' || seen) throw new ProblemError('proposal_closed');
    await closeProposal(database, proposalId, as, now());
  }

  /** Counts the working out of many commands. Throws the problem too_many_requests. */
  async function takeMany(ctx: Context, { userId }: Session, count: number): Promise<void> {
    if (count > FEW_COMMANDS_MAX) await requestLimits.take(ctx, 'proposal', userId);
  }

  /** Works out a proposal on the present books. Throws the problem busy where other commands overtake it each time. */
  async function worked(session: Session, asked: AskedProposal): Promise<WorkedOut> {
    const { ledgerId } = session;
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      await waitUntilCaughtUp(services, ledgerId);
      const before = await loadSnapshot(database, { ledgerId, commandId: asked.proposalId, needs: {} });
      const done = await inTurn(ledgerId, () => workOut(services, session, asked, before));
      if (done) return done;
    }
    throw new ProblemError('busy');
  }
}
