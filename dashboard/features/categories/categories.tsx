import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Category } from '#contract/category-calls.ts';
import { useKnown } from '../../browser-state/known.ts';
import { useCommand } from '../../commands/use-command.ts';
import { allCategoriesQuery } from '../../server/category-queries.ts';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { WritingIsOff } from '../../shared/as-known/writing-is-off.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { LoadError, SkeletonRows } from '../../ui/loading.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { Archived } from './archived.tsx';
import type { CategoryQuestion } from './category-dialogs.tsx';
import { CategoryTree } from './category-tree.tsx';
import { treeRows } from './tree.ts';

const CategoryDialogs = lazyOverlay(() => import('./category-dialogs.tsx').then((file) => file.CategoryDialogs));

const NAMES = { Expense: 'Expenses', Income: 'Incomes' } as const;
const KINDS = ['Expense', 'Income'] as const;

/** The screen of the categories: the tree of each kind, and what is done with them (product 9.22). */
export function CategoryEditor() {
  useTitle('Categories');
  const categories = useQuery({ ...allCategoriesQuery(useKnown()), refetchOnMount: 'always' });
  const [question, setQuestion] = useState<CategoryQuestion | null>(null);
  const [isOpen, setOpen] = useState(false);

  function ask(asked: CategoryQuestion) {
    setQuestion(asked);
    setOpen(true);
  }

  return (
    <>
      <PageHeader
        margin={<TodayInMargin />}
        heading="Categories"
        tools={
          <Button writes kind="primary" onClick={() => ask({ what: 'add', kind: 'Expense', parent: null })}>
            Add a Category
          </Button>
        }
      />
      <WritingIsOff />
      {categories.isLoadingError ? (
        <PageSection kind="plain">
          <LoadError problem={categories.error.problem} retry={categories.refetch} />
        </PageSection>
      ) : categories.data ? (
        <Trees categories={categories.data} onAsk={ask} reload={categories.refetch} />
      ) : (
        <Skeleton />
      )}
      <CategoryDialogs open={isOpen} onOpenChange={setOpen} question={question} categories={categories.data ?? []} />
    </>
  );
}

type TreesProps = {
  categories: readonly Category[];
  onAsk: (question: CategoryQuestion) => void;
  reload: () => unknown;
};

function Trees({ categories, onAsk, reload }: TreesProps) {
  const { send } = useCommand('moveCategory', { saved: 'Category moved', failed: 'Unable to move the category' });
  const archived = categories.filter(({ isArchived }) => isArchived);
  const hasOwn = categories.some(({ isOwn }) => isOwn);
  return (
    <>
      {KINDS.map((kind, index) => (
        <PageSection
          key={kind}
          kind={index === 0 ? 'plain' : 'ledger'}
          margin={<h2 className="note">{NAMES[kind]}</h2>}
        >
          <CategoryTree
            name={NAMES[kind]}
            categories={categories}
            rows={treeRows(categories, kind)}
            onMove={async ({ id, parent }) => (await send({ categoryId: id, parent })) && (await reload())}
            onAsk={onAsk}
          />
          {index === 0 && (
            <p className="mt-4 text-small text-ink-muted">
              {hasOwn ? (
                <>
                  Drag a category of your own by its dots, or hold <kbd>Alt</kbd> and press an arrow, to move it.
                </>
              ) : (
                'Every book begins with these. Your own stand behind them, or below one of them.'
              )}
            </p>
          )}
        </PageSection>
      ))}
      {archived.length > 0 && <Archived categories={categories} archived={archived} />}
    </>
  );
}

function Skeleton() {
  return (
    <PageSection kind="plain" margin={<h2 className="note">Expenses</h2>}>
      <SkeletonRows amountWidth="2rem" />
    </PageSection>
  );
}
