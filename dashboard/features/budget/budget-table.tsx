import { cva } from 'class-variance-authority';
import { type ComponentProps, Fragment, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Budget, BudgetCategory } from '#contract/budget-calls.ts';
import { NO_CATEGORY } from '#ledger/model/categories.ts';
import { toggleFolded, useFoldedCategories } from '../../browser-state/folded-categories.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useUser } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { standsAlone } from '../../shared/budget/left.ts';
import { ColumnHeader, EntriesTable, RowGroup, RowHeader, TableCell, TableRow } from '../../shared/entries/table.tsx';
import { Explained } from '../../shared/explain/explained.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { formatSigned, sumOf } from '../../ui/money.ts';
import { ORDERED_DROP } from '../../ui/use-ordering.ts';
import { OrderHandle, useCategoryOrder } from './category-order.tsx';
import { monthWords, passedOf } from './months.ts';
import { MoveForm, type PlanMoving } from './move-form.tsx';
import { PlannedField } from './planned-field.tsx';
import { type BudgetRow, type BudgetView, hasFolds, rowsOf, shownRows, sumsOfGroup } from './rows.ts';
import { SpentBar } from './spent-bar.tsx';

const LINES = 'sm:col-span-full sm:grid sm:grid-cols-subgrid';

/** On narrow screens name, button and available stand above planned and spent. */
const NARROW = 'max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto_auto] max-sm:gap-x-4';

const ROW = [
  LINES,
  NARROW,
  'group border-b border-rule max-sm:py-2',
  'sm:min-h-7.5 sm:items-center last:border-rule-strong',
  'hover:bg-hover hover:shadow-[-0.75rem_0_0_var(--hover),0.75rem_0_0_var(--hover)]',
  'data-moving:bg-accent-wash',
].join(' ');

const nameCell = cva('flex min-w-0 items-baseline max-sm:flex-wrap max-sm:wrap-anywhere', {
  variants: { level: { 1: '', 2: 'pl-7 max-sm:pl-5' } },
});

const NAME = 'min-h-7 min-w-0 text-left hover:underline underline-offset-[0.22em] touch:min-h-11 sm:truncate';

const availableCell = cva('text-right max-sm:col-start-3 max-sm:row-start-1 max-sm:self-center', {
  variants: { over: { true: 'font-semibold text-danger' }, nothing: { true: 'text-ink-muted' } },
});

/** Name, planned, spent, available, and what is done with it. */
const TABLE = [
  'sm:grid sm:gap-x-6',
  'sm:grid-cols-[minmax(7rem,1.3fr)_minmax(6.5rem,auto)_minmax(6.5rem,1fr)_minmax(5.5rem,auto)_3.25rem]',
  'lg:grid-cols-[minmax(7rem,1.3fr)_minmax(6.5rem,auto)_minmax(6.5rem,1fr)_minmax(5.5rem,auto)_5rem]',
].join(' ');

/** On narrow screens the word goes below an amount that fills its place. */
const PLANNED = 'sm:text-right max-sm:col-start-1 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-2';

const SPENT = 'max-sm:col-span-2 max-sm:min-w-28 max-sm:self-center max-sm:text-right sm:relative';

const ACTION =
  'inline-flex items-center min-h-7 text-small text-accent hover:underline underline-offset-[0.22em] touch:min-h-11';
/** A button that can wait is there for who points at the row or is in it; a finger does neither. */
const WITH_THE_ROW = 'pointer-fine:not-focus:not-aria-expanded:not-group-hover:not-group-focus-within:opacity-0';

type Props = {
  budget: Budget;
  view: BudgetView;
  onOpen: (category: BudgetCategory) => void;
  /** Nothing is planned at all yet: nothing is overspent, and nothing can be moved. */
  isNew: boolean;
  reload: () => unknown;
};

/** The categories of a month in their two levels: what is planned, what was spent, and what is available. */
export function BudgetTable({ budget, view, onOpen, isNew, reload }: Props) {
  const { currency } = useUser();
  const isPast = useIsPast();
  const passed = passedOf(budget.month, useToday());
  const [moving, setMoving] = useState<PlanMoving | null>(null);
  const canFold = hasFolds(view);
  const folded = useFoldedCategories();
  const { ordering, categories } = useCategoryOrder(budget.categories, reload);
  const rows = shownRows(rowsOf(categories), view, canFold ? folded : undefined);
  const available = sumOf(...budget.categories.filter(standsAlone).map((category) => category.available));

  function close(id: string) {
    setMoving(null);
    document.getElementById(actionId(id))?.focus();
  }

  return (
    <>
      <p role="status" className="sr-only">
        {ordering.said}
      </p>
      <EntriesTable aria-label={`Budget of ${monthWords(budget.month)}`} className={TABLE}>
        <RowGroup className={`${LINES} max-sm:sr-only`}>
          <TableRow className={`${LINES} ${HEAD}`}>
            <ColumnHeader>Category</ColumnHeader>
            <ColumnHeader className="pr-2 text-right">Planned</ColumnHeader>
            <ColumnHeader className="text-right">Spent</ColumnHeader>
            <ColumnHeader className="text-right">Available</ColumnHeader>
            <ColumnHeader>
              <span className="sr-only">Move</span>
            </ColumnHeader>
          </TableRow>
        </RowGroup>
        <RowGroup className={LINES}>
          {rows.map((row) => {
            const { category, level, above, below } = row;
            const { categoryId, name } = category;
            const isFolded = canFold && below.length > 0 && folded.has(categoryId);
            const orderProps = {
              [ORDERED_DROP]: categoryId,
              'data-moving': ordering.moving === categoryId || undefined,
              onKeyDown: (event: KeyboardEvent) => ordering.onKeyDown(event, categoryId),
            };
            const handle = canFold && !isPast && categoryId !== NO_CATEGORY && (
              <OrderHandle name={name} {...ordering.handleProps(categoryId)} />
            );
            if (isFolded) return <FoldedGroup key={categoryId} {...{ row, orderProps, handle }} />;
            const over = !isNew && (category.available ?? 0) < 0;
            const offered = !isNew && !isPast ? movingFor(row) : null;
            return (
              <Fragment key={categoryId}>
                <TableRow className={ROW} {...orderProps}>
                  <RowHeader className={nameCell({ level })}>
                    {canFold && below.length > 0 && <FoldButton category={category} isFolded={false} />}
                    <button
                      type="button"
                      className={NAME}
                      title={name}
                      aria-haspopup="dialog"
                      onClick={() => onOpen(category)}
                    >
                      {name}
                    </button>
                    {canFold && below.length > 0 && <InAll row={row} />}
                    {view.isSorted && level === 1 && above !== null && (
                      <span className="note text-[1.0625rem]"> below {above}</span>
                    )}
                  </RowHeader>
                  <TableCell className={PLANNED}>
                    <PlannedField category={category} month={budget.month} />
                    <span className="text-label text-ink-muted sm:hidden">planned</span>
                  </TableCell>
                  <TableCell className={SPENT}>
                    <SpentBar category={category} month={budget.month} passed={passed} hasBar={!isNew} />
                  </TableCell>
                  <TableCell className={availableCell({ over, nothing: category.available === 0 })}>
                    {category.available === null ? (
                      <span className="note text-[1.0625rem]" title={`with ${above}`}>
                        with {above}
                      </span>
                    ) : (
                      <Explained
                        figure={`budget:available:${encodeURIComponent(categoryId)}:${budget.month}`}
                        name={`available of ${name}`}
                      >
                        {formatSigned(category.available, currency)}
                      </Explained>
                    )}
                  </TableCell>
                  <TableCell className={LAST}>
                    {offered && (
                      <button
                        id={actionId(categoryId)}
                        type="button"
                        className={offered.what === 'cover' ? ACTION : `${ACTION} ${WITH_THE_ROW}`}
                        aria-expanded={moving?.categoryId === categoryId}
                        aria-label={`${offered.what === 'cover' ? 'Cover' : 'Move from'} ${name}`}
                        onClick={() => setMoving(moving?.categoryId === categoryId ? null : offered)}
                      >
                        {offered.what === 'cover' ? 'Cover' : 'Move'}
                      </button>
                    )}
                    {handle}
                  </TableCell>
                  {moving?.categoryId === categoryId && offered && (
                    <TableCell className="col-span-full">
                      <MoveForm budget={budget} moving={offered} onDone={() => close(categoryId)} />
                    </TableCell>
                  )}
                </TableRow>
              </Fragment>
            );
          })}
        </RowGroup>
        <RowGroup className={LINES}>
          <TableRow className={`${LINES} ${NARROW} pt-3 pb-2 max-sm:gap-y-3`}>
            <RowHeader className="note">Total</RowHeader>
            <TableCell className="pr-2 text-right max-sm:col-start-1 max-sm:text-left">
              <Total amount={budget.planned} />
              <span className="text-label text-ink-muted sm:hidden"> planned</span>
            </TableCell>
            <TableCell className="text-right max-sm:col-span-2">
              <Total amount={budget.spent} />
              <span className="text-label text-ink-muted sm:hidden"> spent</span>
            </TableCell>
            <TableCell className={availableCell({ over: !isNew && available < 0 })}>
              <Total amount={available} />
            </TableCell>
            <TableCell className="max-sm:hidden" />
          </TableRow>
        </RowGroup>
      </EntriesTable>
    </>
  );
}

/** The sum that is available in a group, beside its name. */
function InAll({ row }: { row: BudgetRow }) {
  const { currency } = useUser();
  const { available } = sumsOfGroup(row);
  if (available === 0) return null;
  return (
    <span className="ml-2 flex-none note text-[1.0625rem] sm:max-lg:hidden">
      {formatSigned(available, currency)} left in all
    </span>
  );
}

/** The button before the name of a group. */
function FoldButton({ category: { categoryId, name }, isFolded }: { category: BudgetCategory; isFolded: boolean }) {
  return (
    <button
      type="button"
      className="-ml-6 inline-flex size-6 items-center justify-center text-ink-muted hover:text-ink max-sm:ml-0"
      aria-expanded={!isFolded}
      aria-label={`Group ${name}`}
      onClick={() => toggleFolded(categoryId)}
    >
      <ChevronIcon className={isFolded ? '-rotate-90' : ''} />
    </button>
  );
}

/** The end of a row: a button that moves money, and the handle that moves the category. */
const LAST = 'flex items-center justify-end gap-x-2 max-sm:col-start-2 max-sm:row-start-1';

type FoldedProps = { row: BudgetRow; orderProps: ComponentProps<typeof TableRow>; handle: ReactNode };

/** A folded group: the sums of its category and of those below it. */
function FoldedGroup({ row, orderProps, handle }: FoldedProps) {
  const { currency } = useUser();
  const { category, below } = row;
  const { planned, spent, available } = sumsOfGroup(row);
  return (
    <TableRow className={ROW} {...orderProps}>
      <RowHeader className={nameCell({ level: 1 })}>
        <FoldButton category={category} isFolded />
        {category.name} <span className="note text-[1.0625rem]">with {below.length} below</span>
      </RowHeader>
      <TableCell className={`${PLANNED} sm:pr-2`}>{formatSigned(planned, currency)}</TableCell>
      <TableCell className="text-right max-sm:col-span-2">{formatSigned(spent, currency)}</TableCell>
      <TableCell className={availableCell({ over: available < 0, nothing: available === 0 })}>
        {formatSigned(available, currency)}
      </TableCell>
      <TableCell className={LAST}>{handle}</TableCell>
    </TableRow>
  );
}

const HEAD = 'items-end border-b border-rule-strong pb-[0.6rem] text-label leading-[1.2] text-ink-muted';

const actionId = (categoryId: string) => `move-${categoryId}`;

/** The offer for a row: to cover a lack, or to move a rest. */
function movingFor({ category: { categoryId, available } }: BudgetRow): PlanMoving | null {
  if (available === null || available === 0) return null;
  return { categoryId, what: available < 0 ? 'cover' : 'move' };
}

function Total({ amount }: { amount: number }) {
  const { currency } = useUser();
  return <span className="double inline-block double-fine">{formatSigned(amount, currency)}</span>;
}
