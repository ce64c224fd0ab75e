import type { CallInput } from '#contract/calls.ts';
import type { Rule } from '#contract/rule-calls.ts';
import type { Wallet } from '#ledger/model/constants.ts';
import { taggedText } from '../../shared/entries/tagged-text.ts';
import { parseAmount, typedText } from '../../ui/typed-amount.ts';

/** A part of a split as it is typed: its share is a percentage, an amount, or what is left. */
export type PartValues = {
  id: number;
  by: 'percent' | 'amount' | 'rest';
  share: string;
  category: string;
  note: string;
};

/** A rule as it is typed; empty for what it leaves as it is. Without parts it splits nothing. */
export type RuleValues = {
  when: string;
  category: string;
  title: string;
  wallet: string;
  tags: string;
  note: string;
  stop: boolean;
  isOn: boolean;
  parts: PartValues[];
};

type Input = Pick<CallInput<'addRule'>, 'when' | 'then'> & { stop: boolean };
type Then = Input['then'];

let count = 0;

/** An id for a part that is new in a form. */
const nextPartId = () => ++count;

/** A part that is new in a form. */
export const newPart = (category: string, by: PartValues['by'], share = ''): PartValues => ({
  id: nextPartId(),
  by,
  share,
  category,
  note: '',
});

/** The values of a rule, or of a new one that begins with some. Takes the currency's symbol. */
export function valuesOf(rule: Rule | null, currency: string, begun: Partial<RuleValues> = {}): RuleValues {
  const { category, title, wallet, addTags, note, split = [] } = rule?.then ?? {};
  return {
    when: rule?.when ?? '',
    category: category ?? '',
    title: title ?? '',
    wallet: wallet ?? '',
    tags: taggedText(addTags ?? []),
    note: note ?? '',
    stop: rule?.stop ?? false,
    isOn: rule?.isOn ?? true,
    parts: split.map(({ percent, amount, category, note }) => ({
      id: nextPartId(),
      by: percent !== undefined ? 'percent' : amount !== undefined ? 'amount' : 'rest',
      share: percent !== undefined ? String(percent) : amount !== undefined ? typedText(amount, currency) : '',
      category: category ?? '',
      note: note ?? '',
    })),
    ...begun,
  };
}

/** The tags in a text, with or without their #. */
function tagsIn(text: string): string[] {
  return text
    .split(/\s+/)
    .map((word) => word.replace(/^#/, ''))
    .filter((tag) => tag !== '');
}

/**
 * A rule as calls take it. A category that the rule had so far stays the category of its id: equal names of both kinds
 * are told apart.
 */
export function ruleInput(values: RuleValues, rule: Rule | null): Input {
  const { when, category, title, wallet, tags, note, stop, parts } = values;
  const had = [rule?.then ?? {}, ...(rule?.then.split ?? [])];
  const categoryOf = (name: string): { category: string } | { categoryId: string } => {
    const same = had.find((one) => one.category === name);
    return same?.categoryId === undefined ? { category: name } : { categoryId: same.categoryId };
  };
  const addTags = tagsIn(tags);
  const then: Then = {
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(parts.length === 0 && category !== '' && categoryOf(category)),
    ...(wallet !== '' && { wallet: wallet as Wallet }),
    ...(addTags.length > 0 && { addTags }),
    ...(note.trim() !== '' && { note: note.trim() }),
    ...(parts.length > 0 && { split: parts.map((part) => ({ ...shareOf(part), ...categoryOf(part.category) })) }),
  };
  return { when: when.trim(), then, stop };
}

function shareOf({ by, share, note }: PartValues): NonNullable<Then['split']>[number] {
  const number = parseAmount(share.replace('%', '')) ?? Number.NaN;
  return {
    ...(by === 'rest' ? { rest: true } : { [by]: number }),
    ...(note.trim() !== '' && { note: note.trim() }),
  };
}

/** Whether the values say when, and what then. */
export function isWhole(values: RuleValues): boolean {
  const { when, then } = ruleInput(values, null);
  const isNumber = ({ by, share }: PartValues) => by === 'rest' || Number.isFinite(parseAmount(share.replace('%', '')));
  return when !== '' && Object.keys(then).length > 0 && values.parts.every(isNumber);
}
