import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { fetchTransactions, useTransactions } from '../store/transactions.ts';
import { useUser } from '../store/user.ts';
import { buttonClass } from '../ui/button.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { PageHeader, PageSection, useTitle } from '../ui/page.tsx';
import { RowGroup, Table } from '../ui/table.tsx';
import { TransactionHeader, TransactionSkeleton } from '../ui/transaction-row.tsx';
import { DayList } from './day-list.tsx';

const CreateTransactionView = lazyComponent('CreateTransactionView', () => import('./create-transaction.tsx'));

/** Transactions screen: the list, or the form for the first transaction. */
export function Transactions() {
  useTitle('Transactions');
  const { transactionCount } = useUser();
  return transactionCount === 0 ? <CreateTransactionView first /> : <TransactionList />;
}

function TransactionList() {
  const pages = useTransactions((state) => state.pages);
  useEffect(() => void fetchTransactions(), []);
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
      {pages.state === 'ready' && <DayList pages={pages.value} />}
      {pages.state === 'loading' && <Loading />}
      {pages.state === 'failed' && (
        <PageSection className="leaf-plain">
          <LoadError problem={pages.problem} retry={fetchTransactions} />
        </PageSection>
      )}
    </>
  );
}

function Loading() {
  return (
    <Table aria-label="Transactions" aria-busy="true" className="days">
      <RowGroup className="day days-head">
        <div className="day-rows">
          <TransactionHeader columns="with-method" />
        </div>
      </RowGroup>
      <div className="day">
        <div className="day-rows">
          <TransactionSkeleton columns="with-method" />
        </div>
      </div>
    </Table>
  );
}
