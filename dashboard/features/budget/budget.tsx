import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Budget as MonthBudget } from '#contract/budget-calls.ts';
import { useKnown } from '../../browser-state/known.ts';
import { budgetQuery, everPlannedQuery } from '../../server/budget-queries.ts';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { hasPlans } from '../../shared/budget/left.ts';
import { Choices } from '../../ui/choices.tsx';
import { lazyComponent, lazyOverlay } from '../../ui/lazy.tsx';
import { LoadError, SkeletonBar, SkeletonRows } from '../../ui/loading.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { BudgetTable } from './budget-table.tsx';
import { BudgetTools } from './budget-tools.tsx';
import { MonthPicker, useMonth } from './month-picker.tsx';
import { NothingPlanned } from './nothing-planned.tsx';
import { type BudgetView, WHOLE } from './rows.ts';
import { ToBudget } from './to-budget.tsx';

const YearHeat = lazyComponent(() => import('./year-heat.tsx').then((file) => file.YearHeat));
const CategoryDrawer = lazyOverlay(() => import('./category-drawer.tsx').then((file) => file.CategoryDrawer));

/** The table shows a month, with its plans, or the twelve months up to it. */
type Span = 'month' | 'year';
const SPANS = [
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
] as const;

/** The screen of the budget: a month's plans, what is spent of them, and what is left (product 9.24). */
export function BudgetScreen() {
  useTitle('Budget');
  const months = useMonth();
  const [view, setView] = useState(WHOLE);
  const [span, setSpan] = useState<Span>('month');
  const known = useKnown();
  const budget = useQuery(budgetQuery(months.month, known));
  const isEmpty = budget.data !== undefined && !hasPlans(budget.data);
  const ever = useQuery({ ...everPlannedQuery(known), enabled: isEmpty });
  const isKnown = budget.data !== undefined && (!isEmpty || !ever.isPending);
  return (
    <>
      <PageHeader margin={<TodayInMargin />} heading="Budget" />
      <PageSection kind="plain">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 md:-mb-5">
          <MonthPicker {...months} />
          <Choices legend="View" choices={SPANS} chosen={span} onChoose={setSpan} />
        </div>
      </PageSection>
      {budget.isLoadingError ? (
        <PageSection>
          <LoadError problem={budget.error.problem} retry={budget.refetch} />
        </PageSection>
      ) : budget.data && isKnown ? (
        <Month
          budget={budget.data}
          isNew={isEmpty && ever.data === false}
          {...{ view, span }}
          reload={budget.refetch}
          onView={setView}
        />
      ) : (
        <Skeleton />
      )}
    </>
  );
}

type MonthProps = {
  budget: MonthBudget;
  /** Nothing was ever planned. */
  isNew: boolean;
  view: BudgetView;
  span: Span;
  reload: () => unknown;
  onView: (view: BudgetView) => void;
};

function Month({ budget, isNew, view, span, reload, onView }: MonthProps) {
  // A link may name a category: its drawer is open at first.
  const asked = useSearchParams()[0].get('category');
  const [opened, setOpened] = useState(asked);
  const [isOpen, setOpen] = useState(asked !== null);
  return (
    <>
      <PageSection kind="figure" margin={<h2 className="note">To budget</h2>}>
        <ToBudget budget={budget} />
      </PageSection>
      {isNew && <NothingPlanned key={budget.month} budget={budget} />}
      <PageSection kind="ledger" margin={<h2 className="note">Categories</h2>}>
        {span === 'year' && (
          <Suspense fallback={<SkeletonRows amountWidth="4rem" />}>
            <YearHeat month={budget.month} />
          </Suspense>
        )}
        {span === 'month' && <BudgetTools {...{ budget, view, onView, isNew }} />}
        {span === 'month' && (
          <BudgetTable
            budget={budget}
            view={view}
            key={budget.month}
            isNew={isNew}
            reload={reload}
            onOpen={({ categoryId }) => {
              setOpened(categoryId);
              setOpen(true);
            }}
          />
        )}
      </PageSection>
      <CategoryDrawer open={isOpen} onClose={() => setOpen(false)} categoryId={opened} budget={budget} />
    </>
  );
}

function Skeleton() {
  return (
    <>
      <PageSection kind="figure" margin={<h2 className="note">To budget</h2>}>
        <p className="flex h-13 items-center">
          <SkeletonBar width="12rem" />
        </p>
      </PageSection>
      <PageSection kind="ledger" margin={<h2 className="note">Categories</h2>}>
        <SkeletonRows amountWidth="4rem" />
      </PageSection>
    </>
  );
}
