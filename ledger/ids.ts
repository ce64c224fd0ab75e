import { v5 } from 'uuid';

/**
 * The id of something a command creates, as a UUID v5 in the user's namespace: the same command sent again names the
 * same thing (product 7.4). `ledgerId` is a UUID, `what` a word like 'transaction'.
 */
export function createdId(ledgerId: string, commandId: string, what: string): string {
  return v5(JSON.stringify([what, commandId]), ledgerId);
}

/** The id of a command's event number `index`, under which an append tried again is recognised by the event store. */
export function eventId(ledgerId: string, commandId: string, inputHash: string, index: number): string {
  return v5(JSON.stringify(['event', commandId, inputHash, index]), ledgerId);
}
