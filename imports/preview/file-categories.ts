import { comparableText } from '#ledger/model/comparable-text.ts';
import { keysOfCategories } from '../category-of-file.ts';
import type { ParsedCategory, ParsedRow } from '../parsed.ts';

type Kind = 'Expense' | 'Income';

/** The ledger's categories by their ids; `parent` is the id of the category above. */
type KnownCategories = ReadonlyMap<
  string,
  { name: string; kind: Kind; parent: string | undefined; isArchived: boolean }
>;

/** The answers about categories by their NAME or PARENT:NAME: 'add', 'leave', or the id of a category of the ledger. */
export type CategoryAnswers = Readonly<Record<string, string>>;

/** The state with which the categories of a file are compared. */
export type CategoryContext = {
  known: KnownCategories;
  /** The number of categories that the ledger may still add. */
  room: number;
  /** The user's answers for this file, and the remembered answers for files of its kind. */
  said: CategoryAnswers;
  remembered: CategoryAnswers;
  /** Categories that the file lists beside the categories of its rows. */
  listed: readonly ParsedCategory[];
  /** The id that a category gets that the import adds. */
  idOf: (category: NamedInFile) => string;
};

/** A category with its kind decided. */
export type NamedInFile = { name: string; parent: string | null; kind: Kind };

/** A category that an import adds; `parent` is the id of the category above it. */
export type NewCategory = { categoryId: string; name: string; kind: Kind; parent: string | undefined };

/** A category of a file in the list of a preview; `proposal` is 'add', 'leave' or an id (product 11.5). */
export type ListedCategory = NamedInFile & { count: number; proposal: string };

type Listed = ListedCategory & { categoryId: string | null };

/** The target of a category of a file: its id, and whether the user has said so for this file. */
type Target = { categoryId: string | null; kind: Kind; isSaid: boolean };

/** A row, and whether it may become an entry. */
type CountedRow = { row: ParsedRow; isOpen: boolean };

/** Most categories that a preview lists; of a file with more the others are left out. */
const LISTED_MAX = 1_000;
/** Most answers that are remembered, the newest. */
const REMEMBERED_MAX = 1_000;
/** Longest name of a category, in UTF-16 units. */
const NAME_MAX = 30;
/** Most categories that get another name which the remarks have. */
const RENAMED_MAX = 5;

/** Works out what the categories of a file become in the ledger (product 11.5). Pure. */
export class FileCategories {
  /** The categories without a namesake, and the ones with an answer, given or remembered. */
  readonly listed: readonly Listed[];
  /** Sentences about categories that get another name, or that there is no room for. */
  readonly remarks: readonly string[];
  /** Those that the import would add, by their ids; those above others come first. */
  readonly added: ReadonlyMap<string, NewCategory>;
  readonly #keyOf = keysOfCategories();
  readonly #context: CategoryContext;
  readonly #targets: ReadonlyMap<string, Target>;

  constructor(rows: readonly CountedRow[], context: CategoryContext) {
    const plan = new CategoryPlan(countedIn(rows, context.listed, this.#keyOf), context);
    this.#context = context;
    this.#targets = plan.targets;
    this.added = plan.added;
    this.listed = plan.listed();
    this.remarks = plan.remarks();
  }

  /**
   * The category that an entry of a type gets for one of the file, or null if it is left out, or is of incomes and the
   * entry an expense. One of expenses makes of an income a refund.
   */
  of(category: ParsedCategory, type: Kind): { categoryId: string; isSaid: boolean; isRefund: boolean } | null {
    const { categoryId = null, kind, isSaid = false } = this.#targets.get(this.#keyOf(category)) ?? {};
    if (categoryId === null || (type === 'Expense' && kind === 'Income')) return null;
    return { categoryId, isSaid, isRefund: kind !== undefined && kind !== type };
  }

  /**
   * The answers to remember for files of this kind: the given ones, and the ids of added categories, so that they hold
   * under another name. `isAdded` says whether a category was added.
   */
  toRemember(isAdded: (categoryId: string) => boolean): CategoryAnswers {
    const { remembered, said } = this.#context;
    const all = new Map([...comparable(remembered), ...comparable(said)]);
    for (const category of this.listed) {
      const { categoryId, proposal } = category;
      if (proposal === 'add' && categoryId !== null && isAdded(categoryId)) all.set(pathKey(category), categoryId);
    }
    return Object.fromEntries([...all].slice(-REMEMBERED_MAX));
  }

  /** The name of a category that is there, or would be added. */
  nameOf(categoryId: string): string {
    return (this.added.get(categoryId) ?? this.#context.known.get(categoryId))?.name ?? categoryId;
  }
}

/** A category with the number of rows that have it and may become entries. */
type Counted = NamedInFile & { key: string; count: number };

/** The categories of rows, and those that the file lists; of expenses where the file says so or most rows are spent. */
function countedIn(
  rows: readonly CountedRow[],
  listed: readonly ParsedCategory[],
  keyOf: (category: ParsedCategory) => string,
): Counted[] {
  const counts = new Map<string, { category: ParsedCategory; count: number; spent: number; came: number }>();
  for (const category of listed) counts.set(keyOf(category), { category, count: 0, spent: 0, came: 0 });
  for (const { row, isOpen } of rows) {
    if (row.amount === null || row.otherHalf !== null) continue;
    const own = [row.category, ...(row.parts ?? []).map(({ category }) => category)];
    const byKey = new Map(own.flatMap((category) => (category ? [[keyOf(category), category] as const] : [])));
    for (const [key, category] of byKey) {
      const counted = counts.get(key) ?? { category, count: 0, spent: 0, came: 0 };
      counts.set(key, counted);
      if (isOpen) counted.count += 1;
      if (row.amount < 0) counted.spent += 1;
      else counted.came += 1;
    }
  }
  const isListed = new Set(listed.map(keyOf));
  return [...counts]
    .filter(([key, { count }]) => count > 0 || isListed.has(key))
    .map(([key, { category, count, spent, came }]) => ({
      ...category,
      key,
      count,
      kind: category.kind ?? (spent >= came ? 'Expense' : 'Income'),
    }));
}

class CategoryPlan {
  readonly targets = new Map<string, Target>();
  readonly added = new Map<string, NewCategory>();
  readonly #context: CategoryContext;
  readonly #said: ReadonlyMap<string, string>;
  readonly #remembered: ReadonlyMap<string, string>;
  /** The ids of categories by kind and comparable name: those that are there, and those that are added. */
  readonly #byName = new Map<string, string>();
  readonly #listed: Listed[] = [];
  readonly #renamed: { from: NamedInFile; to: string }[] = [];
  /** The groups that would be added: their names are theirs. */
  readonly #groups: ReadonlySet<string>;
  #room: number;
  #roomless = 0;

  constructor(counted: readonly Counted[], context: CategoryContext) {
    this.#context = context;
    this.#room = context.room;
    this.#said = comparable(context.said);
    this.#remembered = comparable(context.remembered);
    for (const [id, { kind, name }] of context.known) this.#byName.set(nameKey(kind, name), id);
    const namesakes = new Map(counted.map((category) => [category, this.#namesakeOf(category)]));
    const ranked = counted.map((category) => {
      const isSaid = this.#said.get(pathKey(category)) === 'add';
      return { category, rank: (isSaid ? 0 : 2) + (category.parent === null ? 0 : 1) };
    });
    ranked.sort((a, b) => a.rank - b.rank || b.category.count - a.category.count);
    this.#groups = new Set(
      counted.flatMap((category) =>
        category.parent === null || namesakes.get(category) !== null ? [] : [nameKey(category.kind, category.parent)],
      ),
    );
    for (const { category } of ranked) this.#decide(category, namesakes.get(category) ?? null);
  }

  /** Expenses first, the categories of a group together, groups and categories with most rows first. */
  listed(): Listed[] {
    const totals = new Map<string, number>();
    const group = ({ kind, parent }: NamedInFile) => nameKey(kind, parent ?? '');
    for (const category of this.#listed)
      totals.set(group(category), (totals.get(group(category)) ?? 0) + category.count);
    return this.#listed.toSorted(
      (a, b) =>
        Number(a.kind === 'Income') - Number(b.kind === 'Income') ||
        Number(a.parent !== null) - Number(b.parent !== null) ||
        (totals.get(group(b)) ?? 0) - (totals.get(group(a)) ?? 0) ||
        compared(group(a), group(b)) ||
        b.count - a.count ||
        compared(a.name, b.name),
    );
  }

  remarks(): string[] {
    const remarks = this.#renamed.slice(0, RENAMED_MAX).map(({ from: { name, parent }, to }) => {
      const path = parent === null ? name : `${parent}: ${name}`;
      return `${path} is added as ${to}: another category is called ${name}.`;
    });
    if (this.#roomless > 0) {
      const are = this.#roomless === 1 ? '1 category of this file is' : `${this.#roomless} categories of this file are`;
      remarks.push(`${are} left out: you can have at most 200 of your own.`);
    }
    return remarks;
  }

  #decide(category: Counted, namesake: string | null): void {
    const categoryAnswer = this.#answerIn(this.#said, category);
    const answer = categoryAnswer ?? this.#answerIn(this.#remembered, category);
    const known = this.#context.known;
    if (answer === 'leave') return this.#list(category, null, 'leave', categoryAnswer !== null);
    if (answer !== null && answer !== 'add')
      return this.#list(category, answer, answer, categoryAnswer !== null, answer !== namesake);
    if (namesake !== null) {
      const isArchived = known.get(namesake)?.isArchived ?? false;
      // An archived category takes no new entry, and its name is taken.
      if (isArchived) this.#list(category, null, 'leave', false);
      else this.#list(category, namesake, namesake, categoryAnswer !== null, false);
      return;
    }
    const added = this.#add(category);
    if (added === null) {
      this.#roomless += 1;
      this.#list(category, null, 'leave', categoryAnswer !== null);
    } else this.#list(category, added, 'add', categoryAnswer !== null);
  }

  /** The answer about a category, or null if there is none, or if it names a category that can't be had. */
  #answerIn(answers: ReadonlyMap<string, string>, category: NamedInFile): string | null {
    const answer = answers.get(pathKey(category)) ?? answers.get(comparableText(category.name)) ?? null;
    if (answer === null || answer === 'add' || answer === 'leave') return answer;
    const named = this.#context.known.get(answer);
    return named === undefined || named.isArchived ? null : answer;
  }

  #list(category: Counted, categoryId: string | null, proposal: string, isSaid: boolean, isListed = true): void {
    const { key, name, parent, kind, count } = category;
    const target =
      categoryId === null ? undefined : (this.added.get(categoryId) ?? this.#context.known.get(categoryId));
    this.targets.set(key, { categoryId, kind: target?.kind ?? kind, isSaid });
    if (isListed && this.#listed.length < LISTED_MAX)
      this.#listed.push({ name, kind, parent, count, proposal, categoryId });
  }

  /** The id of the ledger's category with the name, where there is one with the group's name in it, else of that. */
  #namesakeOf({ name, parent, kind }: NamedInFile): string | null {
    const qualified = parent === null ? undefined : this.#byName.get(nameKey(kind, qualifiedName(name, parent)));
    return qualified ?? this.#byName.get(nameKey(kind, name)) ?? null;
  }

  /** Adds a category, and the category above it if that is new; null if there is no room for them. */
  #add(category: Counted): string | null {
    const { name, parent, kind } = category;
    const own = this.#addedAs(category);
    if (own !== null) return own;
    const above = parent === null ? undefined : this.#above(kind, parent);
    const isAboveNew = above === 'new';
    if (this.#room < (isAboveNew ? 2 : 1)) return null;
    const parentId = isAboveNew ? this.#place({ name: parent ?? '', parent: null, kind }, undefined) : above;
    const isTaken = this.#byName.has(nameKey(kind, name)) || (parent !== null && this.#groups.has(nameKey(kind, name)));
    const free = isTaken ? this.#freeName(kind, name, parent) : name;
    if (isTaken) this.#renamed.push({ from: category, to: free });
    return this.#place(category, parentId, free);
  }

  /** The id of a category of the same path that is added already, such as the group of others. */
  #addedAs(category: NamedInFile): string | null {
    const id = this.#context.idOf(category);
    return this.added.has(id) ? id : null;
  }

  #place(category: NamedInFile, parent: string | undefined, name = category.name): string {
    const { kind } = category;
    const categoryId = this.#context.idOf(category);
    this.#room -= 1;
    this.added.set(categoryId, { categoryId, name, kind, parent });
    this.#byName.set(nameKey(kind, name), categoryId);
    return categoryId;
  }

  /**
   * The id of the category above another one, by the name of a group: 'new' where it has to be added, undefined where
   * nothing can stand below it, or it is left out.
   */
  #above(kind: Kind, name: string): string | 'new' | undefined {
    const group = { name, parent: null, kind };
    const answer = this.#answerIn(this.#said, group) ?? this.#answerIn(this.#remembered, group);
    if (answer === 'leave') return undefined;
    const id = answer === null || answer === 'add' ? this.#byName.get(nameKey(kind, name)) : answer;
    if (id === undefined) return 'new';
    const added = this.added.get(id);
    if (added) return added.parent === undefined ? id : undefined;
    const known = this.#context.known.get(id);
    return known && known.kind === kind && known.parent === undefined && !known.isArchived ? id : undefined;
  }

  #freeName(kind: Kind, name: string, parent: string | null): string {
    const qualified = parent === null ? name : qualifiedName(name, parent);
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? '' : ` ${number}`;
      const free = cut(qualified, NAME_MAX - suffix.length) + suffix;
      const key = nameKey(kind, free);
      if (!this.#byName.has(key) && !this.#groups.has(key)) return free;
    }
  }
}

/** `Repairs (Car)`, cut where it is too long. */
function qualifiedName(name: string, parent: string): string {
  const group = ` (${cut(parent, NAME_MAX / 2 - 3)})`;
  return cut(name, NAME_MAX - group.length) + group;
}

function cut(text: string, length: number): string {
  const shorter = text.slice(0, length);
  return (shorter.isWellFormed() ? shorter : shorter.slice(0, -1)).trimEnd();
}

function nameKey(kind: Kind, name: string): string {
  return `${kind} ${comparableText(name)}`;
}

/** PARENT:NAME, or NAME, as answers name a category. */
function pathKey({ name, parent }: Pick<NamedInFile, 'name' | 'parent'>): string {
  return comparableText(parent === null ? name : `${parent}:${name}`);
}

function comparable(answers: CategoryAnswers): Map<string, string> {
  return new Map(Object.entries(answers).map(([name, answer]) => [comparableText(name), answer]));
}

function compared(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
