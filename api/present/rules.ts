import type { Rule as PresentedRule } from '#contract/rule-calls.ts';
import { amountOf } from '#ledger/model/money.ts';
import type { RuleThen } from '#ledger/model/rule.ts';
import type { RuleState } from '#ledger/model/state.ts';
import { heirOf, type RuleNames } from '#ledger/rules/rule.ts';
import { shownWhen } from '#ledger/rules/when.ts';
import type { RuleUse } from '#projections/queries/rules.ts';

/** Stands for the name of a category that an undo has removed. */
const GONE_CATEGORY = 'A category that is gone';

/** Converts a rule to the contract's, with the names of today. `use` is undefined where it never applied. */
export function presentRule(
  ruleId: string,
  rule: RuleState,
  use: RuleUse | undefined,
  names: RuleNames,
): PresentedRule {
  const { version, when, then, stop, isOn } = rule;
  return {
    _id: ruleId,
    version,
    when: shownWhen(when, names),
    then: presentThen(then, names),
    stop,
    isOn,
    applied: use?.count ?? 0,
    last: use?.last ?? null,
  };
}

function presentThen({ categories, split, ...others }: RuleThen, names: RuleNames): PresentedRule['then'] {
  return {
    ...(categories && presentCategories(categories, names)),
    ...others,
    ...(split && {
      split: split.map(({ categories, amount, ...part }) => ({
        ...part,
        ...(amount !== undefined && { amount: amountOf(amount) }),
        ...presentCategories(categories, names),
      })),
    }),
  };
}

/** The name of the category, and its id where a name would leave open which of two is meant. */
function presentCategories(ids: readonly string[], { categories, merged }: RuleNames) {
  const [first = '', ...more] = [...new Set(ids.map((id) => heirOf(id, merged)))];
  const category = categories.get(first)?.name ?? GONE_CATEGORY;
  return more.length === 0 ? { category, categoryId: first } : { category };
}
