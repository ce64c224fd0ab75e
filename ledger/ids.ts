import { v5 } from 'uuid';

/**
 * The id of what a command creates: a UUID v5 in the namespace of the ledger, so that the same command creates the same id
 * when it is sent again (product 7.4). `ledgerId` is a UUID, `what` a word like 'transaction'.
 */
export function createdId(ledgerId: string, commandId: string, what: string): string {
  return v5(JSON.stringify([what, commandId]), ledgerId);
}

/** The id of a command's event at an index: a UUID v5, by which the event store recognises an append that is repeated. */
export function eventId(ledgerId: string, commandId: string, inputHash: string, index: number): string {
  return v5(JSON.stringify(['event', commandId, inputHash, index]), ledgerId);
}
