import { messages } from '#contract/messages.ts';
import type { RuleThenInput } from '#contract/rule-calls.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { exactCents } from '#ledger/model/money.ts';
import type { RuleThen, RuleWhen } from '#ledger/model/rule.ts';
import type { RuleNames } from '#ledger/rules/rule.ts';
import { writtenWhen } from '#ledger/rules/when.ts';
import { ProblemError } from '../http/problem-error.ts';

/** The query of a rule as events have it. Throws the problem invalid, with the first wrong character (product 4.20). */
export function whenOf(text: string, names: RuleNames): RuleWhen {
  const conditions = writtenWhen(text, names);
  if ('when' in conditions) return conditions.when;
  const { message, at } = conditions.problem;
  throw new ProblemError('invalid', { when: message }, { at });
}

/**
 * The actions of a rule as events have them: with the ids of categories. Throws the problem invalid for a name that no
 * category has, and for an archived one.
 */
export function thenOf(
  { category, categoryId, addTags, note, split, ...others }: RuleThenInput,
  names: RuleNames,
): RuleThen {
  const { title, wallet } = others;
  return {
    ...(category !== undefined || categoryId !== undefined
      ? { categories: categoriesOf({ category, categoryId }, 'then.category', names) }
      : {}),
    ...(title !== undefined && { title }),
    ...(wallet !== undefined && { wallet }),
    ...(addTags && { addTags }),
    ...(note && { note }),
    ...(split && {
      split: split.map(({ percent, amount, rest, note, ...named }, at) => ({
        ...(percent !== undefined && { percent }),
        ...(amount !== undefined && { amount: exactCents(amount) }),
        ...(rest && { rest }),
        categories: categoriesOf(named, `then.split.${at}.category`, names),
        ...(note !== undefined && { note }),
      })),
    }),
  };
}

type Named = { category?: string | undefined; categoryId?: string | undefined };

/** The ids of the categories that a name stands for, one of each kind, or the category that is named by its id. */
function categoriesOf({ category, categoryId }: Named, field: string, { categories }: RuleNames): string[] {
  const wanted = comparableText(category ?? '');
  const found = [...categories].filter(([id, { name }]) =>
    categoryId === undefined ? comparableText(name) === wanted : id === categoryId,
  );
  const names = [...categories.values()].filter(({ isArchived }) => !isArchived).map(({ name }) => name);
  if (found.length === 0) throw new ProblemError('invalid', { [field]: messages.notOneOf([...new Set(names)]) });
  const usable = found.filter(([, { isArchived }]) => !isArchived);
  if (usable.length === 0) throw new ProblemError('invalid', { [field]: messages.categoryIsArchived });
  return usable.map(([id]) => id);
}
