import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Transaction } from '../../contract/transaction.ts';
import { LOADING } from '../store/loadable.ts';
import { fetchTransaction, useBooks } from '../store/transactions.ts';
import { buttonClass } from '../ui/button.tsx';
import { DayMark } from '../ui/day-mark.tsx';
import { Failure } from '../ui/failure.tsx';
import { Leaf, PageHead, useTitle } from '../ui/page.tsx';
import { Bar } from '../ui/skeleton.tsx';
import { BackLink } from './back-link.tsx';
import { DetailSkeleton } from './detail-skeleton.tsx';
import { TransactionFacts } from './transaction-facts.tsx';

/** One transaction, by the id in the address. */
export function TransactionDetail() {
  useTitle('Transactions');
  const { transactionId = '' } = useParams();
  const loadable = useBooks((books) => books.single[transactionId] ?? LOADING);
  useEffect(() => void fetchTransaction(transactionId), [transactionId]);

  if (loadable.state === 'ready') return <Detail transaction={loadable.value} />;
  if (loadable.state === 'loading') {
    return (
      <>
        <Head heading={<Loading />} />
        <DetailSkeleton />
      </>
    );
  }
  const { problem } = loadable;
  if (problem.code === 'transaction_not_found' || problem.code === 'invalid') {
    return (
      <>
        <Head heading="This transaction does not exist" />
        <Leaf className="leaf-plain">
          <p className="text-ink-muted">It may have been deleted, or the address is not complete.</p>
        </Leaf>
      </>
    );
  }
  return (
    <>
      <Head heading="Transaction" />
      <Leaf className="leaf-plain">
        <Failure problem={problem} retry={() => fetchTransaction(transactionId)} />
      </Leaf>
    </>
  );
}

function Loading() {
  return (
    <>
      <span className="sr-only">Loading</span>
      <Bar width="14rem" />
    </>
  );
}

function Head({ heading }: { heading: React.ReactNode }) {
  return (
    <PageHead
      margin={<BackLink />}
      heading={heading}
      tools={
        <Link className={buttonClass()} to="/create-transaction">
          New Transaction
        </Link>
      }
    />
  );
}

function Detail({ transaction }: { transaction: Transaction }) {
  return (
    <>
      <Head heading={transaction.title} />
      <Leaf className="leaf-plain" margin={<DayMark date={transaction.date} />}>
        <TransactionFacts transaction={transaction} />
      </Leaf>
    </>
  );
}
