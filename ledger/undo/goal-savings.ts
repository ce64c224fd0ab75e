import { isMade, type Said, type Saved, type Step } from '../model/entity-states.ts';
import { safe } from '../model/money.ts';

/** The money that a step puts into a goal, or null if it puts none. */
const savesOf = ({ said }: Step): Saved | null => (said as Said<'goal'> | null)?.saves ?? null;

/**
 * The amount that each account has to put into a goal (in cents; below 0: to get back), so that the goal holds what the
 * steps in force put into it.
 */
export function savedBy(steps: readonly Step[], inForce: readonly Step[]): Saved[] {
  const missing = new Map<string | undefined, bigint>();
  const add = (saved: Saved | null, times: 1n | -1n) => {
    if (!saved) return;
    missing.set(saved.accountId, (missing.get(saved.accountId) ?? 0n) + times * BigInt(saved.amount));
  };
  const since = inForce.slice(inForce.findLastIndex(isMade) + 1);
  for (const step of since) if (step.does === 'move money') add(savesOf(step), 1n);
  for (const step of steps) add(savesOf(step), -1n);
  return [...missing].flatMap(([accountId, amount]) => (amount === 0n ? [] : [{ accountId, amount: safe(amount) }]));
}

/** The account to which the removal of a goal returned its money; Everyday where there was none. */
export function returnedTo(removal: Step | undefined): string | undefined {
  return removal && savesOf(removal)?.accountId;
}
