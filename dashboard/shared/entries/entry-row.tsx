import { cva } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { TableCell, TableRow } from './table.tsx';

const entryRow = cva('grid max-sm:grid-cols-[minmax(0,1fr)_max-content]', {
  variants: {
    columns: {
      'with-method': [
        'grid-cols-[8.5rem_9.5rem_minmax(0,1fr)_minmax(9.5rem,max-content)]',
        'max-[1280px]:grid-cols-[2.25rem_7.25rem_minmax(0,1fr)_minmax(7.25rem,max-content)]',
        'max-lg:grid-cols-[2.25rem_2.5rem_minmax(0,1fr)_minmax(6.75rem,max-content)]',
      ],
      'without-method': [
        'grid-cols-[8.5rem_minmax(0,1fr)_minmax(9.5rem,max-content)]',
        'max-[1280px]:grid-cols-[2.25rem_minmax(0,1fr)_minmax(6.75rem,max-content)]',
        'xl:in-data-two-columns:grid-cols-[2.25rem_minmax(0,1fr)_minmax(6.75rem,max-content)]',
      ],
      history: [
        'grid-cols-[6.5rem_minmax(0,1fr)_minmax(8.5rem,max-content)_minmax(9rem,max-content)]',
        'max-md:grid-cols-[5rem_minmax(0,1fr)_minmax(7rem,max-content)_minmax(7.5rem,max-content)]',
      ],
      changes: 'grid-cols-[6.5rem_minmax(0,1fr)_max-content] max-md:grid-cols-[5rem_minmax(0,1fr)_max-content]',
    },
    kind: {
      head: [
        'flex-1 items-end border-b border-rule-strong pb-[0.6rem]',
        'text-label leading-[1.2] text-ink-muted max-sm:hidden',
      ],
      link: [
        'h-row cursor-pointer items-center border-b border-rule outline-offset-1 *:not-last:pr-3',
        'data-tall:h-auto data-tall:min-h-row data-tall:py-2',
        'hover:bg-hover hover:shadow-[-0.75rem_0_0_var(--hover),0.75rem_0_0_var(--hover)]',
      ],
      text: 'min-h-row cursor-default items-center border-b border-rule py-2',
      blank: 'h-row cursor-default items-center border-b border-rule *:not-last:pr-3',
    },
  },
});

type EntryRowProps = ComponentProps<'div'> & {
  columns: 'with-method' | 'without-method' | 'history' | 'changes';
  /** `head`: column headers; `link`: opens a detail; `text`: its text may wrap; `blank`: a placeholder. */
  kind: 'head' | 'link' | 'text' | 'blank';
};

/** Row of a table of entries. On narrow screens it has two columns, for the cells that aren't an AsideCell. */
export function EntryTableRow({ columns, kind, className, ...rest }: EntryRowProps) {
  return <TableRow className={entryRow({ columns, kind, class: className })} {...rest} />;
}

/** Cell that narrow screens hide; its content is also in the UnderLine. */
export function AsideCell({ className = '', ...rest }: ComponentProps<'div'>) {
  return <TableCell className={`max-sm:hidden ${className}`} {...rest} />;
}

/** Second line of a cell on narrow screens. The last part is cut off where it does not fit. */
export function UnderLine(props: ComponentProps<'div'>) {
  return (
    <div
      className="flex gap-[0.45rem] text-label leading-[1.3] whitespace-nowrap text-ink-muted *:last:truncate sm:hidden"
      {...props}
    />
  );
}
