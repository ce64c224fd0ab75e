import type { Account } from '#contract/account.ts';
import type { Category } from '#contract/category-calls.ts';
import type { Rule } from '#contract/rule-calls.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { amountOf, centsOf, ZERO } from '#ledger/model/money.ts';
import type { RuleThen } from '#ledger/model/rule.ts';
import { type ReadyRule, type RuleFieldChange, ready } from '#ledger/rules/apply.ts';
import { propose } from '#ledger/rules/propose.ts';
import type { RuleNames } from '#ledger/rules/rule.ts';
import type { AskedEntry } from '#ledger/search/matching-parts.ts';
import { categoryWithId } from '../../../shared/categories/categories.ts';
import { parseAmount, typedText } from '../../../ui/typed-amount.ts';
import type { Kind, TransactionFormValues } from './transaction-form-values.ts';
import { tagsText, tagsTyped } from './typed-tags.ts';

/** The fields of the form for which rules propose a value. */
export const PROPOSED_FIELDS = ['category', 'parts', 'wallet', 'note', 'tags'] as const;
export type ProposedField = (typeof PROPOSED_FIELDS)[number];

/** The values that rules propose: the value that a field then has, and the query of the rule. */
export type Proposals = {
  [Field in ProposedField]?: { value: NonNullable<TransactionFormValues[Field]>; when: string };
};

/** The names in rules: all accounts and categories, and today (ISO date). */
type Names = { accounts: readonly Account[]; categories: readonly Category[]; today: string };

/** Makes the rules that are on ready to be asked, in their order, as the API shows them: by the names of today. */
export function readyRules(rules: readonly Rule[], { accounts, categories, today }: Names): ReadyRule[] {
  const names: RuleNames = {
    today,
    accounts: new Map(accounts.map(({ _id, name }) => [_id, { name }])),
    categories: new Map(
      categories.map(({ _id, name, kind, parent, isArchived }) => [
        _id,
        { name, kind, parent: parent ?? undefined, isArchived },
      ]),
    ),
    merged: new Map(),
  };
  const on = rules.filter(({ isOn }) => isOn);
  return [
    ...ready(
      on.map(({ _id, version, when, then, stop }) => ({
        ruleId: _id,
        version,
        stop,
        when: { text: when, names: [] },
        then: thenOf(then, categories),
      })),
      names,
    ),
  ];
}

function thenOf(then: Rule['then'], categories: readonly Category[]): RuleThen {
  const { category, categoryId, split, ...others } = then;
  const idsOf = (named: { category?: string | undefined; categoryId?: string | undefined }) => {
    if (named.categoryId !== undefined) return [named.categoryId];
    const name = comparableText(named.category ?? '');
    return categories.filter((one) => comparableText(one.name) === name).map(({ _id }) => _id);
  };
  return {
    ...others,
    ...(category !== undefined && { categories: idsOf({ category, categoryId }) }),
    ...(split && {
      split: split.map(({ category, categoryId, amount, ...part }) => ({
        ...part,
        ...(amount !== undefined && { amount: centsOf(amount) ?? ZERO }),
        categories: idsOf({ category, categoryId }),
      })),
    }),
  };
}

/** The values of the form. `byHand` are the fields that a person set, `accountId` is the entry's account. */
type Typed = {
  kind: Kind;
  values: TransactionFormValues;
  accountId: string;
  byHand: ReadonlySet<string>;
  categories: readonly Category[];
  currency: string;
};

/**
 * The values that rules propose for an entry that is typed: as for a line, behind what a person said, and before what
 * the past proposes (product 9.8). Nothing before there is a title. Fields that were set by hand stay as they are.
 */
export function proposalsOf(rules: readonly ReadyRule[], typed: Typed): Proposals {
  const { values, byHand } = typed;
  if (values.title.trim() === '') return {};
  const changes = propose(rules, askedOf(typed), new Set(['title', ...byHand]));
  return Object.fromEntries(
    changes
      .filter(({ field, then }) => then !== null && !byHand.has(field) && PROPOSED_FIELDS.some((one) => one === field))
      .flatMap((change) => {
        const value = proposedValue(change, typed);
        const when = rules.find(({ rule }) => rule.ruleId === change.ruleId)?.rule.when.text ?? '';
        return value === null ? [] : [[change.field, { value, when }]];
      }),
  );
}

/** The entry as rules see it: of what can be proposed, what a person said alone, and the wallet. */
function askedOf({ kind, values, accountId, byHand, categories }: Typed): AskedEntry {
  const { title, amount, date, category, wallet, note = '', tags = '' } = values;
  const isSaid = byHand.has('category') && category !== '';
  const named = categories.find((one) => one.kind === kind && one.name === category);
  return {
    type: kind,
    title: title.trim(),
    date: date ?? '',
    accountId,
    toAccount: null,
    amount: centsOf(parseAmount(amount) ?? 0) ?? ZERO,
    category: isSaid ? (named?._id ?? null) : null,
    wallet: kind === 'Expense' ? (wallet ?? null) : null,
    note: byHand.has('note') && note.trim() !== '' ? note.trim() : null,
    tags: byHand.has('tags') ? tagsTyped(tags) : [],
    parts: null,
    hasReceipt: false,
    bankTexts: [],
    counterparties: [],
    isImported: false,
    isEdited: false,
    origins: [],
  };
}

/** The value of the form for what a rule gives; null for what the form has no choice for: a refund. */
function proposedValue({ field, then }: RuleFieldChange, { kind, categories, currency }: Typed): unknown {
  const nameOf = (id: string | null) => {
    const category = categoryWithId(categories, id);
    return category?.kind === kind ? category.name : null;
  };
  if (field === 'category') return nameOf(then as string);
  if (field === 'tags') return tagsText(then as string[]);
  if (field !== 'parts') return then;
  const parts = (then as NonNullable<AskedEntry['parts']>).map(({ amount, category, note = '' }) => ({
    amount: typedText(amountOf(amount), currency),
    note,
    category: nameOf(category),
  }));
  return parts.some(({ category }) => category === null) ? null : parts;
}
