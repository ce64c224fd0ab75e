import type { Wallet } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { SetFields } from '#ledger/model/origins.ts';
import type { RuleField } from '#ledger/model/rule-fields.ts';
import type { Part } from '#ledger/model/state.ts';
import { type ReadyRule, type RuleFieldChange, ready } from '#ledger/rules/apply.ts';
import { propose } from '#ledger/rules/propose.ts';
import type { RuleNames, UserRule } from '#ledger/rules/rule.ts';
import { setByRules } from '#ledger/rules/set-by-rules.ts';
import { shownWhen } from '#ledger/rules/when.ts';
import type { AskedEntry } from '#ledger/search/matching-parts.ts';
import type { ParsedRow } from '../parsed.ts';
import { describedInText, titleOfEntry } from './entry-texts.ts';
import type { FileCategories } from './file-categories.ts';
import { partsOfRow } from './parts-of-row.ts';

/** Values that rules give the entry of a row, null for none; a category and parts exclude each other. */
type RuledValues = {
  title?: string;
  category?: string | null;
  wallet?: Wallet;
  parts?: Part[] | null;
  note?: string;
  tags?: string[];
};

/**
 * The changes that rules make to the entry of a row: values, who set them, and for each field the rule, as it is shown.
 */
export type RuledRow = { values: RuledValues; set: SetFields; reasons: { field: RuleField; reason: string }[] };

const FILED: readonly RuleField[] = ['category', 'parts'];
const isFiled = ({ field }: { field: RuleField }) => FILED.includes(field);

/** The rules that are applied to the rows of a file, in their order (product 4.20). */
export class RowRules {
  readonly #rules: readonly ReadyRule[];
  readonly #names: RuleNames;
  readonly #shown = new Map<string, string>();

  constructor(rules: readonly UserRule[], names: RuleNames) {
    this.#rules = [...ready(rules, names)];
    this.#names = names;
  }

  /**
   * The effect of the rules on a row of an account, which has a date and an amount; null for none. The user's answer
   * about the file's category stays. `wallet` is an expense's. Pure.
   */
  of(row: ParsedRow, accountId: string, wallet: Wallet, categories: FileCategories): RuledRow | null {
    if (this.#rules.length === 0) return null;
    const entry = askedOf(row, accountId, wallet, categories);
    const fromFile = row.category && categories.of(row.category, entry.type === 'Expense' ? 'Expense' : 'Income');
    const fieldsOfFile = new Set(fromFile?.isSaid ? ['category'] : []);
    const changes = propose(this.#rules, entry, fieldsOfFile, 'import');
    if (entry.category !== null && !fromFile?.isSaid && !changes.some(isFiled)) {
      // The value of a rule goes before the past also if the file says the same.
      const unfiled = propose(this.#rules, { ...entry, category: null }, fieldsOfFile, 'import');
      changes.push(...unfiled.filter(({ field, then }) => field === 'category' && then === entry.category));
    }
    return changes.length === 0 ? null : this.#ruled(entry, changes);
  }

  #ruled(entry: AskedEntry, changes: readonly RuleFieldChange[]): RuledRow {
    return {
      values: Object.fromEntries(changes.map(({ field, then }) => [field, then])),
      set: setByRules(changes, { entry, by: () => 'import' }),
      reasons: changes
        .filter(({ then }) => then !== null)
        .map(({ field, ruleId }) => ({ field, reason: `rule: ${this.#shownOf(ruleId)}` })),
    };
  }

  #shownOf(ruleId: string): string {
    const known = this.#shown.get(ruleId);
    if (known !== undefined) return known;
    const when = this.#rules.find(({ rule }) => rule.ruleId === ruleId)?.rule.when;
    const shown = when ? shownWhen(when, this.#names) : '';
    this.#shown.set(ruleId, shown);
    return shown;
  }
}

/** The entry of a row by the file alone, as rules see it. */
function askedOf(row: ParsedRow, accountId: string, wallet: Wallet, categories: FileCategories): AskedEntry {
  const amount = row.amount ?? 0;
  const type = amount < 0 ? 'Expense' : 'Income';
  const { note, tags } = describedInText(row);
  const parts = partsOfRow(row, categories);
  const text = row.text ?? row.title;
  return {
    type,
    title: titleOfEntry(row),
    amount: Math.abs(amount) as Cents,
    date: row.date ?? '',
    accountId,
    toAccount: null,
    wallet: type === 'Expense' ? wallet : null,
    parts,
    category: parts || !row.category ? null : (categories.of(row.category, type)?.categoryId ?? null),
    note: note ?? null,
    tags: tags ?? [],
    bankTexts: text === '' ? [] : [text],
    counterparties: row.counterparty === null ? [] : [row.counterparty],
    hasReceipt: false,
    isImported: true,
    isEdited: false,
    origins: [{ by: 'import' }],
  };
}
