import type { ComponentProps } from 'react';
import type { HistoryEntry } from '#contract/ledger-calls.ts';
import { AmountText } from '../../../shared/entries/amount.tsx';
import { AsideCell, EntryTableRow, UnderLine } from '../../../shared/entries/entry-row.tsx';
import { ColumnHeader, TableCell } from '../../../shared/entries/table.tsx';
import { localTimeOf } from '../../../ui/day.ts';
import { formatSigned } from '../../../ui/money.ts';
import { RowsSkeleton } from '../rows-skeleton.tsx';

/** Column headers of the events. */
export function BalancesHeader(props: ComponentProps<'div'>) {
  return (
    <EntryTableRow kind="head" columns="history" {...props}>
      <ColumnHeader>Recorded</ColumnHeader>
      <ColumnHeader>Entry</ColumnHeader>
      <ColumnHeader className="text-right">Change</ColumnHeader>
      <ColumnHeader className="text-right">Balance</ColumnHeader>
    </EntryTableRow>
  );
}

type Props = ComponentProps<'div'> & { entry: HistoryEntry; currency: string };

/** Row of an event. On narrow screens the time of recording and the balance move below the description. */
export function BalancesRow({ entry, currency, ...rest }: Props) {
  const { words, change, balance, recordedAt } = entry;
  const balanceText = balance === null ? '' : formatSigned(balance, currency);
  return (
    <EntryTableRow kind="text" columns="history" {...rest}>
      <AsideCell className="pr-3 text-ink-muted">
        <RecordedAt instant={recordedAt} />
      </AsideCell>
      <TableCell className="pr-3 leading-[1.35] wrap-anywhere">
        {words}
        <UnderLine>
          <RecordedAt instant={recordedAt} />
          {balanceText && <span>· {balanceText} after</span>}
        </UnderLine>
      </TableCell>
      <TableCell className="text-right">
        {change !== null && change !== 0 && (
          <AmountText type={change < 0 ? 'Expense' : 'Income'} amount={change} currency={currency} />
        )}
      </TableCell>
      <AsideCell className="text-right whitespace-nowrap text-ink-muted">{balanceText}</AsideCell>
    </EntryTableRow>
  );
}

function RecordedAt({ instant }: { instant: string | null }) {
  return instant && <time dateTime={instant}>{localTimeOf(new Date(instant))}</time>;
}

/** Five placeholder rows of the final height. */
export function BalancesSkeleton() {
  return <RowsSkeleton columns="history" amountWidth="3.8rem" balanceWidth="4.6rem" />;
}
