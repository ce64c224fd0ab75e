import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Transaction } from '../../../contract/transaction.ts';
import { DayTable, DayTableSkeleton } from '../../entries/day-table.tsx';
import { rowIndex } from '../../entries/segments.ts';
import { TransactionHeader, TransactionRow, TransactionSkeleton } from '../../entries/transaction-row.tsx';
import { useRowNavigation } from '../../entries/use-row-navigation.ts';
import { useWindowedSegments } from '../../entries/use-windowed-segments.ts';
import { type Pages, useResource } from '../../server/resource.ts';
import { transactionsResource } from '../../server/resources.ts';
import { useUser } from '../../server/user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy.tsx';
import { LoadError } from '../../ui/loading.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';

const CreateTransactionView = lazyComponent(() =>
  import('./create-transaction.tsx').then((file) => file.CreateTransactionView),
);

/** Transactions screen: the list, or the form for the first transaction. */
export function Transactions() {
  useTitle('Transactions');
  const { transactionCount } = useUser();
  return transactionCount === 0 ? <CreateTransactionView first /> : <TransactionList />;
}

function TransactionList() {
  const pages = useResource(transactionsResource);
  return (
    <>
      <PageHeader
        heading="Transactions"
        tools={
          <Link className={buttonClass('primary')} to="/create-transaction">
            New Transaction
          </Link>
        }
      />
      {pages.state === 'ready' && <TransactionTable pages={pages.value} />}
      {pages.state === 'loading' && (
        <DayTableSkeleton label="Transactions" head={<TransactionHeader columns="with-method" />}>
          <TransactionSkeleton columns="with-method" />
        </DayTableSkeleton>
      )}
      {pages.state === 'failed' && (
        <PageSection kind="plain">
          <LoadError problem={pages.problem} retry={pages.retry} />
        </PageSection>
      )}
    </>
  );
}

function TransactionTable({ pages }: { pages: Pages<Transaction> }) {
  const { rows } = pages;
  const { currency } = useUser();
  const navigate = useNavigate();
  const ids = useMemo(() => rows.map(({ _id }) => _id), [rows]);
  const { rowProps, focusedIndex } = useRowNavigation({
    ids,
    open: (id) => navigate(`/transactions/${id}`),
    scrollToRow: (row) => windowed.scrollToRow(row),
  });
  const windowed = useWindowedSegments(rows, focusedIndex);
  return (
    <DayTable
      label="Transactions"
      head={<TransactionHeader columns="with-method" aria-rowindex={rowIndex.head} />}
      windowed={windowed}
      row={(transaction, rowNumber) => (
        <TransactionRow
          key={transaction._id}
          aria-rowindex={rowNumber}
          transaction={transaction}
          columns="with-method"
          currency={currency}
          {...rowProps(transaction._id)}
        />
      )}
      pages={pages}
      loadNextPage={transactionsResource.loadNextPage}
      skeleton={<TransactionSkeleton columns="with-method" />}
    />
  );
}
