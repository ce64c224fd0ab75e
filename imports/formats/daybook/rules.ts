import { NOTE_MAX, PART_NOTE_MAX, TAGS_MAX, TRANSACTION_TITLE_MAX } from '#ledger/model/constants.ts';
import { LARGEST_AMOUNT } from '#ledger/model/money.ts';
import type { RulePart, RuleThen, RuleWhen } from '#ledger/model/rule.ts';
import { isStorable } from '#ledger/model/storable.ts';
import { distinctTags, isTag } from '#ledger/model/tags.ts';
import { findsEverything } from '#ledger/rules/finds-everything.ts';
import { heirOf, type RuleNames } from '#ledger/rules/rule.ts';
import { comesToWhole } from '#ledger/rules/split.ts';
import { queryOf } from '#ledger/rules/when.ts';
import { QUERY_MAX, QUERY_TERMS_MAX } from '#ledger/search/query.ts';
import type { ExportedRule } from '../../parsed.ts';
import { contradiction, type ExportedBooks } from './books.ts';

/** Any day: no word for days finds every entry. */
const SOME_DAY = '2000-01-01';

/**
 * The rules at the end of an export, in their order, with what merged categories became, and a sentence where some of
 * them are none that Daybook would have kept, as after a change by hand. Throws UnreadableFile where categories were
 * merged in a circle.
 */
export function exportedRules({ books }: ExportedBooks): { rules: ExportedRule[]; remarks: string[] } {
  const names = { ...books, merged: lastHeirs(books.merged), today: SOME_DAY };
  const all = [...books.rules].map(([ruleId, { when, then, ...rule }]): ExportedRule => {
    return { ruleId, ...rule, when: merged(when, names), then: thenMerged(then, names) };
  });
  const rules = all.filter((rule) => isPossible(rule, names));
  const left = all.length - rules.length;
  const are = left === 1 ? '1 rule of this file is' : `${left} rules of this file are`;
  return { rules, remarks: left === 0 ? [] : [`${are} damaged, and left out.`] };
}

/** The categories that were merged away, each with the category that has its entries at the end. */
function lastHeirs(merged: RuleNames['merged']): Map<string, string> {
  const last = new Map<string, string>();
  for (const id of merged.keys()) {
    const path = new Set<string>();
    let heir = id;
    for (let into = merged.get(heir); into !== undefined && !last.has(heir); into = merged.get(heir)) {
      if (path.has(heir)) throw contradiction();
      path.add(heir);
      heir = into;
    }
    for (const each of path) last.set(each, last.get(heir) ?? heir);
  }
  return last;
}

function merged({ text, names: named }: RuleWhen, names: RuleNames): RuleWhen {
  const heirs = named.map(({ field, name, ids }) => {
    return { field, name, ids: field === 'category' ? heirsOf(ids, names) : ids };
  });
  return { text, names: heirs };
}

function thenMerged({ categories, split, ...then }: RuleThen, names: RuleNames): RuleThen {
  return {
    ...then,
    ...(categories && { categories: heirsOf(categories, names) }),
    ...(split && { split: split.map((part) => ({ ...part, categories: heirsOf(part.categories, names) })) }),
  };
}

const heirsOf = (ids: readonly string[], { merged }: RuleNames) => [...new Set(ids.map((id) => heirOf(id, merged)))];

/** Whether a rule can be one of Daybook (product 4.20). */
function isPossible({ when, then }: ExportedRule, names: RuleNames): boolean {
  const { categories, title, wallet, addTags, note, split } = then;
  const does = [categories, title, wallet, addTags, note, split].filter((each) => each !== undefined);
  return (
    isQuery(when, names) &&
    does.length > 0 &&
    !(categories && split) &&
    (title === undefined || isText(title, TRANSACTION_TITLE_MAX)) &&
    (note === undefined || isText(note, NOTE_MAX)) &&
    (addTags === undefined || areTags(addTags)) &&
    (split === undefined || (comesToWhole(split) && split.every(isPart))) &&
    [categories ?? [], ...(split ?? []).map((part) => part.categories)].flat().every(isId)
  );
}

/** A query that is not understood, such as one that names what is gone, finds nothing, and is one all the same. */
function isQuery(when: RuleWhen, names: RuleNames): boolean {
  const texts = [when.text, ...when.names.map(({ name }) => name)];
  if (!texts.every((text) => isText(text, QUERY_MAX)) || when.names.length > QUERY_TERMS_MAX) return false;
  const read = queryOf(when, names);
  return 'problem' in read || !findsEverything(read.query);
}

function isPart({ amount = LARGEST_AMOUNT, note }: RulePart): boolean {
  return amount > 0 && amount <= LARGEST_AMOUNT && (note === undefined || isText(note, PART_NOTE_MAX));
}

/** The longest id, of a category, in characters. */
const ID_MAX = 36;
const isId = (id: string) => isText(id, ID_MAX);
const isText = (text: string, max: number) => text.trim() !== '' && text.length <= max && isStorable(text);
const areTags = (tags: readonly string[]) =>
  tags.length <= TAGS_MAX && tags.every(isTag) && distinctTags(tags).length === tags.length;
