import { cva } from 'class-variance-authority';
import type { ComponentProps, KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import type { Category } from '#contract/category-calls.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { RenameCategory } from '../../shared/categories/rename-category.tsx';
import { countWords } from '../../shared/entries/count-words.ts';
import { RowHeader, TableCell, TableRow } from '../../shared/entries/table.tsx';
import { ErrorText } from '../../ui/fields.tsx';
import { GripIcon } from '../../ui/icons.tsx';
import type { CategoryQuestion } from './category-dialogs.tsx';
import { CategoryMenu } from './category-menu.tsx';
import { entriesAddress } from './tree.ts';
import { type CategoryMoving, DROP } from './use-moving.ts';

/** Name, number of entries, handle and menu. */
export const ROW_GRID = 'grid grid-cols-[minmax(0,1fr)_auto_2.25rem_2.25rem]';

const row = cva(
  [
    `${ROW_GRID} min-h-11 items-center border-b border-rule -outline-offset-1 last:border-rule-strong`,
    'hover:bg-hover hover:shadow-[-0.75rem_0_0_var(--hover),0.75rem_0_0_var(--hover)]',
    'data-target:bg-accent-wash data-target:shadow-[-0.75rem_0_0_var(--accent-wash),0.75rem_0_0_var(--accent-wash)]',
  ],
  { variants: { isMoving: { true: 'bg-accent-wash' } } },
);

const nameCell = cva('min-w-0 py-[0.3rem] wrap-anywhere', {
  variants: {
    level: { 1: '', 2: 'pl-7 max-sm:pl-5' },
    isMoving: { true: 'font-semibold' },
  },
});

type Props = {
  category: Category;
  categories: readonly Category[];
  level: 1 | 2;
  rowProps: Pick<ComponentProps<'div'>, 'tabIndex' | 'onFocus' | 'onKeyDown'> & { id: string };
  moving: CategoryMoving;
  isRenaming: boolean;
  onRename: (isRenaming: boolean) => void;
  isMenuOpen: boolean;
  onMenu: (isOpen: boolean) => void;
  onAsk: (question: CategoryQuestion) => void;
  onArchive: () => void;
  problem: string | undefined;
};

/** Row of a category, which can be renamed in its place, dragged by its handle, and has a menu of what can be done. */
export function CategoryRow(props: Props) {
  const { category, categories, level, rowProps, moving, isRenaming, onRename, problem } = props;
  const { _id, name, parent, isOwn, count } = category;
  const isPast = useIsPast();
  const isMoving = moving.move?.id === _id;
  const { id, tabIndex, onFocus } = rowProps;

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (isRenaming || (event.target === event.currentTarget && moving.onKeyDown(event, category))) return;
    rowProps.onKeyDown?.(event);
  }

  function endRename() {
    onRename(false);
    document.getElementById(id)?.focus();
  }

  return (
    <TableRow
      id={id}
      tabIndex={tabIndex}
      aria-level={level}
      className={row({ isMoving })}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      {...{ [DROP]: level === 1 ? _id : (parent ?? '') }}
      data-target={(level === 1 && moving.isTarget(_id)) || undefined}
    >
      {isRenaming ? (
        <TableCell className="col-span-full">
          <RenameCategory category={category} level={level} onDone={endRename} />
        </TableCell>
      ) : (
        <>
          <RowHeader className={nameCell({ level, isMoving })}>{name}</RowHeader>
          <TableCell className="text-right">
            <Link
              className={count === 0 ? `${COUNT} text-ink-muted` : COUNT}
              tabIndex={tabIndex}
              to={entriesAddress(categories, category)}
              aria-label={`${countWords(count)} of ${name}`}
            >
              {count.toLocaleString('en-US')}
            </Link>
          </TableCell>
          {!isPast && (
            <>
              <TableCell>
                {isOwn && (
                  <button
                    type="button"
                    className={HANDLE}
                    tabIndex={tabIndex}
                    aria-label={`Move ${name}`}
                    aria-keyshortcuts="Alt+ArrowRight Alt+ArrowLeft Alt+ArrowUp Alt+ArrowDown"
                    title="Drag, or Alt with an arrow"
                    {...moving.handleProps(category)}
                  >
                    <GripIcon />
                  </button>
                )}
              </TableCell>
              <TableCell>
                <CategoryMenu {...props} rowId={id} tabIndex={tabIndex} onRename={() => onRename(true)} />
              </TableCell>
            </>
          )}
        </>
      )}
      {problem !== undefined && (
        <div className="col-span-full pb-2">
          <ErrorText id={`${_id}-problem`} error={problem} />
        </div>
      )}
    </TableRow>
  );
}

const COUNT = [
  'inline-flex min-h-9 min-w-11 items-center justify-end pl-3 hover:underline',
  'underline-offset-[0.22em] touch:min-h-11',
].join(' ');

const HANDLE = [
  'grid min-h-9 w-9 cursor-grab touch-none place-items-center rounded text-ink-muted hover:text-ink',
  'active:cursor-grabbing touch:min-h-11',
].join(' ');
