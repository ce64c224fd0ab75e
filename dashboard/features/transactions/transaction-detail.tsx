import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { PROBLEMS, type Problem } from '../../../contract/problems.ts';
import type { Transaction } from '../../../contract/transaction.ts';
import { type Loadable, useResource } from '../../server/resource.ts';
import { transactionResource } from '../../server/resources.ts';
import { useUser } from '../../server/user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { formatDay, localDateOf } from '../../ui/day.ts';
import { LargeAmount } from '../../ui/large-amount.tsx';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { signOf } from '../../ui/money.ts';
import { MarginDate, PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { BackLink } from './back-link.tsx';
import { DeleteTransaction } from './delete-transaction.tsx';
import { Receipt } from './receipt.tsx';

/** Route component of one transaction, by `:transactionId`. */
export function TransactionDetail() {
  useTitle('Transactions');
  const { transactionId = '' } = useParams();
  const loadable = useResource(transactionResource(transactionId));

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
      <Body loadable={loadable} />
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

function Body({ loadable }: { loadable: Loadable<Transaction> }) {
  if (loadable.state === 'loading') return <DetailSkeleton />;
  if (loadable.state === 'ready') {
    return (
      <PageSection kind="plain" margin={<MarginDate date={loadable.value.date} />}>
        <TransactionFacts transaction={loadable.value} />
      </PageSection>
    );
  }
  return (
    <PageSection kind="plain">
      {isMissing(loadable.problem) ? (
        <p className="text-ink-muted">It may have been deleted, or the address is not complete.</p>
      ) : (
        <LoadError problem={loadable.problem} retry={loadable.retry} />
      )}
    </PageSection>
  );
}

/** Details of a transaction and its delete button. */
function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const { type, title, amount, wallet, category, receipt } = transaction;
  const { currency } = useUser();
  return (
    <div className="detail">
      <div className="min-w-0">
        <p className="text-ink-muted">{dateText(transaction)}</p>
        <p className="banner" data-type={type === 'Expense' ? 'expense' : 'income'}>
          {type}
        </p>
        <div className="detail-amount">
          <LargeAmount amount={amount} currency={currency} size="amount" sign={signOf(type)} />
        </div>
        <dl className="facts">
          {wallet && (
            <>
              <dt>Wallet</dt>
              <dd>{wallet}</dd>
            </>
          )}
          {category && (
            <>
              <dt>Category</dt>
              <dd>{category}</dd>
            </>
          )}
        </dl>
        <DeleteTransaction id={transaction._id} />
      </div>
      <Receipt url={receipt} title={title} />
    </div>
  );
}

/** The day of recording; if the date of the transaction differs, both. */
function dateText({ date, createdAt }: Transaction): string {
  const recorded = localDateOf(new Date(createdAt));
  const recordedText = formatDay(recorded).long;
  return recorded === date ? recordedText : `${formatDay(date).long}, recorded on ${recordedText}`;
}

/** Placeholder of the transaction details while loading. */
function DetailSkeleton() {
  return (
    <PageSection kind="plain">
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="detail">
        <div>
          <SkeletonBar width="9rem" />
          <div className="banner banner-blank" />
          <div className="detail-amount">
            <SkeletonBar width="13rem" />
          </div>
          <dl className="facts">
            <dt>Wallet</dt>
            <dd>
              <SkeletonBar width="5rem" />
            </dd>
            <dt>Category</dt>
            <dd>
              <SkeletonBar width="4rem" />
            </dd>
          </dl>
        </div>
      </div>
    </PageSection>
  );
}
