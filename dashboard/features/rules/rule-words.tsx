import type { ReactNode } from 'react';
import type { Rule } from '#contract/rule-calls.ts';
import { useUser } from '../../server/user.ts';
import { categoryPath } from '../../shared/categories/categories.ts';
import { useCategories } from '../../shared/categories/use-categories.ts';
import { taggedText } from '../../shared/entries/tagged-text.ts';
import { formatMoney } from '../../ui/money.ts';

/** The actions of a rule, in words: `then Food & Drinks › Bakery, tagged #weekly`. */
export function RuleWords({ rule: { then, stop } }: { rule: Pick<Rule, 'then' | 'stop'> }) {
  const categories = useCategories();
  const { currency } = useUser();
  const pathOf = (category: string) => categoryPath(categories, { type: 'Expense', category });
  const { title, category, split, wallet, addTags, note } = then;
  const parts: { key: string; words: ReactNode }[] = [
    ...(title === undefined ? [] : [{ key: 'title', words: <>“{title}”</> }]),
    ...(category === undefined ? [] : [{ key: 'category', words: pathOf(category) }]),
    ...(split === undefined
      ? []
      : [{ key: 'split', words: `split into ${split.map((part) => partWords(part, currency, pathOf)).join(', ')}` }]),
    ...(wallet === undefined ? [] : [{ key: 'wallet', words: `paid with ${wallet}` }]),
    ...(addTags && addTags.length > 0 ? [{ key: 'tags', words: `tagged ${taggedText(addTags)}` }] : []),
    ...(note === undefined ? [] : [{ key: 'note', words: <>noted “{note}”</> }]),
  ];
  return (
    <>
      <span className="note text-[1.0625rem]">then</span>{' '}
      {parts.map(({ key, words }, index) => (
        <span key={key}>
          {index > 0 && ', '}
          {words}
        </span>
      ))}
      {stop && <span className="note text-[1.0625rem]">; stop here</span>}
    </>
  );
}

type Part = NonNullable<Rule['then']['split']>[number];

function partWords(
  { percent, amount, category = '', note }: Part,
  currency: string,
  pathOf: (name: string) => string,
): string {
  const share =
    percent !== undefined ? `${percent}%` : amount !== undefined ? formatMoney(amount, currency) : 'the rest';
  return `${share} ${pathOf(category)}${note ? ` (${note})` : ''}`;
}
