import { accountKey } from '#ledger/ids.ts';
import type { Line } from '#ledger/line/line.ts';
import { categoryNamed } from '#ledger/model/categories.ts';
import type { Wallet } from '#ledger/model/constants.ts';
import { type Cents, ZERO } from '#ledger/model/money.ts';
import type { SetFields } from '#ledger/model/origins.ts';
import type { Books, Part } from '#ledger/model/state.ts';
import type { ReadyRule, RuleFieldChange } from '#ledger/rules/apply.ts';
import { propose } from '#ledger/rules/propose.ts';
import { setByRules } from '#ledger/rules/set-by-rules.ts';
import type { AskedEntry } from '#ledger/search/matching-parts.ts';

/** Where a value of a line comes from, with a rule among them. */
type Source = Line['from']['category'] | 'rule';

/**
 * A line with what rules made of it: the id of the category that a rule gave it, null if none did, the parts of a
 * split, and who set the fields that rules did.
 */
export type RuledLine = Omit<Line, 'from'> & {
  from: { [Field in keyof Line['from']]: Source };
  categoryId: string | null;
  parts: Part[] | null;
  set: SetFields;
};

/** Applies rules to a line: behind what it says, before what the past proposes (product 4.17, product 4.20). */
export function ruledLine(
  line: Line,
  rules: readonly ReadyRule[],
  { categories }: Pick<Books, 'categories'>,
  ledgerId: string,
): RuledLine {
  const entry = askedOf(line, categories, ledgerId);
  const changes = propose(rules, entry, saidIn(line));
  const by = (field: RuleFieldChange['field']) => (field === 'wallet' && line.from.wallet === 'past' ? 'past' : 'hand');
  const ruled: RuledLine = { ...line, categoryId: null, parts: null, set: setByRules(changes, { entry, by }) };
  for (const change of changes) {
    const { field, then } = change;
    take(ruled, change);
    if (field === 'category' || field === 'wallet') ruled.from = { ...ruled.from, [field]: 'rule' };
    if (field === 'category') ruled.category = categories.get(String(then))?.name ?? null;
    if (field === 'parts') ruled.from = { ...ruled.from, category: 'rule' };
  }
  return ruled;
}

function take(ruled: RuledLine, { field, then }: RuleFieldChange): void {
  if (field === 'category') ruled.categoryId = then as string | null;
  if (field === 'parts') Object.assign(ruled, { parts: then, category: null });
  if (field === 'wallet') ruled.wallet = then as Wallet;
  if (field === 'note') ruled.note = then as string;
  if (field === 'tags') ruled.tags = [...(then as string[])];
}

/** The fields that a line says itself. */
function saidIn({ from, tags, note }: Line): Set<string> {
  return new Set([
    'title',
    ...(from.category === 'line' ? ['category'] : []),
    ...(from.wallet === 'line' ? ['wallet'] : []),
    ...(tags.length > 0 ? ['tags'] : []),
    ...(note === null ? [] : ['note']),
  ]);
}

/** A line as rules see it: with the category that it says alone. */
function askedOf(line: Line, categories: Books['categories'], ledgerId: string): AskedEntry {
  const { type, title, amount, date, account, toAccount, category, wallet, note, tags, from } = line;
  const categoryOfLine = from.category === 'line' && category !== null ? category : null;
  const kinds = type === 'Income' ? (['Income', 'Expense'] as const) : (['Expense'] as const);
  const id =
    categoryOfLine === null
      ? undefined
      : kinds.map((kind) => categoryNamed(categories, categoryOfLine, kind)).find(Boolean);
  return {
    type,
    title,
    amount: amount ?? (ZERO as Cents),
    date: date ?? '',
    wallet,
    note,
    tags,
    accountId: accountKey(ledgerId, account ?? ''),
    toAccount: toAccount === null ? null : accountKey(ledgerId, toAccount),
    category: id ?? null,
    parts: null,
    hasReceipt: false,
    bankTexts: [],
    counterparties: [],
    isImported: false,
    isEdited: false,
    origins: [],
  };
}
