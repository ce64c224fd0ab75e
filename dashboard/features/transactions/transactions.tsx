import { keepPreviousData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { Account } from '#contract/account.ts';
import { isTransactionDate } from '#contract/days.ts';
import type { Entry, Transaction } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { useIsPast, useKnown } from '../../browser-state/known.ts';
import { entriesQuery } from '../../server/entry-queries.ts';
import type { PageOfList } from '../../server/list-query.ts';
import { transactionsQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { hasSeveralAccounts } from '../../shared/accounts/accounts.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { hasRefund } from '../../shared/categories/categories.ts';
import { useCategories } from '../../shared/categories/use-categories.ts';
import { BlankRows } from '../../shared/entries/blank-rows.tsx';
import { BesideMargin, DayTable, DayTableSkeleton } from '../../shared/entries/day-table.tsx';
import { useFromList } from '../../shared/entries/from-list.ts';
import { ImportDrop } from '../../shared/entries/import-drop.tsx';
import { ImportLink } from '../../shared/entries/import-link.tsx';
import { rowIndex } from '../../shared/entries/segments.ts';
import {
  type ListedTransaction,
  TransactionHeader,
  TransactionSkeleton,
  TransactionTableRow,
} from '../../shared/entries/transaction-row.tsx';
import { useRowNavigation } from '../../shared/entries/use-row-navigation.ts';
import { useWindowedSegments } from '../../shared/entries/use-windowed-segments.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { lazyComponent, lazyOverlay } from '../../ui/lazy.tsx';
import { LoadError } from '../../ui/loading.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { AboveList, AccountFilter } from './account-filter.tsx';
import type { BulkQuestion } from './bulk/bulk-dialog.tsx';
import { queryOfList, type Selectable } from './bulk/selection.ts';
import { type SelectingKeys, useSelecting } from './bulk/use-selecting.tsx';
import { JumpToDay, UNTIL } from './jump-to-day.tsx';
import { ListHead } from './list-head.tsx';
import { listedEntry } from './listed-entry.ts';
import { FoundTotals } from './search/found-totals.tsx';
import { matchedWords, type Searched, textsAsked } from './search/matched-words.ts';
import { type SearchState, useSearch } from './search/use-search.ts';
import { Views } from './search/views.tsx';
import type { UnfoldedRow } from './unfolded/use-saved-field.ts';
import { useUnfolding } from './unfolded/use-unfolding.tsx';

const CreateTransactionView = lazyComponent(() =>
  import('./form/create-transaction.tsx').then((file) => file.CreateTransactionView),
);

const SelectionBar = lazyComponent(() => import('./bulk/selection-bar.tsx').then((file) => file.SelectionBar));
const BulkDialog = lazyOverlay(() => import('./bulk/bulk-dialog.tsx').then((file) => file.BulkDialog));

/** Transactions screen: the list, or the form for the first transaction. */
export function Transactions() {
  useTitle('Transactions');
  return (
    <>
      <ImportDrop />
      <Entries />
    </>
  );
}

function Entries() {
  const user = useUser();
  const [address] = useSearchParams();
  const account = user.accounts.find(({ _id }) => _id === address.get('account'));
  const until = dayIn(address);
  const search = useSearch(user, account);
  const several = hasSeveralAccounts(user);
  const isUnfiltered = account === undefined && until === null && search.text === '' && search.asked === '';
  const all = useInfiniteQuery({ ...entriesQuery({}, useKnown()), enabled: several && isUnfiltered });
  const isEmpty = several ? all.data?.rows.length === 0 : user.transactionCount === 0;
  if (isUnfiltered && isEmpty) return <CreateTransactionView first />;
  return (
    <>
      <ListHeader />
      <ListHead search={search} />
      <Views search={search} />
      <AboveList>
        {several && <AccountFilter user={user} chosen={account?._id ?? null} />}
        <JumpToDay until={until} />
      </AboveList>
      {search.asked !== '' && <FoundTotals asked={search.asked} />}
      {isUnfiltered && !several ? (
        <TransactionRows />
      ) : (
        <EntryRows user={user} account={account} until={until} search={search} />
      )}
    </>
  );
}

/** The day (ISO date) up to which the list goes, by the address; null for the newest entries. */
function dayIn(query: URLSearchParams): string | null {
  const day = query.get(UNTIL);
  return day !== null && isTransactionDate(day) ? day : null;
}

/** The transactions of the only account. */
function TransactionRows() {
  const list = useInfiniteQuery(transactionsQuery(useKnown()));
  return (
    <RowsOrNot list={list}>
      {(rows) => <EntryTable list={list} rows={rows} listed={asItIs} q="" words={null} />}
    </RowsOrNot>
  );
}

const asItIs = (transaction: Transaction) => transaction;

type EntryRowsProps = {
  user: User;
  /** The account that is chosen. */
  account: Account | undefined;
  until: string | null;
  search: SearchState;
};

/** The entries that the query finds, of all accounts or of the chosen account, up to the day. */
function EntryRows({ user, account, until, search }: EntryRowsProps) {
  const { asked, isAnswered, change } = search;
  const isFound = asked !== '';
  const { alternatives } = search.reading;
  const words = useMemo(
    () => (isFound ? alternatives.flat().flatMap(({ query }) => textsAsked(query)) : null),
    [isFound, alternatives],
  );
  const list = useInfiniteQuery({
    // Of an account that is chosen the query asks, too, as its totals do.
    ...entriesQuery(isFound ? { until, q: asked } : { until, account: account?._id ?? null }, useKnown()),
    enabled: isAnswered,
    ...(isFound && { placeholderData: keepPreviousData }),
  });
  const seenFrom = hasSeveralAccounts(user) ? (account?._id ?? null) : (user.accounts[0]?._id ?? null);
  const listed = useCallback((entry: Entry) => listedEntry(user, entry, seenFrom), [user, seenFrom]);
  const { accounts } = user;
  const q = queryOfList({
    asked,
    until,
    today: useToday(),
    accounts,
    // The query asks for the account already.
    account: isFound ? null : (account?.name ?? null),
  });
  const clear = (
    <button type="button" className="link" onClick={() => change('')}>
      Clear the search
    </button>
  );
  if (!isAnswered || (list.isLoadingError && isFound && list.error.problem.code === 'invalid'))
    return <NoRows after={clear}>The search is not understood</NoRows>;
  if (list.data?.rows.length === 0) {
    if (isFound) return <NoRows after={clear}>Nothing matches this search{until !== null && ' up to this day'}</NoRows>;
    return (
      <NoRows
        after={
          <Link className="link" to="/create-transaction">
            Make a transaction
          </Link>
        }
      >
        {until === null ? 'Nothing is written in this account yet' : 'Nothing is written up to this day'}
      </NoRows>
    );
  }
  return (
    <RowsOrNot list={list}>
      {(rows) => (
        <div aria-busy={list.isPlaceholderData}>
          <EntryTable key={`${account?._id} ${until} ${asked}`} {...{ list, rows, listed, q, words }} />
        </div>
      )}
    </RowsOrNot>
  );
}

/** Why there are no rows, on the blank page, and what can be done. */
function NoRows({ after, children }: { after: ReactNode; children: ReactNode }) {
  return (
    <BesideMargin>
      <BlankRows>
        <span>{children}</span>
        {after}
      </BlankRows>
    </BesideMargin>
  );
}

function ListHeader() {
  const isPast = useIsPast();
  return (
    <PageHeader
      heading="Transactions"
      tools={
        !isPast && (
          <div className="flex items-baseline gap-5 max-sm:hidden">
            <Link className="link" to="/settings#exports">
              Export
            </Link>
            <ImportLink />
            <Link className={buttonClass('primary')} to="/create-transaction">
              New Transaction
            </Link>
          </div>
        )
      }
    />
  );
}

type RowsOrNotProps<Row> = {
  list: UseInfiniteQueryResult<PageOfList<Row>>;
  children: (rows: readonly Row[]) => ReactNode;
};

/** The list, its placeholder while it loads, or why it can't be loaded. */
function RowsOrNot<Row>({ list, children }: RowsOrNotProps<Row>) {
  if (list.isPending)
    return (
      <DayTableSkeleton label="Transactions" head={<TransactionHeader columns="with-method" />}>
        <TransactionSkeleton columns="with-method" />
      </DayTableSkeleton>
    );
  if (list.isLoadingError)
    return (
      <PageSection kind="plain">
        <LoadError problem={list.error.problem} retry={list.refetch} />
      </PageSection>
    );
  return children(list.data.rows);
}

type EntryTableProps<Row> = {
  list: UseInfiniteQueryResult;
  rows: readonly Row[];
  /** Makes the row of an entry. */
  listed: (entry: Row) => ListedTransaction;
  /** The query that finds all entries of the list. */
  q: string;
  /** The texts that a search asks for; null without a search, whose totals would stand above the list. */
  words: readonly string[] | null;
};

/** The amount of an entry in sums, signed, in whole units: the part that a query counts; 0 for a transfer. */
function countsOf({ type, amount, counted }: ListedTransaction): number {
  if (type === 'Transfer') return 0;
  return counted ?? (type === 'Expense' ? -amount : amount);
}

function EntryTable<Row extends UnfoldedRow & Searched>(props: EntryTableProps<Row>) {
  const { list, rows, listed, q, words } = props;
  const { hasNextPage, isFetchNextPageError, fetchNextPage } = list;
  const { currency } = useUser();
  const categories = useCategories();
  const isPast = useIsPast();
  const navigate = useNavigate();
  const from = useFromList();
  const ids = useMemo(() => rows.map(({ _id }) => _id), [rows]);
  const selectable = useMemo(
    () => new Map(rows.map((row): [string, Selectable] => [row._id, { _id: row._id, counts: countsOf(listed(row)) }])),
    [rows, listed],
  );
  const unfolding = useUnfolding();
  const [question, setQuestion] = useState<BulkQuestion | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { rowProps, focusedIndex } = useRowNavigation({
    ids,
    open: (id) => navigate(`/transactions/${id}`, { state: from }),
    ...(!isPast && { edit: (id: string) => unfolding.unfold(id, 'title') }),
    letters: true,
    more: hasNextPage && !isFetchNextPageError ? () => fetchNextPage({ cancelRefetch: false }) : null,
    scrollToRow: (row) => windowed.scrollToRow(row),
  });
  const windowed = useWindowedSegments(rows, focusedIndex);
  const ask = (asked: BulkQuestion) => {
    setQuestion(asked);
    setAsking(true);
  };
  const selecting = useSelecting({
    rows: useMemo(() => [...selectable.values()], [selectable]),
    q,
    focusedIndex,
    isOff: isPast,
    onCategory: (entries) => ask({ what: 'category', entries }),
  });

  return (
    <div {...(selecting.isShown && { 'data-selecting': '' })}>
      <p role="status" className="sr-only">
        {selecting.announced}
      </p>
      {!isPast && <SelectButton selecting={selecting} isBesideTools={words === null} />}
      <DayTable
        label="Transactions"
        head={<TransactionHeader columns="with-method" aria-rowindex={rowIndex.head} />}
        windowed={windowed}
        row={(entry, rowNumber) => {
          const shown = listed(entry);
          const transaction = { ...shown, isRefund: hasRefund(categories, shown) };
          const own = rowProps(entry._id);
          const mark = selectable.get(entry._id);
          return (
            <Fragment key={entry._id}>
              <TransactionTableRow
                aria-rowindex={rowNumber}
                transaction={transaction}
                matched={words && matchedWords(words, entry)}
                columns="with-method"
                currency={currency}
                {...(!isPast && { onCategory: () => unfolding.unfold(entry._id, 'category') })}
                {...(mark && !isPast ? selecting.rowProps(mark, transaction.title, own) : own)}
              />
              {unfolding.below(entry, own.id)}
            </Fragment>
          );
        }}
        list={list}
        skeleton={<TransactionSkeleton columns="with-method" />}
      />
      {selecting.isSelecting && (
        <Suspense fallback={null}>
          <SelectionBar selecting={selecting} onAsk={ask} />
        </Suspense>
      )}
      <BulkDialog
        open={isAsking}
        onOpenChange={setAsking}
        question={question}
        onDone={selecting.clear}
        focusInstead={selecting.focusedRow}
      />
    </div>
  );
}

/** Beside the day to go to. */
const RAISED = 'max-xs:-mt-12 max-xs:ml-auto max-xs:w-fit max-xs:relative';

type SelectButtonProps = { selecting: SelectingKeys; isBesideTools: boolean };

/**
 * Button for screens without a pointer, on which a press selects a row while it is on. On narrow screens it stands
 * beside the day, where nothing stands between.
 */
function SelectButton({ selecting: { isMarking, setMarking, clear }, isBesideTools }: SelectButtonProps) {
  const isRaised = isBesideTools ? RAISED : '';
  return (
    <p className={`mb-2 hidden justify-end max-xs:-mt-2 max-md:flex touch:flex print:hidden ${isRaised}`}>
      <Button
        kind="quiet"
        size="compact"
        className="-mr-3"
        aria-pressed={isMarking}
        onClick={() => (isMarking ? clear() : setMarking(true))}
      >
        {isMarking ? 'Done' : 'Select'}
      </Button>
    </p>
  );
}
