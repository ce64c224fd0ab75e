import { type CSSProperties, useId, useState } from 'react';
import type { Category } from '#contract/category-calls.ts';
import type { FigureSpan } from '#contract/figure.ts';
import type { CategoriesResponse, CategorySum } from '#contract/statistics-calls.ts';
import { useUser } from '../../server/user.ts';
import { categoryWithId, pathOf } from '../../shared/categories/categories.ts';
import { useCategories } from '../../shared/categories/use-categories.ts';
import { ColumnHeader, EntriesTable, RowGroup, RowHeader, TableCell, TableRow } from '../../shared/entries/table.tsx';
import { Explained } from '../../shared/explain/explained.tsx';
import { categoryFigure, figureCategoryName, figureSpanText, spanWords } from '../../shared/explain/figure-words.ts';
import { ChevronIcon } from '../../ui/icons.tsx';
import { formatMoney, formatSigned, MINUS, sumOf } from '../../ui/money.ts';
import { BAR_FILL } from './bar-fill.ts';
import { CategoryMonths } from './category-months.tsx';
import { type SumRow, sumRows } from './category-rows.ts';

/** On narrow screens: category and amount, below them the bars, and below these the comparison. */
const GRID = [
  'grid grid-cols-[9.5rem_minmax(0,1fr)_repeat(3,var(--figure))] items-center gap-x-5',
  'max-xl:grid-cols-[7rem_minmax(0,1fr)_repeat(3,var(--figure))] max-xl:gap-x-3',
  'max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-y-[0.35rem] max-sm:py-[0.7rem]',
].join(' ');
const HEAD = 'border-b border-rule-strong pb-[0.6rem] text-label leading-[1.2] text-ink-muted max-sm:hidden';
const BEFORE = 'text-right text-ink-muted max-sm:text-left max-sm:text-small';
const DIFFERENCE = 'text-right text-ink-muted max-sm:text-small';
const AMOUNT = 'text-right max-sm:order-first max-sm:col-start-2';
const NAME = 'min-w-0 max-sm:order-first max-sm:col-start-1 max-sm:row-start-1';

const NAMES = { Income: 'Income', Expense: 'Expenses' } as const;

type Props = {
  type: keyof typeof NAMES;
  span: FigureSpan;
  /** The words for the period before. */
  before: string;
  sums: readonly CategorySum[];
  /** The amount that was refunded: counted as income, and taken off the categories of expenses. */
  refunds: CategoriesResponse['refunds'];
};

/**
 * Ruled table of the sums of categories with their bars, those below another one behind it, closed by their total. A
 * sum is negative where more was refunded than spent.
 */
export function CategoryTable({ type, span, before, sums, refunds }: Props) {
  const { currency } = useUser();
  const categories = useCategories();
  const words = spanWords(span);
  const name = NAMES[type];
  if (sums.length === 0 && !refunds)
    return (
      <p className="mt-7 border-t border-rule py-3 text-ink-muted">
        No {name.toLowerCase()} in {words}, nor in {before}.
      </p>
    );
  const total = sumOf(...sums.map(({ amount }) => amount), refunds?.amount ?? 0);
  const totalBefore = sumOf(...sums.map((sum) => sum.before), refunds?.before ?? 0);
  const most = Math.max(...sums.flatMap(({ amount, before }) => [amount, before]), Number.MIN_VALUE);
  const rows = sumRows(sums, (id) => categoryWithId(categories, id)?.name ?? id);
  return (
    <EntriesTable
      aria-label={`${name} by category, ${words}`}
      className="mt-8"
      style={figureWidth(total, totalBefore, currency)}
    >
      <RowGroup>
        <TableRow className={`${GRID} ${HEAD}`}>
          <ColumnHeader>{name}</ColumnHeader>
          <span aria-hidden="true" />
          <ColumnHeader className="text-right">{words}</ColumnHeader>
          <ColumnHeader className="text-right">{before}</ColumnHeader>
          <ColumnHeader className="text-right">Difference</ColumnHeader>
        </TableRow>
      </RowGroup>
      <p className="subtitle border-b border-rule-strong pb-2 sm:hidden" aria-hidden="true">
        {name}
      </p>
      <RowGroup>
        {rows.map((row) =>
          row.is === 'category' ? (
            <CategoryRow
              key={row.sum.category}
              {...{ type, span, most }}
              sum={row.sum}
              level={row.level}
              name={rowName(row, categories)}
            />
          ) : (
            <GroupRow key={`${row.is} ${row.id}`} row={row} />
          ),
        )}
        {refunds && <RefundsRow {...{ type, span, refunds }} />}
      </RowGroup>
      <RowGroup>
        <TableRow className={`${GRID} min-h-11`}>
          <RowHeader className={`${NAME} text-ink-muted`}>Total</RowHeader>
          <span aria-hidden="true" className="max-sm:hidden" />
          <TableCell className={AMOUNT}>
            <span className="double inline-block double-fine">
              <Explained
                figure={`${type.toLowerCase()}:${figureSpanText(span)}`}
                name={`${name.toLowerCase()}, ${words}`}
              >
                {formatSigned(total, currency)}
              </Explained>
            </span>
          </TableCell>
          <TableCell className={BEFORE}>
            <Before amount={totalBefore} currency={currency} />
          </TableCell>
          <TableCell className={DIFFERENCE}>
            <Difference amount={total} before={totalBefore} currency={currency} />
          </TableCell>
        </TableRow>
      </RowGroup>
    </EntriesTable>
  );
}

/** The name of a row: of a category that stands without its neighbours, behind the name of the category above it. */
function rowName({ level, sum }: SumRow & { is: 'category' }, categories: readonly Category[]): string {
  const category = level === 1 && sum.parent !== null ? categoryWithId(categories, sum.categoryId) : undefined;
  return category ? pathOf(categories, category) : figureCategoryName(sum.category);
}

/** The name above categories, or what one and those below it come to: in italic, without a bar. */
function GroupRow({ row }: { row: Exclude<SumRow, { is: 'category' }> }) {
  const { currency } = useUser();
  const isSum = row.is === 'together';
  return (
    <TableRow className={`${GRID} border-b border-rule last:border-rule-strong sm:grid-rows-[minmax(2.25rem,auto)]`}>
      <RowHeader className={`${NAME} note text-[1.0625rem] sm:col-span-2`}>
        {isSum ? `${row.name} in all` : row.name}
      </RowHeader>
      {isSum && (
        <>
          <TableCell className={`${AMOUNT} text-ink-muted`}>{formatSigned(row.amount, currency)}</TableCell>
          <TableCell className={BEFORE}>
            <Before amount={row.before} currency={currency} />
          </TableCell>
          <TableCell className={DIFFERENCE}>
            <Difference amount={row.amount} before={row.before} currency={currency} />
          </TableCell>
        </>
      )}
    </TableRow>
  );
}

/** The amount that was refunded, which is income: the sums of the categories of expenses are without it. */
function RefundsRow({
  type,
  span,
  refunds,
}: Pick<Props, 'type' | 'span'> & { refunds: NonNullable<Props['refunds']> }) {
  const name = type === 'Income' ? 'Refunds' : 'Refunded, which is income';
  const figure = `find:in:is:refund date:${span.from}..${span.to}`;
  return (
    <TableRow className={`${GRID} border-b border-rule last:border-rule-strong sm:grid-rows-[minmax(2.25rem,auto)]`}>
      <RowHeader className={`${NAME} note text-[1.0625rem] sm:col-span-2`}>{name}</RowHeader>
      <Figures {...{ figure, ...refunds }} name={`refunds, ${spanWords(span)}`} />
    </TableRow>
  );
}

/** The cells of an amount, which explains itself as `figure`, and of the amount of the period before. */
function Figures({ figure, name, amount, before }: { figure: string; name: string; amount: number; before: number }) {
  const { currency } = useUser();
  return (
    <>
      <TableCell className={AMOUNT}>
        <Explained figure={figure} name={name}>
          {formatSigned(amount, currency)}
        </Explained>
      </TableCell>
      <TableCell className={BEFORE}>
        <Before amount={before} currency={currency} />
      </TableCell>
      <TableCell className={DIFFERENCE}>
        <Difference amount={amount} before={before} currency={currency} />
      </TableCell>
    </>
  );
}

const TOGGLE = [
  'group/months flex max-w-full items-baseline gap-2 text-left touch:min-h-9 touch:items-center',
  'hover:text-accent aria-expanded:font-semibold',
].join(' ');

const CHEVRON = [
  'flex-none self-center text-ink-muted transition-transform print:hidden',
  'group-aria-expanded/months:rotate-180',
].join(' ');

type RowProps = Pick<Props, 'type' | 'span'> & { sum: CategorySum; most: number; level: 1 | 2; name: string };

/** Row of a category, which opens to its twelve months. Its amount explains itself by its entries. */
function CategoryRow({ type, span, sum: { category, amount, before }, most, level, name }: RowProps) {
  const [open, setOpen] = useState(false);
  const monthsId = useId();
  return (
    <TableRow className={`${GRID} border-b border-rule last:border-rule-strong sm:grid-rows-[minmax(2.75rem,auto)]`}>
      <RowHeader className={`${NAME} sm:py-1 ${level === 2 ? 'pl-6 max-sm:pl-4' : ''}`}>
        <button
          type="button"
          className={TOGGLE}
          title="The last twelve months"
          aria-expanded={open}
          aria-controls={open ? monthsId : undefined}
          onClick={() => setOpen(!open)}
        >
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <ChevronIcon className={CHEVRON} />
        </button>
        {amount < 0 && <span className="note block text-[1rem]/none">refunds</span>}
      </RowHeader>
      <Bars type={type} share={amount / most} shareBefore={before / most} />
      <Figures
        {...{ amount, before }}
        figure={categoryFigure(type, category, span)}
        name={`${name}, ${spanWords(span)}`}
      />
      {open && (
        <TableCell id={monthsId} className="col-span-full pt-1 pb-4">
          <CategoryMonths type={type} category={category} />
        </TableCell>
      )}
    </TableRow>
  );
}

/** Room for the name of a month above. */
const FIGURE_WIDTH_MIN_REM = 6.2;
/** Of a long amount, in which separators are narrow. */
const CHARACTER_WIDTH_REM = 0.47;

/** The width of a column of amounts, for the largest of them with its sign. Each row is a grid of its own. */
function figureWidth(total: number, before: number, currency: string): CSSProperties {
  const characters = formatMoney(Math.max(Math.abs(total), Math.abs(before)), currency).length + 2;
  return { '--figure': `${Math.max(characters * CHARACTER_WIDTH_REM, FIGURE_WIDTH_MIN_REM)}rem` } as CSSProperties;
}

/** The bar of a sum, and the thin bar of the period before; shares are from 0 to 1. */
function Bars({ type, share, shareBefore }: { type: Props['type']; share: number; shareBefore: number }) {
  return (
    <div aria-hidden="true" className="grid gap-[3px] max-sm:col-span-full">
      {share > 0 && (
        <div
          className={`h-[10px] min-w-px origin-left animate-grow ${BAR_FILL[type]}`}
          style={{ width: `${share * 100}%` }}
        />
      )}
      {shareBefore > 0 && (
        <div className="h-[3px] min-w-px bg-rule-strong" style={{ width: `${shareBefore * 100}%` }} />
      )}
    </div>
  );
}

function Before({ amount, currency }: { amount: number; currency: string }) {
  return (
    <>
      <span className="sm:hidden">before </span>
      {formatSigned(amount, currency)}
    </>
  );
}

/** Difference from the sum of the period before; a dash if there is none. */
function Difference({ amount, before, currency }: { amount: number; before: number; currency: string }) {
  const difference = sumOf(amount, -before);
  if (difference === 0)
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="sr-only">none</span>
      </>
    );
  return (
    <span className="whitespace-nowrap">
      {difference < 0 ? MINUS : '+'} {formatMoney(difference, currency)}
    </span>
  );
}
