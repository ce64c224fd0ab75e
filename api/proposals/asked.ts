import { entryLimitsOf } from '../http/session.ts';
import type { StoredProposal } from './stored-proposals.ts';
import type { AskedProposal } from './work-out.ts';

/** A stored proposal as it is worked out, without the commands at some indexes. */
export function askedProposal(
  {
    proposalId,
    day,
    limits,
    accounts,
    commands,
  }: Pick<StoredProposal, 'proposalId' | 'day' | 'limits' | 'accounts'> & Pick<AskedProposal, 'commands'>,
  except: ReadonlySet<number> = new Set(),
): AskedProposal {
  return { proposalId, day, commands, limits: entryLimitsOf({ limits, accounts }, day), except };
}
