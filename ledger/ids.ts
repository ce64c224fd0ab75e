import { v5 } from 'uuid';
import { EVERYDAY } from './model/constants.ts';

/**
 * The id of what a command creates: a UUID v5 in the namespace of the ledger, so that the same command creates the same
 * id when it is sent again (product 7.4). `ledgerId` is a UUID, `what` a word like 'transaction'.
 */
export function createdId(ledgerId: string, commandId: string, what: string): string {
  return v5(JSON.stringify([what, commandId]), ledgerId);
}

/**
 * The id of a command's event at an index: a UUID v5, by which the event store recognises an append that is repeated.
 */
export function eventId(ledgerId: string, commandId: string, inputHash: string, index: number): string {
  return v5(JSON.stringify(['event', commandId, inputHash, index]), ledgerId);
}

/** A cache, since a command asks for the id of Everyday several times, and a hash takes long. */
const everydayIds = new Map<string, string>();
const EVERYDAY_IDS_MAX = 10_000;

/** The id of Everyday in a ledger, as clients know it: a UUID v5, so that it is another one in each ledger. */
export function everydayId(ledgerId: string): string {
  let id = everydayIds.get(ledgerId);
  if (id === undefined) {
    id = v5(JSON.stringify(['account', EVERYDAY]), ledgerId);
    if (everydayIds.size === EVERYDAY_IDS_MAX) everydayIds.clear();
    everydayIds.set(ledgerId, id);
  }
  return id;
}

/** An account as events name it: `everyday`, or its id. */
export function accountKey<Id extends string | undefined>(ledgerId: string, accountId: Id): Id {
  return (accountId !== undefined && accountId === everydayId(ledgerId) ? EVERYDAY : accountId) as Id;
}

/** The id of an account as clients know it. */
export function accountIdOf(ledgerId: string, key: string = EVERYDAY): string {
  return key === EVERYDAY ? everydayId(ledgerId) : key;
}
