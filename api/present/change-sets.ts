import { BASE_PATH } from '../../contract/addresses.ts';
import { wordsOfField } from '../../contract/field-words.ts';
import type {
  ChangeSet,
  FieldChange as PresentedChange,
  Effect as PresentedEffect,
} from '../../contract/ledger-calls.ts';
import type { Conflict as PresentedConflict } from '../../contract/problem-details.ts';
import type { LedgerState } from '../../ledger/history.ts';
import { accountIdOf } from '../../ledger/ids.ts';
import { amountOf, type Cents } from '../../ledger/model/money.ts';
import type { Part } from '../../ledger/model/state.ts';
import type { Conflict } from '../../ledger/plan-undo.ts';
import type { Effect, FieldChange } from '../../ledger/preview-undo.ts';
import type { ListedChangeSet } from '../../projections/queries/change-sets.ts';
import { describeEvent } from './describe-event.ts';
import { presentParts } from './transaction.ts';

/**
 * Converts a value of a field to the one that the API shows: amounts in whole units, null where there is none. An account that
 * something leaves out while it is there is Everyday.
 */
function presentValue(ledgerId: string, field: string | null, value: unknown, isThere = true): unknown {
  const { shape } = field === null ? { shape: 'text' } : wordsOfField(field);
  if (shape === 'account' && isThere) return accountIdOf(ledgerId, (value ?? undefined) as string | undefined);
  if (value === undefined || value === null) return null;
  if (shape === 'account') return accountIdOf(ledgerId, String(value));
  if (shape === 'amount') return amountOf(value as Cents);
  if (shape === 'image') return `${BASE_PATH}/files/${value}`;
  return shape === 'parts' ? presentParts(value as Part[]) : value;
}

const nameOf = (field: string | null) => (field === null ? null : wordsOfField(field).name);

/** Converts what stands in the way of an undo to the contract's. */
export function presentConflict(
  ledgerId: string,
  { id, changeSetId, entity, field, now, target }: Conflict,
): PresentedConflict {
  return {
    _id: id,
    changeSetId,
    entry: accountIdOf(ledgerId, entity),
    field: nameOf(field),
    now: presentValue(ledgerId, field, now),
    then: presentValue(ledgerId, field, target),
  };
}

/** Converts what an undo does to the contract's. */
export function presentEffect(ledgerId: string, { entity, what, field, now, target }: Effect): PresentedEffect {
  return {
    entry: accountIdOf(ledgerId, entity),
    what,
    field: nameOf(field),
    now: presentValue(ledgerId, field, now),
    then: presentValue(ledgerId, field, target),
  };
}

/** Converts what a change-set did to a field to the contract's. */
export function presentChange(
  ledgerId: string,
  { entity, field, before, after, wasThere, isThere }: FieldChange,
): PresentedChange {
  return {
    entry: accountIdOf(ledgerId, entity),
    field: nameOf(field) ?? '',
    before: presentValue(ledgerId, field, before, wasThere),
    after: presentValue(ledgerId, field, after, isThere),
  };
}

/** Converts a change-set to the contract's, with a line that says what it did. */
export function presentChangeSet(listed: ListedChangeSet, currency: string, state: LedgerState): ChangeSet {
  return {
    _id: listed.changeSetId,
    recordedAt: listed.recordedAt,
    kind: listed.kind,
    actor: 'user',
    summary: summaryOf(listed, currency, state),
    count: Number(listed.revision - listed.first) + 1,
    revision: Number(listed.revision),
    undoes: listed.undoes,
    undoneBy: listed.undoneBy,
  };
}

function summaryOf({ event, root, chain }: ListedChangeSet, currency: string, state: LedgerState): string {
  if (!root) return describeEvent(event, currency, state);
  return `${chain % 2 === 1 ? 'Undone' : 'Redone'}: ${describeEvent(root, currency, state)}`;
}
