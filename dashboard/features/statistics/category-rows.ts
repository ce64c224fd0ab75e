import type { CategorySum } from '#contract/statistics-calls.ts';
import { sumOf } from '../../ui/money.ts';

/** The sums of a category, or of one with those below it. */
type Sums = { amount: number; before: number };

/**
 * A row of the table: a category, how deep it is; the heading of a category that has no sums of its own; or the sum of
 * a category and the categories below it. `name` is the category's, `-` for none.
 */
export type SumRow =
  | { is: 'category'; level: 1 | 2; sum: CategorySum }
  | { is: 'heading'; id: string; name: string }
  | ({ is: 'together'; id: string; name: string } & Sums);

/**
 * The sums as rows, in their order, each with the sums of the categories below it behind it, and their total. Alone, a
 * category that is below another one stands at the top. `nameOf` gives the name of an id.
 */
export function sumRows(sums: readonly CategorySum[], nameOf: (id: string) => string): SumRow[] {
  const groups = Map.groupBy(sums, ({ categoryId, parent }) => parent ?? categoryId);
  return [...groups].flatMap(([id, group]): SumRow[] => {
    const [top] = group.filter(({ parent }) => parent === null);
    const below = group.filter(({ parent }) => parent !== null);
    const [only] = group;
    if (group.length === 1 && only) return [{ is: 'category', level: 1, sum: only }];
    const name = top?.category ?? nameOf(id);
    return [
      top ? { is: 'category', level: 1, sum: top } : { is: 'heading', id, name },
      ...below.map((sum) => ({ is: 'category', level: 2, sum }) as const),
      {
        is: 'together',
        id,
        name,
        amount: sumOf(...group.map(({ amount }) => amount)),
        before: sumOf(...group.map(({ before }) => before)),
      },
    ];
  });
}
