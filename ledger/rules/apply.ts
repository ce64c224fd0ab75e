import { type Setter, TAGS_MAX } from '#ledger/model/constants.ts';
import { isSameIn } from '#ledger/model/entity-states.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { Replaced } from '#ledger/model/origins.ts';
import type { RulePart } from '#ledger/model/rule.ts';
import { RULE_FIELDS, type RuleField, SET_TOGETHER, setWith } from '#ledger/model/rule-fields.ts';
import { distinctTags } from '#ledger/model/tags.ts';
import { type AskedEntry, finderOf } from '#ledger/search/matching-parts.ts';
import type { Query } from '#ledger/search/query.ts';
import { heirOf, type RuleNames, type UserRule } from './rule.ts';
import { splitAmounts } from './split.ts';
import { queryOf } from './when.ts';

/** Who gave each field of an entry its value, by the names of fields; nobody a field that it does not name. */
export type RuleOrigins = ReadonlyMap<string, SetBy>;
type SetBy = { by: Setter; ruleId?: string };

/** Why a rule leaves a field as it is, in the user's words. */
export const KEPT = {
  byHand: 'set by hand',
  archived: 'the category is archived',
  gone: 'the category is gone',
  ofIncome: 'this is no category of expenses',
  transferCategory: 'a transfer has no category',
  transferWallet: 'a transfer has no wallet',
  incomeWallet: 'an income has no wallet',
  tooManyTags: `an entry has at most ${TAGS_MAX} tags`,
  notTheWhole: 'the parts leave nothing of the amount, or come to nothing',
  notEnough: "there isn't enough money for cash",
} as const;
export type RuleReason = (typeof KEPT)[keyof typeof KEPT];

/**
 * A field that rules give another value: as it is and as it would be; `ruleId` is the last that changed it. `replaced`
 * is what earlier ones made of it meanwhile, in order, each as if the rules had ended before the next that changed it.
 */
export type RuleFieldChange = {
  field: RuleField;
  now: unknown;
  then: unknown;
  ruleId: string;
  version: number;
  replaced: readonly Replaced[];
};

/** A field that a rule leaves as it is. */
export type KeptField = { field: RuleField; reason: RuleReason; ruleId: string };

/** The changes that rules make to an entry: nothing, where it has no changes. */
export type Applied = { changes: RuleFieldChange[]; kept: KeptField[] };

/**
 * How rules are applied. With `overwrite` also to what was set by hand. `canPayCash` says whether an expense can be
 * paid in cash instead; every one can, where it is left out.
 */
export type HowApplied = { overwrite: boolean; canPayCash?: (entry: AskedEntry) => boolean };

/** A category for each type of entry, or why there is none. */
type ForType = Record<AskedEntry['type'], { id: string } | { reason: RuleReason }>;
type ReadyPart = RulePart & { category: ForType };

/** A rule that is ready to be asked about many entries. */
export type ReadyRule = {
  rule: UserRule;
  query: Query;
  finds(entry: AskedEntry): boolean;
  category: ForType | null;
  split: readonly ReadyPart[] | null;
};

/**
 * Makes rules ready, in their order, each when it is asked for: many take long. One whose query isn't understood any
 * more finds nothing, and is left out.
 */
export function* ready(rules: readonly UserRule[], names: RuleNames): Generator<ReadyRule> {
  for (const rule of rules) {
    const read = queryOf(rule.when, names);
    if ('problem' in read) continue;
    const { categories, split } = rule.then;
    yield {
      rule,
      query: read.query,
      finds: finderOf(read.query),
      category: categories ? categoryFor(categories, names) : null,
      split: split ? split.map((part) => ({ ...part, category: categoryFor(part.categories, names) })) : null,
    };
  }
}

/**
 * Applies rules to an entry in their order (product 4.20): a later rule sees what earlier ones did, and a rule that
 * stops ends them for every entry that it finds. A value set by hand stays unless `how` says so; an empty field was set
 * by nobody. `origins` are the entry's at present. Pure.
 */
export function applyRules(
  rules: readonly ReadyRule[],
  entry: AskedEntry,
  origins: RuleOrigins,
  how: HowApplied,
): Applied {
  let applying: Applying | null = null;
  for (const ready of rules) {
    if (!ready.finds(applying ? applying.entry : entry)) continue;
    applying ??= new Applying(entry, origins, how);
    applying.apply(ready);
    if (ready.rule.stop) break;
  }
  return applying ? applying.result() : NOTHING;
}

const NOTHING: Applied = { changes: [], kept: [] };

class Applying {
  readonly #before: AskedEntry;
  readonly #how: HowApplied;
  readonly #origins: Map<string, SetBy>;
  readonly #last = new Map<RuleField, UserRule>();
  /** The values that rules have given fields that are set together, before the last that changed them. */
  readonly #replaced = new Map<readonly RuleField[], Replaced[]>();
  readonly #kept = new Map<RuleField, KeptField>();
  entry: AskedEntry;

  constructor(entry: AskedEntry, origins: RuleOrigins, how: HowApplied) {
    this.#before = entry;
    this.#how = how;
    this.#origins = new Map(origins);
    this.entry = entry;
  }

  apply({ rule, category, split }: ReadyRule): void {
    const { type } = this.entry;
    const { title, wallet, addTags, note } = rule.then;
    const categories = [category, ...(split ?? []).map((part) => part.category)];
    const unusable = categories.map((each) => whyUnusable(each, type)).find((why) => why !== null);
    if (unusable) return this.#keep(rule, split ? 'parts' : 'category', unusable);
    if (title !== undefined) this.#set(rule, { title });
    if (category) this.#file(rule, category[type]);
    if (split) this.#split(rule, split);
    if (wallet !== undefined) this.#pay(rule, wallet);
    if (note !== undefined) this.#set(rule, { note });
    if (addTags) this.#tag(rule, addTags);
  }

  /** The fields that differ from those before, and what was kept of those that don't. */
  result(): Applied {
    const changes = RULE_FIELDS.flatMap((field) => {
      const rule = this.#last.get(field);
      if (!rule || isSameIn(this.#before, this.entry, field)) return [];
      const { ruleId, version } = rule;
      const replaced = this.#replaced.get(setWith(field)) ?? [];
      return [{ field, now: this.#before[field], then: this.entry[field], ruleId, version, replaced }];
    });
    const changed = new Set(changes.map(({ field }) => field));
    return { changes, kept: [...this.#kept.values()].filter(({ field }) => !changed.has(field)) };
  }

  #file(rule: UserRule, category: ForType[keyof ForType]): void {
    if ('reason' in category) return this.#keep(rule, 'category', category.reason);
    const { id } = category;
    if (this.entry.category === id) return;
    if (this.#isByHand('category') || this.#isByHand('parts')) return this.#keep(rule, 'category', KEPT.byHand);
    this.#change(rule, { category: id, parts: null });
  }

  #split(rule: UserRule, parts: readonly ReadyPart[]): void {
    const { type, amount, category, parts: before } = this.entry;
    if (type === 'Transfer') return this.#keep(rule, 'parts', KEPT.transferCategory);
    const amounts = splitAmounts(parts, amount);
    if (!amounts) return this.#keep(rule, 'parts', KEPT.notTheWhole);
    const split = [];
    for (const [at, part] of parts.entries()) {
      const filed = part.category[type];
      if ('reason' in filed) return this.#keep(rule, 'parts', filed.reason);
      split.push({
        amount: amounts[at] as Cents,
        category: filed.id,
        ...(part.note !== undefined && { note: part.note }),
      });
    }
    if (category === null && isSameIn({ parts: before }, { parts: split }, 'parts')) return;
    if (this.#isByHand('category') || this.#isByHand('parts')) return this.#keep(rule, 'parts', KEPT.byHand);
    this.#change(rule, { category: null, parts: split });
  }

  #pay(rule: UserRule, wallet: string): void {
    const { type } = this.entry;
    if (this.entry.wallet === wallet) return;
    if (type !== 'Expense') {
      return this.#keep(rule, 'wallet', type === 'Income' ? KEPT.incomeWallet : KEPT.transferWallet);
    }
    if (this.#isByHand('wallet')) return this.#keep(rule, 'wallet', KEPT.byHand);
    const { canPayCash } = this.#how;
    if (wallet === 'Cash' && canPayCash && !canPayCash(this.entry)) return this.#keep(rule, 'wallet', KEPT.notEnough);
    this.#change(rule, { wallet });
  }

  /** Tags are added to those that are there, whoever gave them: none is lost. */
  #tag(rule: UserRule, added: readonly string[]): void {
    const tags = distinctTags([...this.entry.tags, ...added]);
    if (tags.length === this.entry.tags.length) return;
    if (tags.length > TAGS_MAX) return this.#keep(rule, 'tags', KEPT.tooManyTags);
    this.#change(rule, { tags });
  }

  #set(rule: UserRule, text: { title: string } | { note: string }): void {
    const [[field, value]] = Object.entries(text) as [['title' | 'note', string]];
    if (this.entry[field] === value) return;
    if (this.#isByHand(field)) return this.#keep(rule, field, KEPT.byHand);
    this.#change(rule, text);
  }

  #isByHand(field: RuleField): boolean {
    return !this.#how.overwrite && this.#origins.get(field)?.by === 'hand' && !isEmpty(this.entry[field]);
  }

  #change(rule: UserRule, values: Partial<Pick<AskedEntry, RuleField>>): void {
    this.#keepReplaced(values);
    for (const field of Object.keys(values) as RuleField[]) {
      if (isSameIn(this.entry, values, field)) continue;
      if (isEmpty(values[field])) this.#origins.delete(field);
      else this.#origins.set(field, { by: 'rule', ruleId: rule.ruleId });
      this.#last.set(field, rule);
    }
    this.entry = { ...this.entry, ...values, origins: [...this.#origins.values()] };
  }

  /** Notes what these values replace of what earlier rules did. */
  #keepReplaced(values: Partial<Pick<AskedEntry, RuleField>>): void {
    for (const group of SET_TOGETHER) {
      if (group.every((field) => !(field in values) || isSameIn(this.entry, values, field))) continue;
      const changed = group.filter((field) => !isSameIn(this.#before, this.entry, field));
      const rule = changed.map((field) => this.#last.get(field)).find((rule) => rule !== undefined);
      if (!rule) this.#replaced.delete(group);
      else {
        const { ruleId, version: ruleVersion } = rule;
        const replaced: Replaced = { by: 'rule', ruleId, ruleVersion, values: valuesByRule(this.entry, group) };
        this.#replaced.set(group, [...(this.#replaced.get(group) ?? []), replaced]);
      }
    }
  }

  #keep({ ruleId }: UserRule, field: RuleField, reason: RuleReason): void {
    if (!this.#kept.has(field)) this.#kept.set(field, { field, reason, ruleId });
  }
}

/** The values of some fields of an entry, null for none. */
export function valuesByRule(entry: AskedEntry, fields: readonly RuleField[]): Replaced['values'] {
  return Object.fromEntries(fields.map((field) => [field, isEmpty(entry[field]) ? null : entry[field]]));
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

/** Why a rule changes nothing at all of an entry of a type: its category is archived, or gone by an undo. */
function whyUnusable(category: ForType | null, type: AskedEntry['type']): RuleReason | null {
  const filed = category?.[type];
  return filed && 'reason' in filed && (filed.reason === KEPT.archived || filed.reason === KEPT.gone)
    ? filed.reason
    : null;
}

/** The category of these ids that each type of entry gets. An income gets one of expenses as a refund. */
function categoryFor(ids: readonly string[], { categories, merged }: RuleNames): ForType {
  const there = ids.flatMap((id) => {
    const heir = heirOf(id, merged);
    const category = categories.get(heir);
    return category ? [{ id: heir, ...category }] : [];
  });
  const [expense, income] = (['Expense', 'Income'] as const).map((wanted) => there.find(({ kind }) => kind === wanted));
  const either = income ?? expense;
  if (!either) return forAll(KEPT.gone);
  if (there.every(({ isArchived }) => isArchived)) return forAll(KEPT.archived);
  const filed = ({ id, isArchived }: typeof either) => (isArchived ? { reason: KEPT.archived } : { id });
  return {
    Expense: expense ? filed(expense) : { reason: KEPT.ofIncome },
    Income: filed(either),
    Transfer: { reason: KEPT.transferCategory },
  };
}

const forAll = (reason: RuleReason): ForType => ({ Expense: { reason }, Income: { reason }, Transfer: { reason } });
