import type { ComponentProps } from 'react';
import type { HistoryEntry } from '../../contract/ledger.ts';
import { Amount } from '../ui/amount.tsx';
import { formatMoney, MINUS } from '../ui/money.ts';
import { Bar } from '../ui/skeleton.tsx';
import { Cell, ColumnHead, Row, RowGroup } from '../ui/table.tsx';

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** The head over the entries. */
export function HistoryHead(props: ComponentProps<'div'>) {
  return (
    <Row className="ledger-head" data-columns="history" {...props}>
      <ColumnHead>Recorded</ColumnHead>
      <ColumnHead>Entry</ColumnHead>
      <ColumnHead className="text-right">Change</ColumnHead>
      <ColumnHead className="text-right">Balance</ColumnHead>
    </Row>
  );
}

type Props = ComponentProps<'div'> & { entry: HistoryEntry; currency: string };

/** An entry of the history. On a narrow screen when it was recorded, and the balance after it, move under the words. */
export function HistoryRow({ entry, currency, ...rest }: Props) {
  const { words, change, balance, recordedAt } = entry;
  const after = balance === null ? '' : `${balance < 0 ? `${MINUS} ` : ''}${formatMoney(balance, currency)}`;
  return (
    <Row className="ledger-row history-row" data-columns="history" {...rest}>
      <Cell className="ledger-aside text-ink-muted">
        <RecordedAt instant={recordedAt} />
      </Cell>
      <Cell className="history-words">
        {words}
        <div className="ledger-under">
          <RecordedAt instant={recordedAt} />
          {after && <span>· {after} after</span>}
        </div>
      </Cell>
      <Cell className="history-change">
        {change !== null && change !== 0 && (
          <Amount type={change < 0 ? 'Expense' : 'Income'} amount={change} currency={currency} />
        )}
      </Cell>
      <Cell className="ledger-aside history-balance">{after}</Cell>
    </Row>
  );
}

function RecordedAt({ instant }: { instant: string | null }) {
  return instant && <time dateTime={instant}>{time.format(new Date(instant))}</time>;
}

const WIDTHS = ['13rem', '9rem', '15rem', '11rem', '12rem'];

/** Five rows that stand for entries on their way, at their true height. */
export function HistorySkeleton() {
  return (
    <RowGroup>
      {WIDTHS.map((width) => (
        <Row key={width} className="ledger-row ledger-row-blank" data-columns="history" data-testid="skeleton-row">
          <Cell className="ledger-aside">
            <Bar width="3.6rem" />
          </Cell>
          <Cell>
            <Bar width={width} />
          </Cell>
          <Cell className="text-right">
            <Bar width="3.8rem" />
          </Cell>
          <Cell className="ledger-aside text-right">
            <Bar width="4.6rem" />
          </Cell>
        </Row>
      ))}
    </RowGroup>
  );
}
