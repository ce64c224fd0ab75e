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
import { type Conflict, type PlannedOn, type Resolve, UndoDraft, type UndoObstacle } from './undo-draft.ts';

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
  return planned(new UndoDraft({ history, ...books }, chain, resolve));
}

function planned(draft: UndoDraft): UndoPlan {
  const isChained = new Set(draft.chain.ids);
  // Accounts and categories are last: what a change-set has made in one that it opened goes by itself.
  const rank = ({ kind, steps }: Entity) => {
    if (kind === 'account') return 1;
    if (kind !== 'category') return 0;
    return valueIn(steps.at(-1)?.after ?? null, 'parent') === undefined ? 3 : 2;
  };
  for (const entity of [...draft.entities.values()].sort((left, right) => rank(left) - rank(right))) {
    const own = entity.steps.filter(({ changeSetId }) => isChained.has(changeSetId));
    if (own.length > 0) planEntity(draft, entity, own);
  }
  for (const accountId of draft.going) removeWhatIsIn(draft, accountId);
  keepPosted(draft);
  recategorise(draft);
  categorise(draft);
  settlePlans(draft);
  for (const { event, metadata } of draft.history.events) {
    const difference = metadata.commandId === draft.chain.rootId ? differenceOf(event) : null;
    if (!difference) continue;
    const { accountId, amount } = difference;
    draft.changes.addMove({
      does: 'move balance',
      accountId,
      amount: draft.chain.isRedone ? amount : negated(amount),
    });
  }
  const planned = { conflicts: draft.conflicts, changes: draft.changes.inOrder(), reason: draft.reason };
  return { chain: [...draft.chain.ids], ...planned };
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
