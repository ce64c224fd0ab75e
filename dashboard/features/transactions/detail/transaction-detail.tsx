import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { PROBLEMS, type Problem } from '#contract/problems.ts';
import type { User } from '#contract/user.ts';
import { loadDraft } from '../../../browser-state/drafts.ts';
import { useIsPast, useKnown } from '../../../browser-state/known.ts';
import { type DetailedTransaction, type Transfer, transactionQuery } from '../../../server/queries.ts';
import { useUser } from '../../../server/user.ts';
import { hasSeveralAccounts, nameOfAccount } from '../../../shared/accounts/accounts.ts';
import { categoryPath, isRefund } from '../../../shared/categories/categories.ts';
import { useCategories } from '../../../shared/categories/use-categories.ts';
import { BackLink } from '../../../shared/entries/back-link.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { formatDay, localDateOf } from '../../../ui/day.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { LargeAmount } from '../../../ui/large-amount.tsx';
import { lazyComponent } from '../../../ui/lazy.tsx';
import { LoadError, SkeletonBar } from '../../../ui/loading.tsx';
import { signOf } from '../../../ui/money.ts';
import { MarginDate, PageHeader, PageSection, useTitle } from '../../../ui/page.tsx';
import { editDraftKey, startsEdit } from '../form/edit-state.ts';
import { transferTitle } from '../listed-entry.ts';
import { ChangesLink } from './changes-link.tsx';
import { DeleteTransaction } from './delete-transaction.tsx';
import { AMOUNT_CLASSES, BANNER_CLASSES, DETAIL_CLASSES, dateText } from './detail-layout.ts';
import { EditButton } from './edit-button.tsx';
import { ImportedFromRows } from './imported-from.tsx';
import { LikeThis } from './like-this.tsx';
import { NoteText, TagsFact } from './note-text.tsx';
import { SetByNote, SetByRules, useOrigins } from './origins.tsx';
import { PartsTable } from './parts-table.tsx';
import { Receipt } from './receipt.tsx';
import { RepeatsButton } from './repeats-button.tsx';
import { TransferFacts } from './transfer-facts.tsx';

// The forms load zod.
const EditTransaction = lazyComponent(() => import('./edit-transaction.tsx').then((file) => file.EditTransaction));
const EditTransfer = lazyComponent(() => import('./edit-transfer.tsx').then((file) => file.EditTransfer));

const TYPE_CLASSES = { Expense: 'bg-expense-wash text-expense', Income: 'bg-accent-wash text-income' };

/** Route component of one transaction or transfer, by `:transactionId`. */
export function TransactionDetail() {
  useTitle('Transactions');
  const { transactionId = '' } = useParams();
  return <Detail key={transactionId} id={transactionId} />;
}

function Detail({ id }: { id: string }) {
  const query = useQuery(transactionQuery(id, useKnown()));
  const user = useUser();
  const isPast = useIsPast();
  return (
    <>
      {/* The same heading element before and after loading, because a new one would take the focus. */}
      <PageHeader
        margin={<BackLink />}
        heading={headingOf(query, user)}
        tools={
          !isPast && (
            <Link className={buttonClass()} to="/create-transaction">
              New Transaction
            </Link>
          )
        }
      />
      <Body id={id} query={query} />
    </>
  );
}

/** Whether the transaction does not exist, or the id is malformed. */
const isMissing = ({ code }: Problem) => code === 'transaction_not_found' || code === 'invalid';

function headingOf(query: UseQueryResult<DetailedTransaction | Transfer>, user: User): ReactNode {
  if (query.isPending) return <Loading />;
  if (query.isLoadingError)
    return isMissing(query.error.problem) ? PROBLEMS.transaction_not_found.title : 'Transaction';
  return query.data.type === 'Transfer' ? transferTitle(user, query.data) : query.data.title;
}

function Loading() {
  return (
    <>
      <span className="sr-only">Loading</span>
      <SkeletonBar width="14rem" />
    </>
  );
}

type BodyProps = { id: string; query: UseQueryResult<DetailedTransaction | Transfer> };

function Body({ id, query }: BodyProps) {
  if (query.isPending) return <DetailSkeleton />;
  if (!query.isLoadingError) {
    return (
      <PageSection kind="plain" margin={<MarginDate date={query.data.date} />}>
        <FactsOrForm id={id} value={query.data} />
      </PageSection>
    );
  }
  return (
    <PageSection kind="plain">
      {isMissing(query.error.problem) ? (
        <p className="text-ink-muted">It may have been deleted, or the address is not complete.</p>
      ) : (
        <LoadError problem={query.error.problem} retry={query.refetch} />
      )}
    </PageSection>
  );
}

/** Whether the form opens with the fields as they are, or with two parts. */
type Edit = 'fields' | 'split';

/** The details, and in their place the form that changes them. */
function FactsOrForm({ id, value }: { id: string; value: DetailedTransaction | Transfer }) {
  const { _id: userId } = useUser();
  const location = useLocation();
  const isPast = useIsPast();
  const [opened, setOpened] = useState<Edit | null>(() =>
    startsEdit(location) || loadDraft(editDraftKey(id), userId) !== undefined ? 'fields' : null,
  );
  const editing = isPast ? null : opened;
  const [hasEdited, setHasEdited] = useState(false);

  function edit(what: Edit) {
    setOpened(what);
    setHasEdited(true);
  }
  const done = useCallback(() => {
    setOpened(null);
    setHasEdited(true);
  }, []);

  if (value.type === 'Transfer')
    return editing ? (
      <EditTransfer transfer={value} onDone={done} />
    ) : (
      <TransferFacts transfer={value} onEdit={() => edit('fields')} focusEdit={hasEdited} />
    );
  return editing ? (
    <EditTransaction transaction={value} splits={editing === 'split'} onDone={done} />
  ) : (
    <TransactionFacts transaction={value} onEdit={edit} focusEdit={hasEdited} />
  );
}

type FactsProps = { transaction: DetailedTransaction; onEdit: (what: Edit) => void; focusEdit: boolean };

/** Details of a transaction, with the buttons that change and delete it. */
function TransactionFacts({ transaction, onEdit, focusEdit }: FactsProps) {
  const {
    type,
    title,
    amount,
    wallet,
    category,
    receipt,
    account,
    parts,
    changedAt,
    imported = [],
    note,
    tags,
  } = transaction;
  const user = useUser();
  const categories = useCategories();
  const origins = useOrigins(transaction._id);
  const { currency } = user;
  return (
    <div className={DETAIL_CLASSES}>
      <div className="min-w-0">
        <p className="text-ink-muted">{dateText(transaction)}</p>
        <p className={`${BANNER_CLASSES} ${TYPE_CLASSES[type]}`}>{type}</p>
        <div className={AMOUNT_CLASSES}>
          <LargeAmount amount={amount} currency={currency} size="amount" sign={signOf(type)} />
        </div>
        <Facts>
          <SetByRules origins={origins} fields={['title']} />
          {wallet && (
            <Fact term="Wallet">
              {wallet}
              <SetByNote origin={origins.wallet} />
            </Fact>
          )}
          {category && (
            <Fact term={isRefund(categories, transaction) ? 'Refund of' : 'Category'}>
              {categoryPath(categories, { ...transaction, category })}
              <SetByNote origin={origins.category} />
            </Fact>
          )}
          {hasSeveralAccounts(user) && <Fact term="Account">{nameOfAccount(user, account)}</Fact>}
          {changedAt && (
            <Fact term="Last changed">
              {formatDay(localDateOf(new Date(changedAt))).long}
              <ChangesLink entry={transaction._id} />
            </Fact>
          )}
          {tags && <TagsFact tags={tags} origin={origins.tags} />}
          <SetByRules origins={origins} fields={['note', 'parts']} />
          {receipt === null && (
            <Fact term="Receipt">
              <span className="text-ink-muted">No receipt</span>
            </Fact>
          )}
        </Facts>
        {note !== undefined && <NoteText note={note} />}
        {parts && <PartsTable {...{ type, parts, amount, currency }} />}
        {imported.length > 0 && <ImportedFromRows rows={imported} note={note} />}
        <div className="mt-8 flex flex-wrap gap-3">
          <EditButton focus={focusEdit} onClick={() => onEdit('fields')} />
          {!parts && (
            <Button writes onClick={() => onEdit('split')}>
              Split
            </Button>
          )}
          <RepeatsButton entry={transaction} />
          <DeleteTransaction id={transaction._id} kind="transaction" />
        </div>
      </div>
      {receipt === null ? <LikeThis entry={transaction} /> : <Receipt key={receipt} url={receipt} title={title} />}
    </div>
  );
}

/** Placeholder of the transaction details while loading. */
function DetailSkeleton() {
  return (
    <PageSection kind="plain">
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className={DETAIL_CLASSES}>
        <div>
          <SkeletonBar width="9rem" />
          <div className="mt-3 h-[1.9rem] w-20 border-l-3 border-rule bg-surface" />
          <div className={AMOUNT_CLASSES}>
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
