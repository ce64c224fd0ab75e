import { createdId } from '#ledger/ids.ts';
import { RULES_MAX } from '#ledger/model/constants.ts';
import { isSameIn } from '#ledger/model/entity-states.ts';
import type { ValuesOf } from '#ledger/model/fields.ts';
import type { Replaced, SetBy, SetFields } from '#ledger/model/origins.ts';
import type { RuleThen, RuleWhen } from '#ledger/model/rule.ts';
import type { RuleState } from '#ledger/model/state.ts';
import type { ParsedFile } from '../parsed.ts';
import type { FileCategories } from '../preview/file-categories.ts';
import type { AccountTarget } from './targets.ts';

type Context = {
  ledgerId: string;
  importId: string;
  /** The rules that the ledger has. */
  known: ReadonlyMap<string, RuleState>;
  /** The ids in the file that the ledger has used already. */
  inUse: ReadonlySet<string>;
  targets: ReadonlyMap<string, AccountTarget>;
  categories: FileCategories;
};

type ByRule = Extract<SetBy, { by: 'rule' }>;

/** A rule that an import adds, with the ids of this ledger. */
type AddedRule = ValuesOf<'rule'> & { ruleId: string };

/** Works out what becomes of the rules of Daybook's own export (product 11.11). Pure. */
export class FileRules {
  /** Those that the ledger lacks, as far as there is room, in their order. They begin in their first version. */
  readonly added: readonly AddedRule[];
  /** Sentences about rules that there is no room for. */
  readonly remarks: readonly string[];
  readonly #books: ParsedFile['books'];
  readonly #context: Context;
  /** The rules of the ledger for the rules of the file, by their ids in it. */
  readonly #here = new Map<string, { ruleId: string; version: number }>();

  constructor({ books }: Pick<ParsedFile, 'books'>, context: Context) {
    this.#books = books;
    this.#context = context;
    const { known } = context;
    const added: AddedRule[] = [];
    let roomless = 0;
    for (const [index, { ruleId: former, version: _, ...exported }] of (books?.rules ?? []).entries()) {
      const rule = { ...exported, when: this.#whenHere(exported.when), then: this.#thenHere(exported.then) };
      const there = this.#sameAs(former, rule);
      if (there) this.#here.set(former, there);
      else if (known.size + added.length < RULES_MAX) {
        const ruleId = this.#idOf(former, index);
        added.push({ ruleId, ...rule });
        this.#here.set(former, { ruleId, version: 1 });
      } else roomless += 1;
    }
    this.added = added;
    this.remarks = roomless === 0 ? [] : [leftOut(roomless)];
  }

  /**
   * Who set fields, by the rules of this ledger, and what rules replaced, in its categories. A rule that is not here
   * keeps its id: nobody else set the field. So does a category, in place of which an entry gets none.
   */
  setHere(set: SetFields): SetFields {
    const here = Object.entries(set).map(([field, setBy]): [string, SetBy] => {
      if (setBy.by !== 'rule') return [field, setBy];
      const replaced = setBy.replaced?.map(({ values, ...by }): Replaced => {
        return { ...this.#setterHere(by), values: this.#valuesHere(values) };
      });
      return [field, { ...this.#setterHere(setBy), ...(replaced && { replaced }) }];
    });
    return Object.fromEntries(here);
  }

  #setterHere<By extends { by: SetBy['by'] }>(setBy: By | ByRule): By | ByRule {
    const rule = 'ruleId' in setBy ? this.#here.get(setBy.ruleId) : undefined;
    if (!('ruleId' in setBy) || !rule) return setBy;
    return { ...setBy, ruleId: rule.ruleId, ruleVersion: Math.min(setBy.ruleVersion, rule.version) };
  }

  #valuesHere({ category, parts, ...values }: Replaced['values']): Replaced['values'] {
    const here = (former: string) => this.#categoryHere(former)[0] ?? former;
    const partsHere = parts?.map((part) => ({ ...part, category: here(part.category) })) ?? null;
    return {
      ...values,
      ...(category !== undefined && { category: category && here(category) }),
      ...(parts !== undefined && { parts: partsHere }),
    };
  }

  /** The ledger's rule that this is: the rule with its id, whatever it says by now, or a rule that says the same. */
  #sameAs(former: string, rule: ValuesOf<'rule'>): { ruleId: string; version: number } | null {
    const { known } = this.#context;
    const own = known.get(former);
    if (own) return { ruleId: former, version: own.version };
    for (const [ruleId, other] of known) {
      const says = (['when', 'then', 'stop'] as const).every((field) => isSameIn(rule, other, field));
      if (says) return { ruleId, version: other.version };
    }
    return null;
  }

  /** Its query, with what its names stand for here. What is not imported stands for nothing. */
  #whenHere({ text, names }: RuleWhen): RuleWhen {
    const here = names.map(({ field, name, ids }) => {
      const found = ids.flatMap((id) => (field === 'account' ? this.#accountHere(id) : this.#categoryHere(id)));
      return { field, name, ids: [...new Set(found)] };
    });
    return { text, names: here.filter(({ ids }) => ids.length > 0) };
  }

  /** Its actions, with the categories of this ledger. */
  #thenHere({ categories, split, ...then }: RuleThen): RuleThen {
    return {
      ...then,
      ...(categories && { categories: this.#categoriesHere(categories) }),
      ...(split && { split: split.map((part) => ({ ...part, categories: this.#categoriesHere(part.categories) })) }),
    };
  }

  /** Where none of them is imported, the rule keeps them, and says that they are gone. */
  #categoriesHere(former: readonly string[]): string[] {
    const here = [...new Set(former.flatMap((id) => this.#categoryHere(id)))];
    return here.length > 0 ? here : [...former];
  }

  #categoryHere(former: string): string[] {
    const exported = this.#books?.categories.find(({ categoryId }) => categoryId === former);
    const target = exported && this.#context.categories.of(exported, exported.kind);
    return target ? [target.categoryId] : [];
  }

  #accountHere(former: string): string[] {
    const target = this.#context.targets.get(former);
    return target && target.goes !== 'nowhere' ? [target.accountId] : [];
  }

  /** The id that it had, where the ledger has not used it; else one of this import. */
  #idOf(former: string, index: number): string {
    const { ledgerId, importId, inUse } = this.#context;
    return inUse.has(former) ? createdId(ledgerId, importId, `rule ${index}`) : former;
  }
}

function leftOut(count: number): string {
  const are = count === 1 ? '1 rule of this file is' : `${count} rules of this file are`;
  return `${are} left out: you can have at most ${RULES_MAX}.`;
}
