import type { ComponentProps } from 'react';
import type { HistoryEntry } from '../../../contract/ledger-calls.ts';
import { Amount } from '../../entries/amount.tsx';
import { Cell, ColumnHeader, Row, RowGroup } from '../../entries/table.tsx';
import { SkeletonBar } from '../../ui/loading.tsx';
import { formatMoney, MINUS } from '../../ui/money.ts';

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** Column headers of the history. */
export function HistoryHeader(props: ComponentProps<'div'>) {
  return (
    <Row className="ledger-head" data-columns="history" {...props}>
      <ColumnHeader>Recorded</ColumnHeader>
      <ColumnHeader>Entry</ColumnHeader>
      <ColumnHeader className="text-right">Change</ColumnHeader>
      <ColumnHeader className="text-right">Balance</ColumnHeader>
    </Row>
  );
}

type Props = ComponentProps<'div'> & { entry: HistoryEntry; currency: string };

/** Row of the history. On narrow screens the time of recording and the balance move below the description. */
export function HistoryRow({ entry, currency, ...rest }: Props) {
  const { words, change, balance, recordedAt } = entry;
  const balanceText = balance === null ? '' : `${balance < 0 ? `${MINUS} ` : ''}${formatMoney(balance, currency)}`;
  return (
    <Row className="ledger-row history-row" data-columns="history" {...rest}>
      <Cell className="ledger-aside text-ink-muted">
        <RecordedAt instant={recordedAt} />
      </Cell>
      <Cell className="history-words">
        {words}
        <div className="ledger-under">
          <RecordedAt instant={recordedAt} />
          {balanceText && <span>· {balanceText} after</span>}
        </div>
      </Cell>
      <Cell className="history-change">
        {change !== null && change !== 0 && (
          <Amount type={change < 0 ? 'Expense' : 'Income'} amount={change} currency={currency} />
        )}
      </Cell>
      <Cell className="ledger-aside history-balance">{balanceText}</Cell>
    </Row>
  );
}

function RecordedAt({ instant }: { instant: string | null }) {
  return instant && <time dateTime={instant}>{time.format(new Date(instant))}</time>;
}

const BAR_WIDTHS = ['13rem', '9rem', '15rem', '11rem', '12rem'];

/** Five placeholder rows of the final height. */
export function HistorySkeleton() {
  return (
    <RowGroup>
      {BAR_WIDTHS.map((width) => (
        <Row key={width} className="ledger-row ledger-row-blank" data-columns="history" data-testid="skeleton-row">
          <Cell className="ledger-aside">
            <SkeletonBar width="3.6rem" />
          </Cell>
          <Cell>
            <SkeletonBar width={width} />
          </Cell>
          <Cell className="text-right">
            <SkeletonBar width="3.8rem" />
          </Cell>
          <Cell className="ledger-aside text-right">
            <SkeletonBar width="4.6rem" />
          </Cell>
        </Row>
      ))}
    </RowGroup>
  );
}
