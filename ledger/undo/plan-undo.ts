import { definitionOf, type LedgerEvent } from '../events.ts';
import { type Entity, type Saved, valueIn } from '../model/entity-states.ts';
import { negated } from '../model/money.ts';
import { unlessEveryday } from '../model/state.ts';
import { type NotUndone, undoChainOf } from './chain.ts';
import { removeWhatIsIn } from './emptied-accounts.ts';
import { categorise, recategorise } from './emptied-categories.ts';
import { settlePlans } from './planned-cells.ts';
import type { Change } from './planned-changes.ts';
import { planEntity } from './planned-entities.ts';
import { keepPosted } from './planned-occurrences.ts';
import type { Conflict, Resolve, UndoDecision, UndoObstacle } from './undo-decision.ts';
import { UndoDrafting } from './undo-draft.ts';
import { type PlannedOn, UndoGrounds } from './undo-grounds.ts';

/**
 * The changes of an undo, in the order of their events, and its conflicts. `chain` as in `ChangeSetUndone`. `reason` is
 * why it is not possible whatever the answers, or null if it is.
 */
export type UndoPlan = {
  chain: string[];
  conflicts: Conflict[];
  changes: Change[];
  reason: UndoObstacle | null;
};

/**
 * Plans the undo of a change-set (product 4.14): each entity that it made, changed or removed gets the state that the
 * other change-sets in force give it. An entity or a field that later ones have touched is a conflict, which is left as
 * it is unless `resolve` says `then`. The accounts and categories are today's. Pure.
 */
export function planUndo(
  { history, ...books }: PlannedOn,
  changeSetId: string,
  resolve: Resolve,
): UndoPlan | NotUndone {
  const chain = undoChainOf(history, changeSetId);
  if (typeof chain === 'string') return chain;
  return planned(new UndoGrounds({ history, ...books }, chain, resolve));
}

/** Each phase decides on the grounds and the draft of the phases before. */
function planned(grounds: UndoGrounds): UndoPlan {
  const { chain, entities } = grounds;
  const isChained = new Set(chain.ids);
  const draft = new UndoDrafting(grounds);
  // Accounts and categories are last: what a change-set has made in one that it opened goes by itself.
  const rank = ({ kind, steps }: Entity) => {
    if (kind === 'account') return 1;
    if (kind !== 'category') return 0;
    return valueIn(steps.at(-1)?.after ?? null, 'parent') === undefined ? 3 : 2;
  };
  for (const entity of [...entities.values()].sort((left, right) => rank(left) - rank(right))) {
    const own = entity.steps.filter(({ changeSetId }) => isChained.has(changeSetId));
    if (own.length > 0) draft.take(planEntity(grounds, draft, entity, own));
  }
  for (const accountId of draft.going) draft.take(removeWhatIsIn(grounds, draft, accountId));
  draft.take(keepPosted(grounds, draft));
  draft.take(recategorise(grounds, draft));
  draft.take(categorise(draft));
  draft.take(settlePlans(grounds, draft));
  draft.take(balancesMoved(grounds));
  return { chain: [...chain.ids], ...draft.result() };
}

/** Deposits and balances set by hand, which are about no entity, are taken back or done again. */
function balancesMoved({ chain, history }: UndoGrounds): UndoDecision[] {
  return history.events.flatMap(({ event, metadata }): UndoDecision[] => {
    const difference = metadata.commandId === chain.rootId ? differenceOf(event) : null;
    if (!difference) return [];
    const { accountId, amount } = difference;
    return [{ move: { does: 'move balance', accountId, amount: chain.isRedone ? amount : negated(amount) } }];
  });
}

/**
 * The amount that an event about no entity adds to the balance of an account, in cents: a deposit, or a balance set by
 * hand; null of other events.
 */
function differenceOf({ type, data }: LedgerEvent): Saved | null {
  const { effect, moves } = definitionOf(type);
  const moving = effect ? null : moves?.(data);
  if (!moving || !('moved' in moving)) return null;
  const { account, amount } = moving.moved;
  return { accountId: unlessEveryday(account), amount };
}
