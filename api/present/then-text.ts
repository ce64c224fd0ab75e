import { type Categories, nameOfCategory } from '#ledger/model/categories.ts';
import { decimalOf } from '#ledger/model/money.ts';
import type { RulePart, RuleThen } from '#ledger/model/rule.ts';

/** The actions of a rule in one line, such as `Groceries, #food, split 50% Other, rest Groceries`. */
export function thenText(
  { categories: ids, title, wallet, addTags = [], note, split }: RuleThen,
  categories: Categories,
): string {
  const category = (some: readonly string[]) => nameOfCategory(categories, some[0] ?? '');
  const part = ({ percent, amount, categories: own }: RulePart) => {
    const share = percent === undefined ? (amount === undefined ? 'rest' : decimalOf(amount)) : `${percent}%`;
    return `${share} ${category(own)}`;
  };
  return [
    ...(ids ? [category(ids)] : []),
    ...(title === undefined ? [] : [`‘${title}’`]),
    ...(wallet === undefined ? [] : [wallet]),
    ...addTags.map((tag) => `#${tag}`),
    ...(note === undefined ? [] : [note]),
    ...(split ? [`split ${split.map(part).join(', ')}`] : []),
  ].join(', ');
}
