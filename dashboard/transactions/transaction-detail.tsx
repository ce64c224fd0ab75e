import { type ReactNode, useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { PROBLEMS, type Problem } from '../../contract/problems.ts';
import type { Transaction } from '../../contract/transaction.ts';
import { LOADING, type Loadable } from '../store/loadable.ts';
import { fetchTransaction, useTransactions } from '../store/transactions.ts';
import { buttonClass } from '../ui/button.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { MarginDate } from '../ui/margin-date.tsx';
import { PageHeader, PageSection, useTitle } from '../ui/page.tsx';
import { SkeletonBar } from '../ui/skeleton.tsx';
import { BackLink } from './back-link.tsx';
import { DetailSkeleton } from './detail-skeleton.tsx';
import { TransactionFacts } from './transaction-facts.tsx';

/** Route component of one transaction, by `:transactionId`. */
export function TransactionDetail() {
  useTitle('Transactions');
  const { transactionId = '' } = useParams();
  const loadable = useTransactions((state) => state.byId[transactionId] ?? LOADING);
  useEffect(() => void fetchTransaction(transactionId), [transactionId]);

  return (
    <>
      {/* The same heading element before and after loading, because a new one would take the focus. */}
      <PageHeader
        margin={<BackLink />}
        heading={headingOf(loadable)}
        tools={
          <Link className={buttonClass()} to="/create-transaction">
            New Transaction
          </Link>
        }
      />
      <Body loadable={loadable} retry={() => fetchTransaction(transactionId)} />
    </>
  );
}

/** Whether the transaction does not exist, or the id is malformed. */
const isMissing = ({ code }: Problem) => code === 'transaction_not_found' || code === 'invalid';

function headingOf(loadable: Loadable<Transaction>): ReactNode {
  if (loadable.state === 'ready') return loadable.value.title;
  if (loadable.state === 'loading') return <Loading />;
  return isMissing(loadable.problem) ? PROBLEMS.transaction_not_found.title : 'Transaction';
}

function Loading() {
  return (
    <>
      <span className="sr-only">Loading</span>
      <SkeletonBar width="14rem" />
    </>
  );
}

function Body({ loadable, retry }: { loadable: Loadable<Transaction>; retry: () => void }) {
  if (loadable.state === 'loading') return <DetailSkeleton />;
  if (loadable.state === 'ready') {
    return (
      <PageSection className="leaf-plain" margin={<MarginDate date={loadable.value.date} />}>
        <TransactionFacts transaction={loadable.value} />
      </PageSection>
    );
  }
  return (
    <PageSection className="leaf-plain">
      {isMissing(loadable.problem) ? (
        <p className="text-ink-muted">It may have been deleted, or the address is not complete.</p>
      ) : (
        <LoadError problem={loadable.problem} retry={retry} />
      )}
    </PageSection>
  );
}
