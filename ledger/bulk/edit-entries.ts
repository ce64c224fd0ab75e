import type { LedgerEvent } from '../events.ts';
import { OTHER_EXPENSE, OTHER_INCOME } from '../model/categories.ts';
import { type Deciders, type Decision, NOTHING, rejected } from '../model/command-rule.ts';
import { type EntityState, isSame } from '../model/entity-states.ts';
import type { DataOf } from '../model/event-definition.ts';
import { type EditOf, valuesAfter } from '../model/fields.ts';
import { traitsOf } from '../model/kinds.ts';
import type { SetFields } from '../model/origins.ts';
import { setIn } from '../model/set-fields.ts';
import { type Books, draftOf } from '../model/state.ts';
import { recordAsIf } from '../record-as-if.ts';
import type { ruleEvents } from '../rules/events.ts';
import { rulePosition } from '../rules/opposites.ts';
import { transactionCommands, whyNotChanged } from '../transactions/commands.ts';
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
export const editCommands: Deciders<EditCommand, LedgerEvent> = {
  RunRules: {
    needs: ({ edits }) => needsOfEntries(edits),
    decide({ type: _, edits, ...run }, state) {
      const events = eventsOf(edits, state, change);
      if (events.length === 0) return NOTHING;
      return begunBy({ type: 'RulesRun', data: { ...run, count: events.length } }, events);
    },
  },
  TakeBackRule: {
    needs: ({ edits }) => ({ ...needsOfEntries(edits), rules: true }),
    decide({ ruleId, edits }, state) {
      if (!state.rules.has(ruleId)) return rejected('rule_not_found');
      const events = eventsOf(edits, state, giveBack);
      const count = events.length === 0 ? {} : { count: events.length };
      return begunBy(
        { type: 'RuleRemoved', data: { ruleId, position: rulePosition(ruleId, state.rules), ...count } },
        events,
      );
    },
  },
};

/** Events behind the event that begins their change-set: not as arguments, since a call takes fewer. */
function begunBy(begun: LedgerEvent, events: readonly LedgerEvent[]): Decision<LedgerEvent> {
  return { outcome: 'events', events: [begun, ...events] };
}

type DecideEdit = (edit: EntryEdit, state: Books) => Decision<LedgerEvent>;

/**
 * The events of edits, each decided on the books as those before leave them. What is refused, or changes nothing, is
 * left out.
 */
function eventsOf(edits: readonly EntryEdit[], state: Books, decideEdit: DecideEdit): LedgerEvent[] {
  const draft = draftOf(state);
  const all: LedgerEvent[] = [];
  for (const edit of edits) {
    const decision = decideEdit(edit, draft);
    if (decision.outcome !== 'events') continue;
    if (decision.events.every((event) => recordAsIf(draft, event) === null)) all.push(...decision.events);
  }
  return all;
}

/** Changes an entry like a command about it alone. */
function change({ id, kind, edit, set }: EntryEdit, state: Books): Decision<LedgerEvent> {
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

/**
 * Gives an entry values that it had before: also an archived category, and none to an income. In place of a category
 * that is not there any more it has what an undo gives it. Left out is what the entry can't have by now: a split that
 * doesn't add up to its amount, a category of another type, cash that the account hasn't got.
 */
function giveBack(given: EntryEdit, state: Books): Decision<LedgerEvent> {
  const { id: transactionId, kind } = given;
  const before = state.transactions.get(transactionId);
  if (kind === 'transfer' || !before) return change(given, state);
  const { category, parts, ...others } = given.edit;
  const isThere = (id: string) => state.categories.has(id);
  const filed = [...(category ? [category] : []), ...(parts ?? []).map((part) => part.category)];
  // In place of a category that is gone the change itself sets another one.
  const set = filed.every(isThere) ? given.set : { ...given.set, category: BY_HAND, parts: BY_HAND };
  const fallback = before.type === 'Expense' ? OTHER_EXPENSE : OTHER_INCOME;
  const edit: FiledFields = {
    ...others,
    category: category && (categoryNow(category, state) ?? null),
    parts: parts?.map((part) => ({ ...part, category: categoryNow(part.category, state) ?? fallback })) ?? parts,
  };
  const decided = (edit: FiledFields): Decision<LedgerEvent> => {
    const after = valuesAfter('transaction', before, edit);
    if (isSame('transaction', before, after)) return NOTHING;
    const data = { transactionId, before, after, ...setIn('transaction', before, after, set) };
    return whyNotChanged(state, data) ?? { outcome: 'events', events: [{ type: 'TransactionChanged', data }] };
  };
  const isFit = traitsOf('transaction').fits(valuesAfter('transaction', before, edit) as EntityState, state.categories);
  const fit = isFit ? edit : others;
  const decision = decided(fit);
  return decision.outcome === 'rejected' ? decided({ ...fit, wallet: undefined }) : decision;
}

const BY_HAND = { by: 'hand' as const };

/** The category that has the entries of this one by now, if any has. */
function categoryNow(id: string, state: Books): string | undefined {
  if (state.categories.has(id)) return id;
  const into = state.merged.get(id);
  return into === undefined ? undefined : categoryNow(into, state);
}
