import type { ComponentProps } from 'react';
import { AsideCell, EntryTableRow } from '../../shared/entries/entry-row.tsx';
import { RowGroup, TableCell } from '../../shared/entries/table.tsx';
import { SkeletonBar } from '../../ui/loading.tsx';

const BAR_WIDTHS = ['13rem', '9rem', '15rem', '11rem', '12rem'];

type Props = Pick<ComponentProps<typeof EntryTableRow>, 'columns'> & { amountWidth: string; balanceWidth?: string };

/** Five placeholder rows of a list of the history, with a last column where it has a balance. */
export function RowsSkeleton({ columns, amountWidth, balanceWidth }: Props) {
  return (
    <RowGroup>
      {BAR_WIDTHS.map((width) => (
        <EntryTableRow key={width} kind="blank" columns={columns} data-testid="skeleton-row">
          <AsideCell>
            <SkeletonBar width="3.6rem" />
          </AsideCell>
          <TableCell>
            <SkeletonBar width={width} />
          </TableCell>
          <TableCell className="text-right">
            <SkeletonBar width={amountWidth} />
          </TableCell>
          {balanceWidth && (
            <AsideCell className="text-right">
              <SkeletonBar width={balanceWidth} />
            </AsideCell>
          )}
        </EntryTableRow>
      ))}
    </RowGroup>
  );
}
