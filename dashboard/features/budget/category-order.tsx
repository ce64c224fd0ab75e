import type { ComponentProps } from 'react';
import type { BudgetCategory } from '#contract/budget-calls.ts';
import { NO_CATEGORY } from '#ledger/model/categories.ts';
import { useCommand } from '../../commands/use-command.ts';
import { GripIcon } from '../../ui/icons.tsx';
import { useOrdering } from '../../ui/use-ordering.ts';

/**
 * The categories of a budget in their order, or as they would be while one of them is being moved among the categories
 * beside it. `reload` resolves once the budget is there as it is after that.
 */
export function useCategoryOrder(categories: readonly BudgetCategory[], reload: () => unknown) {
  const { send } = useCommand('orderCategories', {
    saved: 'Categories reordered',
    failed: 'Unable to reorder the categories',
  });
  const ids = new Set(categories.map(({ categoryId }) => categoryId));
  const ordering = useOrdering({
    items: categories
      .filter(({ categoryId }) => categoryId !== NO_CATEGORY)
      .map(({ categoryId, parent }) => ({ id: categoryId, group: parent !== null && ids.has(parent) ? parent : '' })),
    noun: 'category',
    onOrder: async (categoryIds) => (await send({ categoryIds })) && (await reload()),
  });
  const places = new Map(ordering.shown.map(({ id }, index) => [id, index]));
  const placeOf = ({ categoryId }: BudgetCategory) => places.get(categoryId) ?? places.size;
  return { ordering, categories: categories.toSorted((one, other) => placeOf(one) - placeOf(other)) };
}

type Props = { name: string } & ComponentProps<'button'>;

/** The handle by which a category is dragged among the categories beside it. */
export function OrderHandle({ name, ...props }: Props) {
  return (
    <button
      type="button"
      className={HANDLE}
      aria-label={`Move ${name} in the list`}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      title="Drag, or Alt with an arrow"
      {...props}
    >
      <GripIcon />
    </button>
  );
}

/** A pointer shows it at its row; a finger takes the list of categories with a keyboard, or a wide screen. */
const HANDLE = [
  'grid h-7 w-6 cursor-grab touch-none place-items-center rounded text-ink-muted hover:text-ink max-lg:hidden',
  'pointer-fine:not-focus:not-group-hover:not-group-focus-within:opacity-0 active:cursor-grabbing',
].join(' ');
