import type { LedgerEvent } from '../events.ts';
import { type Decision, NOTHING, type Rules, rejected } from '../model/command-rule.ts';
import type { DataOf } from '../model/event-definition.ts';
import type { EditOf } from '../model/fields.ts';
import type { SetFields } from '../model/origins.ts';
import { type Books, draftOf } from '../model/state.ts';
import { recordAsIf } from '../record-as-if.ts';
import type { ruleEvents } from '../rules/events.ts';
import { positionOf } from '../rules/undo.ts';
import { transactionCommands } from '../transactions/commands.ts';
import { transferCommands } from '../transfers/commands.ts';
import { needsOfEntries, type SelectedEntry } from './change-entries.ts';

/** New values of an entry, and who sets them: what it leaves out stays, and null takes off what may be absent. */
export type EntryEdit = SelectedEntry & { edit: FiledFields; set: SetFields };
export type FiledFields = Pick<EditOf<'transaction'>, 'title' | 'category' | 'wallet' | 'parts' | 'note' | 'tags'>;

export type EditCommand =
  /** Gives entries what rules made of them. */
  | ({ type: 'RunRules'; edits: readonly EntryEdit[] } & Omit<DataOf<typeof ruleEvents.RulesRun>, 'count'>)
  /** Removes a rule, and gives entries what they had before it. */
  | { type: 'TakeBackRule'; ruleId: string; edits: readonly EntryEdit[] };

/** The rule of commands that give each entry values of its own (product 4.20). */
export const editCommands: Rules<EditCommand, LedgerEvent> = {
  RunRules: {
    needs: ({ edits }) => needsOfEntries(edits),
    decide({ type: _, edits, ...run }, state) {
      const events = eventsOf(edits, state);
      if (events.length === 0) return NOTHING;
      return begunBy({ type: 'RulesRun', data: { ...run, count: events.length } }, events);
    },
  },
  TakeBackRule: {
    needs: ({ edits }) => ({ ...needsOfEntries(edits), rules: true }),
    decide({ ruleId, edits }, state) {
      if (!state.rules.has(ruleId)) return rejected('rule_not_found');
      const events = eventsOf(edits, state);
      const count = events.length === 0 ? {} : { count: events.length };
      return begunBy(
        { type: 'RuleRemoved', data: { ruleId, position: positionOf(ruleId, state.rules), ...count } },
        events,
      );
    },
  },
};

/** Events behind the one that begins their change-set: not as arguments, of which there can't be so many. */
function begunBy(begun: LedgerEvent, events: readonly LedgerEvent[]): Decision<LedgerEvent> {
  return { outcome: 'events', events: [begun, ...events] };
}

/**
 * The events of edits, each decided like a command about the entry alone, on the books as those before leave them. What
 * is refused, or changes nothing, is left out.
 */
function eventsOf(edits: readonly EntryEdit[], state: Books): LedgerEvent[] {
  const draft = draftOf(state);
  const all: LedgerEvent[] = [];
  for (const edit of edits) {
    const decision = decideEdit(edit, draft);
    if (decision.outcome !== 'events') continue;
    if (decision.events.every((event) => recordAsIf(draft, event) === null)) all.push(...decision.events);
  }
  return all;
}

function decideEdit({ id, kind, edit, set }: EntryEdit, state: Books): Decision<LedgerEvent> {
  if (kind === 'transaction') {
    return transactionCommands.ChangeTransaction.decide(
      { type: 'ChangeTransaction', transactionId: id, edit, set },
      state,
    );
  }
  const { title, note, tags } = edit;
  return transferCommands.ChangeTransfer.decide(
    { type: 'ChangeTransfer', transferId: id, title, note, tags, set },
    state,
  );
}
