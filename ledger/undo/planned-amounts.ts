import { NO_CATEGORY } from '../model/categories.ts';
import { budgetId, cellIn } from '../model/entity-ids.ts';
import type { Step } from '../model/entity-states.ts';

/** Where a category is gone: what it was merged with, if with any, after which revision. */
export type Gone = { into: string | undefined; revision: bigint };
/** Null of a category that is there. */
export type GoneOf = (categoryId: string) => Gone | null;
/** The steps of plans that count, by the ids of plans. */
type Cells = ReadonlyMap<string, readonly Step<'plan'>[]>;

/**
 * The amounts that steps plan for cells, each for itself, in cents. They are taken in their order: one that sets a plan
 * sets it with what the categories had that were merged with it by then; others add.
 */
function plannedBy(cells: Cells, goneOf: GoneOf): Map<string, number> {
  const own = new Map<string, number>();
  const ordered = [...cells].flatMap(([id, steps]) => steps.map((step) => ({ id, step })));
  ordered.sort(({ step: left }, { step: right }) => (left.revision < right.revision ? -1 : 1));
  const held = heldBy([...cells.keys()], goneOf);
  for (const { id, step } of ordered) {
    const { after, said, revision } = step;
    const adds = said?.adds;
    const others = adds === undefined ? (held.get(id) ?? []) : [];
    const merged = others.filter((other) => holderOf(other, goneOf, revision) === id);
    const taken = merged.reduce((sum, other) => sum + (own.get(other) ?? 0), 0);
    own.set(id, adds === undefined ? (after?.amount ?? 0) - taken : (own.get(id) ?? 0) + adds);
  }
  return own;
}

/** The cells that others were merged with at some time, with these. */
function heldBy(ids: readonly string[], goneOf: GoneOf): Map<string, string[]> {
  const held = new Map<string, string[]>();
  for (const id of ids) {
    const { categoryId, month } = cellIn('plan', id);
    for (let gone = goneIn(categoryId, goneOf); gone?.into !== undefined; gone = goneIn(gone.into, goneOf)) {
      const holder = budgetId('plan', { categoryId: gone.into, month });
      held.set(holder, [...(held.get(holder) ?? []), id]);
    }
  }
  return held;
}

/**
 * The cell that has the plan of another one, by the category that has it, or null if none has. With a revision, the
 * cell that had it then.
 */
export function holderOf(id: string, goneOf: GoneOf, revision?: bigint): string | null {
  const cell = cellIn('plan', id);
  let { categoryId } = cell;
  for (let gone = goneIn(categoryId, goneOf); gone !== null; gone = goneIn(categoryId, goneOf)) {
    if (revision !== undefined && gone.revision > revision) break;
    if (gone.into === undefined) return null;
    categoryId = gone.into;
  }
  return categoryId === cell.categoryId ? id : budgetId('plan', { ...cell, categoryId });
}

const goneIn = (categoryId: string, goneOf: GoneOf) => (categoryId === NO_CATEGORY ? null : goneOf(categoryId));

/** The amounts that steps plan, in cents, by the cells that have it; what none has is left out. */
export function heldAmounts(cells: Cells, goneOf: GoneOf): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [id, amount] of plannedBy(cells, goneOf)) {
    const holder = holderOf(id, goneOf);
    if (holder !== null) sums.set(holder, (sums.get(holder) ?? 0) + amount);
  }
  return sums;
}
