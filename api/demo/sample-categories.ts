import type { Command } from '#ledger/decide/commands.ts';

/** The user's own categories, by their names: a group, and below it the others. */
const GROUPS = [
  ['Pottery', ['Clay and glaze', 'Evening classes']],
  ['Later', ['Rainy days']],
] as const;

/** The own category that an expense is filed in, by its title, and the words of the rule that does it. */
const FILED = [
  { title: 'Glaze and clay', category: 'Clay and glaze', words: 'glaze' },
  { title: 'Evening class, ceramics', category: 'Evening classes', words: '"evening class"' },
] as const;

export type OwnCategory = (typeof GROUPS)[number][0] | (typeof GROUPS)[number][1][number];

/** The commands that add the own categories, and then three rules; `idOf` gives the id of a category or a rule. */
export function categoriesAndRules(idOf: (name: string) => string): Command[] {
  const add = (name: OwnCategory, parent?: OwnCategory): Command => ({
    type: 'AddCategory',
    newCategoryId: idOf(name),
    name,
    kind: 'Expense',
    parent: parent && idOf(parent),
  });
  const rule = (text: string, then: Extract<Command, { type: 'AddRule' }>['then']): Command => ({
    type: 'AddRule',
    ruleId: idOf(`rule ${text}`),
    when: { text, names: [] },
    then,
    stop: false,
    isOn: true,
  });
  return [
    ...GROUPS.flatMap(([group, names]) => [add(group), ...names.map((name) => add(name, group))]),
    ...FILED.map(({ category, words }) => rule(words, { categories: [idOf(category)] })),
    rule('"bus pass"', { wallet: 'Debit card', addTags: ['commute'] }),
  ];
}

/** The own category that an expense with a title is filed in, or null. */
export function ownCategoryOf(title: string): OwnCategory | null {
  return FILED.find((filed) => filed.title === title)?.category ?? null;
}
