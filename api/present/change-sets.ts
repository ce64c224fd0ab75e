import { wordsOfField } from '#contract/field-words.ts';
import type {
  ChangeSet,
  FieldChange as PresentedChange,
  ChangeSetEffect as PresentedEffect,
} from '#contract/ledger-calls.ts';
import type { ConflictDetails as PresentedConflict } from '#contract/problem-details.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountIdOf } from '#ledger/ids.ts';
import { nameOfCategory } from '#ledger/model/categories.ts';
import { CHANGE_SETS } from '#ledger/model/constants.ts';
import { budgetId, categoryIn, cellIn, targetId } from '#ledger/model/entity-ids.ts';
import { valueIn } from '#ledger/model/entity-states.ts';
import type { EntityKind } from '#ledger/model/fields.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import type { UndoEffect, UndoneField } from '#ledger/undo/preview-undo.ts';
import type { Conflict } from '#ledger/undo/undo-decision.ts';
import type { ListedChangeSet } from '#projections/queries/change-sets.ts';
import { describeEvent } from './describe-event.ts';
import { presentValue, type Shown } from './values.ts';

const nameOf = (kind: EntityKind, field: string | null) => (field === null ? null : wordsOfField(field, kind).name);

/** An entity of a budget is named by its category's name of today. */
const entryOf = ({ ledgerId, categories }: Shown, entity: string, kind: EntityKind): string => {
  if (kind === 'plan' || kind === 'carry') {
    const { categoryId, month } = cellIn(kind, entity);
    return budgetId(kind, { categoryId: nameOfCategory(categories, categoryId), month });
  }
  if (kind === 'target') return targetId(nameOfCategory(categories, categoryIn(entity)));
  return accountIdOf(ledgerId, entity);
};

/** Converts what stands in the way of an undo to the contract's. */
export function presentConflict(
  shown: Shown,
  { id, changeSetId, entity, kind, field, now, target }: Conflict,
): PresentedConflict {
  return {
    _id: id,
    changeSetId,
    entry: entryOf(shown, entity, kind),
    field: nameOf(kind, field),
    now: presentValue(shown, kind, field, now),
    then: presentValue(shown, kind, field, target),
  };
}

/** Converts an effect of an undo to the contract's. */
export function presentEffect(
  shown: Shown,
  { entity, kind, what, field, now, target, state }: UndoEffect,
): PresentedEffect {
  const amount = valueIn(state, 'amount') ?? valueIn(state, 'balance');
  const type = kind === 'transfer' ? 'Transfer' : (valueIn(state, 'type') as 'Expense' | 'Income' | undefined);
  return {
    entry: entryOf(shown, entity, kind),
    what,
    field: nameOf(kind, field),
    now: presentValue(shown, kind, field, now),
    then: presentValue(shown, kind, field, target),
    type: state === null ? null : (type ?? null),
    // The amount of a schedule may be a range.
    amount: typeof amount === 'number' ? amountOf(amount as Cents) : null,
    date: (valueIn(state, 'date') as string | undefined) ?? null,
  };
}

/** Converts a change of a field by a change-set to the contract's. */
export function presentChange(
  shown: Shown,
  { entity, kind, field, before, after, wasThere, isThere }: UndoneField,
): PresentedChange {
  return {
    entry: entryOf(shown, entity, kind),
    field: nameOf(kind, field) ?? '',
    before: presentValue(shown, kind, field, before, wasThere),
    after: presentValue(shown, kind, field, after, isThere),
  };
}

/** Converts a change-set to the contract's, with a line that summarises it. */
export function presentChangeSet(listed: ListedChangeSet, currency: string, state: LedgerState): ChangeSet {
  return {
    _id: listed.changeSetId,
    recordedAt: listed.recordedAt,
    kind: listed.kind,
    actor: listed.actor ?? ownActorOf(listed),
    summary: summaryOf(listed, currency, state),
    count: Number(listed.revision - listed.first) + 1,
    revision: Number(listed.revision),
    undoes: listed.undoes,
    undoneBy: listed.undoneBy,
  };
}

/** Who made a change-set that no program made (product 3.8). */
function ownActorOf({ event, kind }: Pick<ListedChangeSet, 'event' | 'kind'>): string {
  if (event.type === 'OccurrencePosted' && event.data.byItself) return 'schedule';
  return kind === 'import' ? 'import' : kind === 'rules' ? 'rule' : 'user';
}

/** The summaries of change-sets whose first event says nothing of the whole. */
const TOGETHER: { [Type in LedgerEvent['type']]?: string } = { CategoryPlaced: CHANGE_SETS['order-categories'] };

function summaryOf(
  { event, root, chain, goalTitle, first, revision }: ListedChangeSet,
  currency: string,
  state: LedgerState,
): string {
  const text = TOGETHER[(root ?? event).type] ?? describeEvent(root ?? event, currency, state, goalTitle);
  const others = event.type === 'BudgetPlanned' ? Number(revision - first) : 0;
  if (!root) return `${text}${others > 0 ? `, and ${others} more` : ''}`;
  return `${chain % 2 === 1 ? 'Undone' : 'Redone'}: ${text}`;
}
