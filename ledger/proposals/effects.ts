import { definitionOf, type LedgerEvent } from '../events.ts';
import { cellId } from '../model/budget.ts';
import { categoryIn, cellIn } from '../model/entity-ids.ts';
import { type EntityState, isSameIn, valueIn } from '../model/entity-states.ts';
import { type EntityKind, fieldsOf } from '../model/fields.ts';
import type { Books } from '../model/state.ts';
import { AS_IF } from '../record-as-if.ts';
import { nameOf } from '../undo/entity-history.ts';
import type { UndoEffect } from '../undo/preview-undo.ts';

/**
 * The effect of an event on a field of an entity, or on all of it where `field` is null, with the entity's name and
 * the values before it, and the values after it.
 */
export type ProposedEffect = Omit<UndoEffect, 'what'> & {
  what: 'recorded' | 'removed' | 'changed' | 'moved';
  name: string | null;
};

/** An entity as books have it, or null if it is not there. */
export type SeenEntity = { kind: EntityKind; id: string; state: EntityState | null };

/** The entity that an event is about, as books have it, or null if it is about none. */
export function seenBy({ type, data }: LedgerEvent, books: Books): SeenEntity | null {
  const { effect } = definitionOf(type);
  if (!effect || effect.does === 'match') return null;
  const { kind } = effect;
  const id = effect.id(data);
  return { kind, id, state: stateIn(books, kind, id) };
}

/** The effects of an event, from its entity before and after it. */
export function effectsOf({ type, data }: LedgerEvent, before: SeenEntity, after: SeenEntity): ProposedEffect[] {
  const { effect } = definitionOf(type);
  if (!effect || effect.does === 'match') return [];
  const { kind, id } = before;
  const named = { entity: id, kind, name: nameOf(kind, before.state ?? after.state) };
  switch (effect.does) {
    case 'make':
    case 'restore':
      return [{ ...named, what: 'recorded', field: null, now: null, target: named.name, state: after.state }];
    case 'remove':
      return [{ ...named, what: 'removed', field: null, now: named.name, target: null, state: before.state }];
    case 'move money': {
      const [now, target] = [valueIn(before.state, 'currentAmount'), valueIn(after.state, 'currentAmount')];
      return [{ ...named, what: 'moved', field: 'currentAmount', now, target, state: null }];
    }
    case 'change': {
      const state = after.state ?? (effect.state(data, AS_IF) as EntityState);
      return fieldsOf(kind)
        .filter((field) => !isSameIn(before.state ?? ({} as EntityState), state, field))
        .map((field) => ({
          ...named,
          what: 'changed',
          field,
          now: valueIn(before.state, field),
          target: valueIn(state, field),
          state: null,
        }));
    }
    default:
      return effect satisfies never;
  }
}

/** The values of an entity in books, or null if it is not there, or books don't keep it. */
function stateIn(books: Books, kind: EntityKind, id: string): EntityState | null {
  const found: { [Each in EntityKind]: () => object | null | undefined } = {
    transaction: () => books.transactions.get(id),
    transfer: () => books.transfers.get(id),
    goal: () => books.goals.get(id),
    account: () => books.accounts.get(id),
    category: () => books.categories.get(id),
    figures: () => books.figures,
    balance: () => null,
    rule: () => books.rules.get(id),
    ruleOrder: () => ({ ruleIds: [...books.rules.keys()] }),
    plan: () => ({ amount: books.plans.get(cellId(cellIn('plan', id))) }),
    carry: () => books.carries.get(cellId(cellIn('carry', id))),
    target: () => ({ target: books.targets.get(categoryIn(id)) }),
    schedule: () => books.schedules.get(id),
    occurrence: () => ({ mark: books.occurrences.get(id) }),
  };
  return (found[kind]() ?? null) as EntityState | null;
}
