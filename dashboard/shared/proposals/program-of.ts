import type { Proposal } from '#contract/proposal-calls.ts';

/** The program that proposes, by its name; the user's own are theirs. */
export function programOf({ actor }: Pick<Proposal, 'actor'>): string {
  return actor === 'user' ? 'You' : actor.replace(/^token /, '');
}
