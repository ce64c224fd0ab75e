import { useEffect, useState } from 'react';
import type { Category } from '#contract/category-calls.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useInPlace } from '../../commands/use-in-place.ts';
import { ColumnHeader, RowGroup, TableCell, TableRow } from '../../shared/entries/table.tsx';
import { useRowNavigation } from '../../shared/entries/use-row-navigation.ts';
import type { CategoryQuestion } from './category-dialogs.tsx';
import { CategoryRow, ROW_GRID } from './category-row.tsx';
import { type Move, type TreeRow, treeRows } from './tree.ts';
import { useMoving } from './use-moving.ts';

type Props = {
  name: string;
  /** All of both kinds. */
  categories: readonly Category[];
  /** Those of one kind. */
  rows: readonly TreeRow[];
  onMove: (move: Move) => Promise<unknown>;
  onAsk: (question: CategoryQuestion) => void;
};

/** The categories of a kind as a table of two levels, with one stop for Tab; arrows move among its rows. */
export function CategoryTree({ name, categories, rows, onMove, onAsk }: Props) {
  const isPast = useIsPast();
  const [renaming, setRenaming] = useState<string | null>(null);
  const [menu, setMenu] = useState<string | null>(null);
  const archive = useInPlace('archiveCategory', {
    saved: 'Category archived',
    failed: 'Unable to archive the category',
  });
  const [asked, setAsked] = useState<string | null>(null);
  const moving = useMoving({ categories, rows, onMove });
  const kind = rows[0]?.category.kind ?? 'Expense';
  const shown = moving.preview ? treeRows(moving.preview, kind) : rows;
  const { rowProps } = useRowNavigation({
    ids: shown.map(({ category }) => category._id),
    open: isPast ? () => undefined : setMenu,
    ...(!isPast && { keys: { F2: (id) => rename(id) } }),
  });
  useFocusKept(moving.move?.id ?? null, shown);

  function rename(id: string) {
    if (rows.some(({ category }) => category._id === id && category.isOwn)) setRenaming(id);
  }

  async function archiveIt(id: string) {
    setAsked(id);
    await archive.send({ categoryId: id });
  }

  return (
    <>
      <p role="status" className="sr-only">
        {moving.said}
      </p>
      <div role="treegrid" aria-label={name}>
        <RowGroup>
          <TableRow {...moving.topProps} className={`${ROW_GRID} ${HEAD}`}>
            <ColumnHeader>{moving.isDragging ? 'Drop here for the top' : 'Category'}</ColumnHeader>
            <ColumnHeader className="text-right">Entries</ColumnHeader>
            {!isPast && (
              <TableCell className="col-span-2">
                <span className="sr-only">Actions</span>
              </TableCell>
            )}
          </TableRow>
        </RowGroup>
        <RowGroup>
          {shown.map(({ category, level }) => (
            <CategoryRow
              key={category._id}
              category={category}
              categories={categories}
              level={level}
              rowProps={rowProps(category._id)}
              moving={moving}
              isRenaming={renaming === category._id}
              onRename={(is) => setRenaming(is ? category._id : null)}
              isMenuOpen={menu === category._id}
              onMenu={(is) => setMenu(is ? category._id : null)}
              onAsk={onAsk}
              onArchive={() => void archiveIt(category._id)}
              problem={asked === category._id ? archive.problem : undefined}
            />
          ))}
        </RowGroup>
      </div>
    </>
  );
}

const HEAD = [
  'items-end border-b border-rule-strong pb-[0.6rem] text-label leading-[1.2] text-ink-muted',
  'data-target:bg-accent-wash data-target:text-ink',
].join(' ');

/** Gives the focus back to a row that it has lost because the row has moved. */
function useFocusKept(id: string | null, rows: readonly TreeRow[]) {
  const order = rows.map(({ category }) => category._id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a row has moved.
  useEffect(() => {
    if (id !== null && document.activeElement === document.body)
      document.getElementById(`row-${id}`)?.focus({ preventScroll: true });
  }, [id, order]);
}
