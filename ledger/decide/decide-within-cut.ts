import type { LedgerEvent } from '../events.ts';
import type { LedgerState } from '../history.ts';
import { type Decision, rejected } from '../model/command-rule.ts';
import { type Cut, cutTo } from '../model/cut.ts';
import { staysWithin } from '../undo/undo-within-cut.ts';
import type { Command } from './commands.ts';
import { decide } from './decide.ts';

/**
 * Decides a command like `decide`, as a program that sees some accounts alone may make it (product 5.17): on the books
 * of these. An undo looks back at the whole history, and is not found where it would reach beyond them.
 */
export function decideWithinCut(command: Command, state: LedgerState, cut: Cut): Decision<LedgerEvent> {
  if (cut === null) return decide(command, state);
  if (command.type !== 'UndoChangeSet') return decide(command, cutTo(state, cut));
  return staysWithin(state, command.changeSetId, cut) ? decide(command, state) : rejected('change_set_not_found');
}
