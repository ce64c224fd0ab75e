import type { Cents } from './money.ts';

/** Money that is neither a transaction nor a transfer, with the part of the balance that it stands in (product 5.9). */
export type Movement = Moved & {
  /** The revision of the event that moved it, by which it is named, and its change-set. */
  revision: bigint;
  changeSetId: string;
  recordedAt: string;
  /** The day that it is listed under: the day on which it was recorded, in UTC. */
  date: string;
};

/** A movement as its event gives it. */
export type Moved = {
  part: 'opening' | 'set by hand' | 'put aside';
  title: string;
  /** `everyday` or the account's id. */
  account: string;
  /** The goal that the money was put aside for; null for the other parts. */
  goalId: string | null;
  /** The amount that it adds to the account, in cents. */
  amount: Cents;
};

/**
 * The balance of an account that an event sets, before it and after it, in cents; undefined before the account was
 * there.
 */
export type BalanceSet = { account: string; before: Cents | undefined; after: Cents };

/**
 * The effect of an event on the movements in force. `come`: a movement comes. `move`: a movement comes, or in an undo
 * goes or comes back. `end goal`, `end account`, `bring back`: the movements of a goal or an account go or come back.
 * `undo`: the undo of the change-set `root` begins. `sets` is the balance that the event sets.
 */
export type Moving =
  | { does: 'come' | 'move'; moved: Moved; sets: BalanceSet | null }
  | { does: 'end goal'; moved: Moved & { goalId: string } }
  | { does: 'end account'; account: string; balance: Cents }
  | { does: 'bring back'; id: string; moved: Moved }
  | { does: 'undo'; root: string };

/** Money that was an account's before anything was recorded. */
export function opening(title: string) {
  return { part: 'opening', title, goalId: null } as const;
}
