import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { PROBLEMS, type Problem } from '../../../contract/problems.ts';
import type { Transaction } from '../../../contract/transaction.ts';
import { type Loadable, useResource } from '../../server/resource.ts';
import { transactionResource } from '../../server/resources.ts';
import { useUser } from '../../server/user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { formatDay, localDateOf } from '../../ui/day.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
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

/** Columns of the facts and the receipt. `--room` is the width of the facts, which the large amount shrinks to. */
const DETAIL = [
  'sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,13rem)] sm:gap-x-10',
  'lg:grid-cols-[minmax(0,1fr)_minmax(0,18rem)] lg:gap-x-18',
  'sm:[--room:calc(100vw-var(--sidebar)-var(--page-left)-var(--page-right)-var(--indent)-16.5rem)]',
  'lg:[--room:min(var(--measure)-22.5rem,100vw-var(--sidebar)-var(--page-left)-var(--page-right)-var(--indent)-23.5rem)]',
].join(' ');

const AMOUNT = 'mt-9 mb-10 min-h-(--text-amount)';

/** Details of a transaction and its delete button. */
function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const { type, title, amount, wallet, category, receipt } = transaction;
  const { currency } = useUser();
  return (
    <div className={DETAIL}>
      <div className="min-w-0">
        <p className="text-ink-muted">{dateText(transaction)}</p>
        <p
          className={`mt-4 border-l-3 px-4 py-[0.6rem] font-semibold ${type === 'Expense' ? 'bg-expense-wash text-expense' : 'bg-accent-wash text-income'}`}
        >
          {type}
        </p>
        <div className={AMOUNT}>
          <LargeAmount amount={amount} currency={currency} size="amount" sign={signOf(type)} />
        </div>
        <Facts>
          {wallet && <Fact term="Wallet">{wallet}</Fact>}
          {category && <Fact term="Category">{category}</Fact>}
        </Facts>
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
      <div className={DETAIL}>
        <div>
          <SkeletonBar width="9rem" />
          <div className="mt-4 h-[2.7rem] border-l-3 border-rule bg-surface" />
          <div className={AMOUNT}>
            <SkeletonBar width="13rem" />
          </div>
          <Facts>
            <Fact term="Wallet">
              <SkeletonBar width="5rem" />
            </Fact>
            <Fact term="Category">
              <SkeletonBar width="4rem" />
            </Fact>
          </Facts>
        </div>
      </div>
    </PageSection>
  );
}
