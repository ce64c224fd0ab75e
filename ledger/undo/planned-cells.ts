import { cellOf } from '../model/budget.ts';
import { budgetId, cellIn } from '../model/entity-ids.ts';
import type { Entity, Step } from '../model/entity-states.ts';
import { safe, ZERO } from '../model/money.ts';
import { heldAmounts, holderOf } from './planned-amounts.ts';
import type { Conflict, UndoDecision } from './undo-decision.ts';
import type { UndoDraft } from './undo-draft.ts';
import type { UndoGrounds } from './undo-grounds.ts';

/**
 * A plan is what the steps in force make of it in their order: some set it, and some add to it. Only a later one that
 * sets it stands in the way (product 12.2).
 */
export function planCell(
  grounds: UndoGrounds,
  { kind, id, steps }: Entity<'plan'>,
  inForce: readonly Step<'plan'>[],
): UndoDecision[] {
  const { end } = grounds.chain;
  const setting = inForce.findLast(({ revision, said }) => revision > end && said?.adds === undefined);
  if (!setting) return [{ cell: id, steps: inForce }];
  const keptSteps = inForce.filter(({ revision, said }) => revision <= end || said?.adds !== undefined);
  const cells = new Map([...(grounds.plansBefore().merged.get(id) ?? []), [id, keptSteps] as const]);
  const target = safe(heldAmounts(cells, grounds.goneBefore).get(id) ?? 0);
  const now = steps.at(-1)?.after?.amount ?? ZERO;
  const about = { id: `${id} amount`, changeSetId: setting.changeSetId, entity: id, kind, field: 'amount' };
  const conflict: Conflict = { ...about, now, target };
  const isTakenBack = grounds.answerTo(conflict) === 'then';
  return [{ conflict }, ...(isTakenBack ? [{ cell: id, steps: keptSteps }] : [])];
}

/**
 * Plans what each cell has then: what is planned for its category, and for those that are not there and were merged
 * with it. What is planned for one that is nowhere goes back to To budget.
 */
export function settlePlans(grounds: UndoGrounds, draft: UndoDraft): UndoDecision[] {
  const isOfCategory = draft.changes.some(({ kind }) => kind === 'category');
  if (draft.cells.size === 0 && !isOfCategory) return [];
  const now = new Map([...grounds.plans].map(([cell, amount]) => [budgetId('plan', cellOf(cell)), amount]));
  const { counted } = grounds.plansBefore();
  for (const { kind, id, steps } of grounds.entities.values()) {
    if (kind === 'plan') now.set(id, (steps as readonly Step<'plan'>[]).at(-1)?.after?.amount ?? ZERO);
  }
  const before = heldAmounts(counted, grounds.goneBefore);
  const then = heldAmounts(new Map([...counted, ...draft.cells]), draft.goneThen);
  const settled = new Set([...draft.cells.keys()].map((id) => holderOf(id, draft.goneThen)));
  // In an order that an undo which goes on finds again.
  return [...new Set([...now.keys(), ...then.keys()])].sort().flatMap((id): UndoDecision[] => {
    const planned = now.get(id) ?? ZERO;
    const rest = settled.has(id) ? 0 : planned - (before.get(id) ?? 0);
    const amount = safe(rest + (then.get(id) ?? 0));
    if (amount === planned) return [];
    const cell = cellIn('plan', id);
    const entity = (grounds.entities.get(id) ?? { kind: 'plan', id, steps: [] }) as Entity<'plan'>;
    const states = { now: { ...cell, amount: planned }, target: { ...cell, amount } };
    return [{ change: { does: 'change', ...entity, ...states } }];
  });
}
