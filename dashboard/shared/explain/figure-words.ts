import type { Category } from '#contract/category-calls.ts';
import type { Figure, FigureSpan } from '#contract/figure.ts';
import type { User } from '#contract/user.ts';
import { NO_CATEGORY } from '#ledger/model/categories.ts';
import type { WeekStart } from '#ledger/model/constants.ts';
import { firstOf } from '#ledger/model/days.ts';
import { NO_KEY, type RowKind } from '#ledger/reports/words.ts';
import { capitalized } from '../../ui/capitalized.ts';
import { formatDay } from '../../ui/day.ts';
import { formatSigned } from '../../ui/money.ts';
import { nameOfAccount } from '../accounts/accounts.ts';

/**
 * The week, month or year that contains a day (ISO date), as names of figures write it: `week:2026-11-16` (product
 * 5.9).
 */
export function periodOf(period: 'week' | 'month' | 'year', day: string, weekStart?: WeekStart): string {
  if (period === 'year') return `year:${day.slice(0, 4)}`;
  if (period === 'month') return `month:${day.slice(0, 7)}`;
  return `week:${firstOf('week', day, weekStart)}`;
}

/** A span as names of figures write it (product 5.9). */
export function figureSpanText({ period, from, to }: FigureSpan): string {
  if (period === 'range') return `range:${from}:${to}`;
  return period === 'week' ? `week:${from}` : periodOf(period, from);
}

/** The name of the figure of a category (product 5.9); `-` stands for no category. */
export function categoryFigure(type: 'Income' | 'Expense', category: string, span: FigureSpan): string {
  const kind = type === 'Income' ? 'income-category' : 'category';
  return `${kind}:${encodeURIComponent(category)}:${figureSpanText(span)}`;
}

/** Name of a category on screens; `-` stands for none. */
export function figureCategoryName(category: string): string {
  return category === NO_CATEGORY ? 'No category' : category;
}

/** Parts whose names on screens aren't the API's. */
const PART_NAMES: Readonly<Record<string, string>> = { opening: 'Starting balance', 'put aside': 'Saved for goals' };

/** Name of a part of a figure on screens. */
export function partName(part: string): string {
  return PART_NAMES[part] ?? capitalized(part);
}

/** The name of a part of a forecast: an occurrence's title, and its nominal day, which the API writes as ISO date. */
export function foreseenName(part: string): string {
  return capitalized(part.replace(/\d{4}-\d\d-\d\d$/, (day) => formatDay(day).long));
}

/** The words for a span, such as `November 16 to 22, 2026`, `November 2026` or `2026`. */
export function spanWords({ period, from, to }: FigureSpan): string {
  const [first, last] = [formatDay(from), formatDay(to)];
  if (period === 'year') return first.year;
  if (period === 'month') return `${first.month} ${first.year}`;
  if (from === to) return first.long;
  if (first.year !== last.year) return `${first.long} to ${last.long}`;
  const end = first.month === last.month ? last.day : `${last.month} ${last.day}`;
  return `${first.month} ${first.day} to ${end}, ${last.year}`;
}

/** The title of a figure, and its context: the days, or what is measured; null for a figure of now. */
export function figureWords(
  figure: Figure,
  user: Pick<User, 'accounts' | 'goals'>,
  categories: readonly Pick<Category, '_id' | 'name'>[] = [],
): { title: string; context: string | null } {
  const goalOf = (id: string) => user.goals.find(({ _id }) => _id === id)?.title ?? 'A goal that is gone';
  switch (figure.kind) {
    case 'balance':
      return { title: 'Account balance', context: figure.day && `At the end of ${formatDay(figure.day).long}` };
    case 'account':
      return {
        title: nameOfAccount(user, figure.id),
        context: figure.day ? `Balance at the end of ${formatDay(figure.day).long}` : 'Balance of the account',
      };
    case 'goal':
      return { title: goalOf(figure.id), context: 'Saved for the goal' };
    case 'percentage of goal':
      return { title: goalOf(figure.id), context: 'Share of the goal that is saved' };
    case 'income':
    case 'expense':
      return { title: figure.kind === 'income' ? 'Income' : 'Expenses', context: spanWords(figure.span) };
    case 'category':
      return {
        title: figureCategoryName(figure.category ?? NO_CATEGORY),
        context: `${figure.type === 'Income' ? 'Income' : 'Expenses'}, ${spanWords(figure.span)}`,
      };
    case 'monthly income':
      return { title: 'Monthly income', context: null };
    case 'monthly expense':
      return { title: 'Monthly expense', context: null };
    case 'percentage of month':
      return { title: 'Monthly expense as a share of the income', context: null };
    case 'budget': {
      const { of, category, month } = figure;
      const words = spanWords({ period: 'month', from: `${month}-01`, to: `${month}-01` });
      if (of === 'to budget') return { title: 'To budget', context: words };
      if (of === 'left') return { title: 'Left to spend', context: words };
      const title = figureCategoryName(category ?? NO_CATEGORY);
      return { title, context: `${of === 'spent' ? 'Spent' : 'Available'}, ${words}` };
    }
    case 'forecast':
      return {
        title: figure.account === null ? 'Forecast' : nameOfAccount(user, figure.account),
        context: `What is expected on ${formatDay(figure.day).long}${figure.isUsual ? ', with usual spending' : ''}`,
      };
    case 'found':
      return { title: SUMS[figure.sum], context: figure.q.trim() === '' ? 'All entries' : `Found by ${figure.q}` };
    case 'report': {
      const { measure, by, key, from, to, q } = figure;
      const isAccount = by === 'account';
      const found = q.trim() === '' ? '' : `, found by ${q}`;
      return {
        title: key === null ? SUMS[measure] : isAccount ? nameOfAccount(user, key) : cellName(by, key, categories),
        context: `${SUMS[measure]}, ${spanWords({ period: 'range', from, to })}${found}`,
      };
    }
  }
}

/** The name of a row of a report by its key, as texts are compared; `-` stands for none. */
function cellName(by: RowKind, key: string, categories: readonly Pick<Category, '_id' | 'name'>[]): string {
  const isCategory = by === 'category' || by === 'group';
  if (key !== NO_KEY && isCategory) return categories.find(({ _id }) => _id === key)?.name ?? key;
  if (key !== NO_KEY) return by === 'tag' ? `#${key}` : key;
  return { tag: 'No tag', wallet: 'No method' }[by as string] ?? 'No category';
}

const SUMS = { net: 'Income less expenses', in: 'Income', out: 'Expenses' };

/** Whether a figure is a percentage, in percent. */
export function isPercentage({ kind }: Figure): boolean {
  return kind === 'percentage of month' || kind === 'percentage of goal';
}

/** The text of an amount of a figure: a percentage, or whole units with a minus if it is negative. */
export function figureText(figure: Figure, amount: number, currency: string): string {
  return isPercentage(figure) ? `${amount.toFixed(1)}%` : formatSigned(amount, currency);
}
