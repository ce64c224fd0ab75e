import type { ComponentProps, MouseEvent, Ref } from 'react';
import type { ImportChoice, ImportRow } from '#contract/import-calls.ts';
import { useUser } from '../../server/user.ts';
import { AmountText } from '../../shared/entries/amount.tsx';
import { CheckIcon, ChevronIcon } from '../../ui/icons.tsx';
import { COLUMNS } from '../../ui/page.tsx';
import { choiceOf, rowLacksOtherHalf } from './choices.ts';
import { toggleRow, useImport } from './import-store.ts';
import { RowDetail } from './row-detail.tsx';
import { STATUS_WORDS, shortDay } from './words.ts';

/**
 * Columns of the rows beside the margin: taken, date, entry, category, amount; on narrow screens taken, entry, amount.
 */
export const IMPORT_ROW_GRID = [
  'grid grid-cols-[1.125rem_7rem_minmax(0,1fr)_7.5rem_minmax(7.5rem,max-content)] items-baseline gap-x-3',
  'max-xl:grid-cols-[1.125rem_6.25rem_minmax(0,1fr)_6rem_minmax(6.5rem,max-content)]',
  'max-sm:grid-cols-[1.125rem_minmax(0,1fr)_max-content]',
].join(' ');

const BOX = [
  'relative top-[3px] grid size-[18px] place-items-center rounded-[2px] border border-rule-strong text-accent-ink',
  'data-taken:border-accent data-taken:bg-accent data-off:border-dashed',
].join(' ');

type Props = ComponentProps<'div'> & {
  ref: Ref<HTMLDivElement>;
  row: ImportRow;
  open: boolean;
  onToggleOpen: () => void;
};

/** Row of the file: its status in the margin, its entry, and whether it is taken. It expands to its choices. */
export function FileRow({ row, open, onToggleOpen, ...rest }: Props) {
  const { line, date, amount, status, title, text, counterparty, category, ruled } = row;
  const { currency } = useUser();
  const choice = useImport(({ choices }) => choiceOf(choices, row));
  const isTaken = choice !== 'leave';
  const isSplit = ruled.some(({ field }) => field === 'parts');
  const filed = isSplit ? 'split' : category;
  const name = title || counterparty || 'Imported entry';
  const beside = counterparty === null || counterparty === name ? text : counterparty;
  const remark = remarkOf(row, choice);
  const byRules = choice === 'take' ? [...new Set(ruled.map(({ reason }) => reason))].join(', ') : '';

  function onClick({ target }: MouseEvent) {
    // The opened part of the row has controls of its own.
    if (!(target instanceof Element) || target.closest('[data-detail]')) return;
    if (target.closest('[data-box]')) toggleRow(row);
    else onToggleOpen();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: see entries/table.tsx.
    // biome-ignore lint/a11y/useFocusableInteractive: focus comes with the props.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys come with the props.
    <div
      role="row"
      aria-selected={isTaken}
      className={`${COLUMNS} group/row absolute inset-x-0 scroll-mt-12 scroll-mb-24 -outline-offset-1`}
      onClick={onClick}
      {...rest}
    >
      <GridCell className="pt-[0.6rem] text-right max-md:hidden">
        <span className="note text-[1.0625rem]">{STATUS_WORDS[status].toLowerCase()}</span>
      </GridCell>
      <div className="min-w-0 border-b border-rule group-hover/row:bg-hover">
        <div className={`${IMPORT_ROW_GRID} min-h-[2.75rem] cursor-pointer py-[0.6rem] max-sm:py-3`}>
          <GridCell>
            <span
              data-box
              className={BOX}
              data-taken={isTaken || undefined}
              data-off={status === 'invalid' || undefined}
              aria-hidden="true"
            >
              {isTaken && <CheckIcon />}
            </span>
            <span className="sr-only">{isTaken ? 'Taken' : 'Left out'}</span>
          </GridCell>
          <GridCell className="text-ink-muted max-sm:hidden">{date === null ? '' : shortDay(date)}</GridCell>
          <GridCell className="min-w-0 data-left:text-ink-muted" data-left={!isTaken || undefined}>
            <p className="flex items-baseline gap-x-3">
              <span className="max-w-[calc(100%-1.5rem)] flex-none truncate">{name}</span>
              {beside && <span className="note min-w-0 truncate text-[1.0625rem] max-sm:hidden">{beside}</span>}
              <ChevronIcon
                className="flex-none self-center text-ink-muted transition-transform data-open:rotate-180"
                data-open={open || undefined}
              />
            </p>
            <p className="text-small/[1.35] text-ink-muted">
              <span className="md:hidden">{STATUS_WORDS[status]} </span>
              <span className="sm:hidden">{date !== null && `· ${shortDay(date)} `}</span>
              <span className="sm:hidden">{filed !== null && `· ${filed} `}</span>
              <span className="md:hidden">{remark && '· '}</span>
              <span className="data-wrong:text-danger" data-wrong={status === 'invalid' || undefined}>
                {remark}
              </span>
            </p>
            {byRules !== '' && <p className="note truncate text-[1rem]">{byRules}</p>}
          </GridCell>
          <GridCell className="truncate text-ink-muted max-sm:hidden">
            {isSplit ? <span className="note text-[1.0625rem]">split</span> : category}
          </GridCell>
          <GridCell className="text-right data-left:opacity-70" data-left={!isTaken || undefined}>
            {amount !== null && (
              <AmountText type={amount < 0 ? 'Expense' : 'Income'} amount={Math.abs(amount)} currency={currency} />
            )}
          </GridCell>
        </div>
        {open && (
          <GridCell data-detail className="cursor-default pb-5 sm:pl-[1.875rem]">
            <RowDetail row={row} choice={choice} key={line} />
          </GridCell>
        )}
      </div>
    </div>
  );
}

function GridCell(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see entries/table.tsx.
  return <div role="gridcell" {...props} />;
}

/** Line below a row: the choice, else the reason for its status. */
function remarkOf(row: ImportRow, choice: ImportChoice): string {
  const { status, reason, column, matches, otherHalf, occurrence, line } = row;
  if (status === 'invalid') return [`Line ${line}`, column, reason].filter(Boolean).join(', ');
  if (typeof choice === 'object' && 'account' in choice) return 'One transfer with another account';
  if (typeof choice === 'object') {
    const match = matches.find(({ id }) => id === choice.match);
    const words = status === 'transfer' ? 'One transfer with' : 'Same as';
    return match ? `${words} ‘${match.title}’, ${shortDay(match.date)}` : 'Matched by hand';
  }
  if (status === 'transfer' && choice === 'take' && !rowLacksOtherHalf(row))
    return otherHalf === null
      ? `One transfer with ‘${matches[0]?.title ?? ''}’`
      : `One transfer with line ${otherHalf}`;
  if (choice === 'apart') return 'On its own';
  if (occurrence && choice === 'take') return occurrence.reason;
  return reason ?? '';
}
