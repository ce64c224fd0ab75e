import { cellOf } from '../model/budget.ts';
import { budgetId, cellIn } from '../model/entity-ids.ts';
import type { Entity, Step } from '../model/entity-states.ts';
import { safe, ZERO } from '../model/money.ts';
import { heldAmounts, holderOf } from './planned-amounts.ts';
import type { UndoDraft } from './undo-draft.ts';

/**
 * A plan is what the steps in force make of it in their order: some set it, and some add to it. Only a later one that
 * sets it stands in the way (product 12.2).
 */
export function planCell(
  draft: UndoDraft,
  { kind, id, steps }: Entity<'plan'>,
  inForce: readonly Step<'plan'>[],
): void {
  const setting = inForce.findLast(({ revision, said }) => revision > draft.chain.end && said?.adds === undefined);
  if (!setting) return void draft.cells.set(id, inForce);
  const keptSteps = inForce.filter(({ revision, said }) => revision <= draft.chain.end || said?.adds !== undefined);
  const cells = new Map([...(draft.plansBefore().merged.get(id) ?? []), [id, keptSteps] as const]);
  const target = safe(heldAmounts(cells, draft.goneBefore).get(id) ?? 0);
  const now = steps.at(-1)?.after?.amount ?? ZERO;
  const conflict = { id: `${id} amount`, changeSetId: setting.changeSetId, entity: id, kind, field: 'amount' };
  if (draft.conflict({ ...conflict, now, target }) === 'then') draft.cells.set(id, keptSteps);
}

/**
 * Plans what each cell has then: what is planned for its category, and for those that are not there and were merged
 * with it. What is planned for one that is nowhere goes back to To budget.
 */
export function settlePlans(draft: UndoDraft): void {
  const isOfCategory = draft.changes.ofEntities.some(({ kind }) => kind === 'category');
  if (draft.cells.size === 0 && !isOfCategory) return;
  const now = new Map([...draft.plans].map(([cell, amount]) => [budgetId('plan', cellOf(cell)), amount]));
  const { counted } = draft.plansBefore();
  for (const { kind, id, steps } of draft.entities.values()) {
    if (kind === 'plan') now.set(id, (steps as readonly Step<'plan'>[]).at(-1)?.after?.amount ?? ZERO);
  }
  const before = heldAmounts(counted, draft.goneBefore);
  const then = heldAmounts(new Map([...counted, ...draft.cells]), draft.goneThen);
  const settled = new Set([...draft.cells.keys()].map((id) => holderOf(id, draft.goneThen)));
  // In an order that an undo which goes on finds again.
  for (const id of [...new Set([...now.keys(), ...then.keys()])].sort()) {
    const planned = now.get(id) ?? ZERO;
    const rest = settled.has(id) ? 0 : planned - (before.get(id) ?? 0);
    const amount = safe(rest + (then.get(id) ?? 0));
    if (amount === planned) continue;
    const cell = cellIn('plan', id);
    const entity = (draft.entities.get(id) ?? { kind: 'plan', id, steps: [] }) as Entity<'plan'>;
    draft.changes.add({ does: 'change', ...entity, now: { ...cell, amount: planned }, target: { ...cell, amount } });
  }
}
