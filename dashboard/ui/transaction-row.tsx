import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { Amount, TypeMark } from './amount.tsx';
import { Bar } from './skeleton.tsx';
import { Cell, ColumnHead, Row, RowGroup } from './table.tsx';

/** Four columns, or three for a list that doesn't say how an expense was paid. */
type Columns = 'with-method' | 'without-method';

/** The head over a ledger's rows. */
export function TransactionHead({ columns, ...rest }: ComponentProps<'div'> & { columns: Columns }) {
  return (
    <Row className="ledger-head" data-columns={columns} {...rest}>
      <ColumnHead>Type</ColumnHead>
      {columns === 'with-method' && <ColumnHead>Method</ColumnHead>}
      <ColumnHead>Title</ColumnHead>
      <ColumnHead className="text-right">Amount</ColumnHead>
    </Row>
  );
}

type Entry = { _id: string; type: string; title: string; amount: number; wallet?: string | null };
type RowProps = ComponentProps<'div'> & { entry: Entry; columns: Columns; currency: string };

/** A transaction in a list. On a narrow screen type and method move under the title. */
export function TransactionRow({ entry, columns, currency, ...rest }: RowProps) {
  const { _id, type, title, amount, wallet } = entry;
  return (
    <Row className="ledger-row" data-columns={columns} {...rest}>
      <Cell className="ledger-aside">
        <TypeMark type={type} />
      </Cell>
      {columns === 'with-method' && <Cell className="ledger-aside text-ink-muted">{wallet}</Cell>}
      <Cell className="ledger-title">
        <Link to={`/transactions/${_id}`} tabIndex={-1}>
          {title}
        </Link>
        <div className="ledger-under">
          <TypeMark type={type} />
          {wallet && <span>· {wallet}</span>}
        </div>
      </Cell>
      <Cell className="text-right">
        <Amount type={type} amount={amount} currency={currency} />
      </Cell>
    </Row>
  );
}

const WIDTHS = [
  ['4rem', '4.6rem', '11rem', '3.4rem'],
  ['4rem', '4.6rem', '7.5rem', '4.4rem'],
  ['3.3rem', '3.9rem', '13rem', '2.9rem'],
  ['4rem', '5.2rem', '9rem', '3.6rem'],
  ['3.3rem', '4.2rem', '12rem', '4rem'],
] as const;

/** Five rows that stand for transactions on their way, at their true height. */
export function TransactionSkeleton({ columns }: { columns: Columns }) {
  return (
    <RowGroup>
      {WIDTHS.map(([type, method, title, amount]) => (
        <Row key={title} className="ledger-row ledger-row-blank" data-columns={columns} data-testid="skeleton-row">
          <Cell className="ledger-aside">
            <Bar width={type} />
          </Cell>
          {columns === 'with-method' && (
            <Cell className="ledger-aside">
              <Bar width={method} />
            </Cell>
          )}
          <Cell>
            <Bar width={title} />
          </Cell>
          <Cell className="text-right">
            <Bar width={amount} />
          </Cell>
        </Row>
      ))}
    </RowGroup>
  );
}
