import { type Carries, cellOf, type Plans } from '#ledger/model/budget.ts';
import { type Categories, NO_CATEGORY } from '#ledger/model/categories.ts';
import { type Carry, DEFAULT_CARRY } from '#ledger/model/constants.ts';
import { leftOfPlan } from '#ledger/model/left-of-plan.ts';
import { monthAfter } from '#ledger/model/months.ts';
import type { Movement } from '#ledger/model/movement.ts';

// The arithmetic of budgets (product 12). All amounts are cents. Pure.

/** The sum of transactions of a type and a category (`-` for none) that are dated in a month, in cents. */
export type CategoryMonthSum = { month: string; type: 'Income' | 'Expense'; category: string; amount: number };

/** All that a budget is worked out from; `present` is the present month. */
export type BudgetBooks = {
  categories: Categories;
  plans: Plans;
  carries: Carries;
  sums: readonly CategoryMonthSum[];
  movements: readonly Pick<Movement, 'part' | 'date' | 'amount' | 'account'>[];
  /** The accounts beside the budget: `sums` are without their entries, and with transfers from and to them. */
  beside: ReadonlySet<string>;
  present: string;
};

/**
 * A category in a month: `spent` is net of `refunded`. Of a child that draws on its parent `available` is null; what it
 * spent is in the parent's too.
 */
export type CategoryMonth = {
  planned: number;
  carriedIn: number;
  spent: number;
  refunded: number;
  available: number | null;
  carry: Carry;
};

/** The budget of a month. `before` is To budget of the month before, `returned` what came back of its categories. */
export type BudgetMonth = {
  month: string;
  toBudget: number;
  before: number;
  returned: number;
  inflow: number;
  planned: number;
  plannedAhead: number;
  aheadBefore: number;
  /** The amount that all goals hold at the end of the month. */
  goals: number;
  categories: ReadonlyMap<string, CategoryMonth>;
};

type Spent = { spent: number; refunded: number };
const NOTHING_SPENT: Spent = { spent: 0, refunded: 0 };

/** Works out the budget of a month from all that happened up to it. */
export function budgetMonth(books: BudgetBooks, month: string): BudgetMonth {
  const history = new Months(books);
  const { carriedIn, returned } = history.broughtInto(month);
  const previous = monthAfter(month, -1);
  const before = history.opening + sumUpTo(returned, previous) + history.leftUpTo(previous);
  const returnedNow = returned.get(month) ?? 0;
  const plannedAhead = history.plannedAfter(month);
  const aheadBefore = history.plannedAfter(previous);
  const [inflow, planned] = [history.inflowIn(month), history.plannedIn(month)];
  return {
    month,
    returned: returnedNow,
    inflow,
    planned,
    plannedAhead,
    aheadBefore,
    toBudget: before + returnedNow + inflow - planned - plannedAhead,
    before: before - aheadBefore,
    goals: history.goalsAt(month),
    categories: history.categoriesIn(month, carriedIn),
  };
}

/** The part of a ledger that the categories of its months are worked out from. */
export type PlannedBooks = Pick<BudgetBooks, 'categories' | 'plans' | 'carries' | 'sums'>;

/**
 * The categories of each month from the first to the last with a plan or a transaction, in order; none if there is
 * neither.
 */
export function* categoriesByMonth(
  books: PlannedBooks,
): Generator<{ month: string; categories: ReadonlyMap<string, CategoryMonth> }> {
  const active = [...books.sums.map(({ month }) => month), ...[...books.plans.keys()].map((id) => cellOf(id).month)];
  let [month, last] = ['', ''];
  for (const each of active) {
    if (month === '' || each < month) month = each;
    if (each > last) last = each;
  }
  const history = new Months({ ...books, movements: [], beside: new Set(), present: last });
  for (let carriedIn = new Map<string, number>(); month !== '' && month <= last; month = monthAfter(month)) {
    const categories = history.categoriesIn(month, carriedIn);
    yield { month, categories };
    carriedIn = carriedOutOf(categories);
  }
}

/** Whether a category has a plan, anything spent, or money in a month. */
export function hasMoney({ planned, carriedIn, spent, refunded, available }: CategoryMonth): boolean {
  return [planned, carriedIn, spent, refunded, available ?? 0].some((amount) => amount !== 0);
}

/** The sum of what is available in all categories. */
export function totalAvailable({ categories }: BudgetMonth): number {
  let sum = 0;
  for (const { available } of categories.values()) sum += available ?? 0;
  return sum;
}

/** The money that all categories that stand alone have left of their plans. */
export function totalLeftOfPlans({ categories }: BudgetMonth): number {
  let sum = 0;
  for (const row of categories.values()) if (row.available !== null) sum += leftOfPlan(row);
  return sum;
}

/** The sum of what was spent in all categories, each once. */
export function totalSpent({ categories }: BudgetMonth): number {
  let sum = 0;
  for (const { available, spent } of categories.values()) if (available !== null) sum += spent;
  return sum;
}

/** The amounts that the categories of a month carry into the next month. */
function carriedOutOf(rows: ReadonlyMap<string, CategoryMonth>): Map<string, number> {
  const carried = new Map<string, number>();
  for (const [id, { available, carry }] of rows) if (available && carries(carry, available)) carried.set(id, available);
  return carried;
}

/** Whether what is available at the end of a month stays with its category; To budget gets or gives it otherwise. */
const carries = (carry: Carry, available: number) => carry === 'all' || (carry === 'surplus' && available > 0);

/** The movements in the months of a ledger. */
class Months {
  /** The amount before every month: openings of accounts and initial deposits. */
  readonly opening: number;
  readonly #books: BudgetBooks;
  readonly #spent = new Map<string, Map<string, Spent>>();
  readonly #inflow = new Map<string, number>();
  readonly #putAside = new Map<string, number>();
  readonly #planned = new Map<string, Map<string, number>>();
  readonly #firstPlanned = new Map<string, string>();
  /** By category, by months: from each on its carry counts, until the next. */
  readonly #settings = new Map<string, { month: string; carry: Carry; place: number }[]>();
  /** The categories of which anything is known, but for what they are called. */
  readonly #active = new Set<string>();

  constructor(books: BudgetBooks) {
    this.#books = books;
    for (const sum of books.sums) this.#addSum(sum);
    let opening = 0;
    for (const { part, date, amount, account } of books.movements) {
      if (!books.beside.has(account)) {
        if (part === 'opening') opening += amount;
        else add(this.#inflow, date.slice(0, 7), amount);
      }
      if (part === 'put aside') add(this.#putAside, date.slice(0, 7), -amount);
    }
    this.opening = opening;
    for (const [id, amount] of books.plans) this.#addPlan(id, amount);
    for (const [id, setting] of books.carries) {
      const { categoryId, month } = cellOf(id);
      this.#active.add(categoryId);
      const settings = this.#settings.get(categoryId) ?? [];
      settings.push({ ...setting, month });
      this.#settings.set(categoryId, settings);
    }
    for (const [id, settings] of this.#settings) this.#settings.set(id, inForce(settings));
    // A child that draws on its parent makes that one active, too.
    for (const id of [...this.#active]) {
      const parent = books.categories.get(id)?.parent;
      if (parent !== undefined) this.#active.add(parent);
    }
  }

  /**
   * The amounts that the categories carry into a month, and those that came back to To budget in each month up to it,
   * by month. Each category is followed through the months in which something happens to it alone: between them it
   * stays.
   */
  broughtInto(last: string): { carriedIn: Map<string, number>; returned: Map<string, number> } {
    const carriedIn = new Map<string, number>();
    const returned = new Map<string, number>();
    for (const [id, changes] of this.#changesBefore(last)) {
      let left = 0;
      for (const month of [...changes.keys()].sort()) {
        const available = left + (changes.get(month) ?? 0);
        const stays = carries(this.#carryAt(id, month), available);
        if (!stays && available !== 0) add(returned, monthAfter(month), available);
        left = stays ? available : 0;
      }
      if (left !== 0) carriedIn.set(id, left);
    }
    return { carriedIn, returned };
  }

  /** The plans of each category less its spending, by the months before `last`; 0 where only its carry is set. */
  #changesBefore(last: string): Map<string, Map<string, number>> {
    const changes = new Map([...this.#active].map((id) => [id, new Map<string, number>()]));
    const change = (id: string, month: string, amount: number) => {
      const ofCategory = changes.get(id);
      if (ofCategory && month < last) add(ofCategory, month, amount);
    };
    for (const [month, ofMonth] of this.#spent) {
      for (const [id, { spent }] of ofMonth) change(this.#drawsOn(id, month) ?? id, month, -spent);
    }
    for (const [month, ofMonth] of this.#planned) for (const [id, amount] of ofMonth) change(id, month, amount);
    for (const [id, settings] of this.#settings) for (const { month } of settings) change(id, month, 0);
    return changes;
  }

  /** The inflow up to a month, less the plans. */
  leftUpTo(last: string): number {
    let sum = sumUpTo(this.#inflow, last);
    for (const month of this.#planned.keys()) if (month <= last) sum -= this.plannedIn(month);
    return sum;
  }

  categoriesIn(month: string, carriedIn: ReadonlyMap<string, number>): Map<string, CategoryMonth> {
    const rows = new Map<string, CategoryMonth>();
    const drawn = new Map<string, Spent>();
    const ofMonth = this.#spent.get(month);
    const planned = this.#planned.get(month);
    for (const id of this.#active) {
      const own = ofMonth?.get(id) ?? NOTHING_SPENT;
      const parent = this.#drawsOn(id, month);
      const row = { planned: planned?.get(id) ?? 0, carriedIn: carriedIn.get(id) ?? 0, ...own, available: null };
      rows.set(id, { ...row, carry: this.#carryAt(id, month) });
      if (parent !== null) drawn.set(parent, plus(drawn.get(parent), own));
    }
    for (const [id, row] of rows) {
      if (this.#drawsOn(id, month) !== null) continue;
      const { spent, refunded } = plus(drawn.get(id), row);
      rows.set(id, { ...row, spent, refunded, available: row.carriedIn + row.planned - spent });
    }
    return rows;
  }

  inflowIn(month: string): number {
    return this.#inflow.get(month) ?? 0;
  }

  plannedIn(month: string): number {
    let sum = 0;
    for (const amount of this.#planned.get(month)?.values() ?? []) sum += amount;
    return sum;
  }

  /** The amount that is planned for later months; 0 in past months. */
  plannedAfter(month: string): number {
    if (month < this.#books.present) return 0;
    let sum = 0;
    for (const each of this.#planned.keys()) if (each > month) sum += this.plannedIn(each);
    return sum;
  }

  goalsAt(month: string): number {
    return sumUpTo(this.#putAside, month);
  }

  /** The parent on which a child draws: before the first month for which anything is planned for it. */
  #drawsOn(id: string, month: string): string | null {
    const parent = this.#books.categories.get(id)?.parent;
    if (parent === undefined || !this.#books.categories.has(parent)) return null;
    const first = this.#firstPlanned.get(id);
    return first === undefined || month < first ? parent : null;
  }

  /** The setting made last, of the settings for a month or earlier ones. */
  #carryAt(id: string, month: string): Carry {
    const settings = this.#settings.get(id) ?? [];
    let [low, high] = [0, settings.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((settings[middle]?.month ?? '') <= month) low = middle + 1;
      else high = middle;
    }
    return settings[low - 1]?.carry ?? DEFAULT_CARRY;
  }

  #addSum({ month, type, category, amount }: CategoryMonthSum): void {
    const isSpending = type === 'Expense' || isOfExpenses(category, this.#books.categories);
    if (!isSpending) return add(this.#inflow, month, amount);
    // A transfer that was a salary may be spent by now, since its account stands beside the budget.
    const spent = isOfExpenses(category, this.#books.categories) ? category : NO_CATEGORY;
    this.#active.add(spent);
    const ofMonth = this.#spent.get(month) ?? new Map<string, Spent>();
    this.#spent.set(month, ofMonth);
    const own = type === 'Expense' ? { spent: amount, refunded: 0 } : { spent: -amount, refunded: amount };
    ofMonth.set(spent, plus(ofMonth.get(spent), own));
  }

  #addPlan(id: string, amount: number): void {
    const { categoryId, month } = cellOf(id);
    if (amount === 0) return;
    this.#active.add(categoryId);
    const ofMonth = this.#planned.get(month) ?? new Map<string, number>();
    this.#planned.set(month, ofMonth);
    ofMonth.set(categoryId, amount);
    const first = this.#firstPlanned.get(categoryId);
    if (first === undefined || month < first) this.#firstPlanned.set(categoryId, month);
  }
}

/** Settings by month, without those that an earlier month's takes the place of since it was made later. */
function inForce<Setting extends { month: string; place: number }>(settings: readonly Setting[]): Setting[] {
  let place = Number.NEGATIVE_INFINITY;
  return settings
    .toSorted((one, other) => (one.month < other.month ? -1 : 1))
    .filter((setting) => {
      if (setting.place <= place) return false;
      place = setting.place;
      return true;
    });
}

/** The sum of the amounts of months up to one. */
function sumUpTo(amounts: ReadonlyMap<string, number>, last: string): number {
  let sum = 0;
  for (const [month, amount] of amounts) if (month <= last) sum += amount;
  return sum;
}

/** Whether a category is one of expenses: an income of it is a refund. An income without a category is none. */
export function isOfExpenses(category: string, categories: Categories): boolean {
  return category !== NO_CATEGORY && categories.get(category)?.kind === 'Expense';
}

function plus(one: Spent = NOTHING_SPENT, other: Spent = NOTHING_SPENT): Spent {
  return { spent: one.spent + other.spent, refunded: one.refunded + other.refunded };
}

function add(sums: Map<string, number>, key: string, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}
