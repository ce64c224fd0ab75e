import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import type { RecentTransaction } from '#contract/transaction-calls.ts';
import { useKnown } from '../../browser-state/known.ts';
import { recentTransactionsQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { BlankRows } from '../../shared/entries/blank-rows.tsx';
import { EntriesTable, RowGroup } from '../../shared/entries/table.tsx';
import { TransactionHeader, TransactionSkeleton, TransactionTableRow } from '../../shared/entries/transaction-row.tsx';
import { useRowNavigation } from '../../shared/entries/use-row-navigation.ts';
import { LoadError } from '../../ui/loading.tsx';
import { PageSection } from '../../ui/page.tsx';

/** Table of the newest transactions. */
export function RecentTransactions() {
  const recent = useQuery(recentTransactionsQuery(useKnown()));
  return (
    <PageSection kind="ledger" margin={<h2 className="note">Recent Transactions</h2>}>
      <EntriesTable aria-label="Recent Transactions" aria-busy={recent.isPending}>
        <RowGroup>
          <TransactionHeader columns="without-method" />
        </RowGroup>
        {recent.isPending && <TransactionSkeleton columns="without-method" />}
        {recent.data && recent.data.length > 0 && <Rows recent={recent.data} />}
      </EntriesTable>
      {recent.isLoadingError && <LoadError problem={recent.error.problem} retry={recent.refetch} />}
      {recent.data && recent.data.length === 0 && <NoTransactions />}
      {recent.data && recent.data.length > 0 && (
        <Link className="link mt-4" to="/transactions">
          View all transactions
        </Link>
      )}
    </PageSection>
  );
}

function Rows({ recent }: { recent: readonly RecentTransaction[] }) {
  const { currency } = useUser();
  const navigate = useNavigate();
  const { rowProps } = useRowNavigation({
    ids: recent.map(({ _id }) => _id),
    open: (id) => navigate(`/transactions/${id}`),
  });
  return (
    <RowGroup>
      {recent.map((transaction) => (
        <TransactionTableRow
          key={transaction._id}
          transaction={transaction}
          columns="without-method"
          currency={currency}
          {...rowProps(transaction._id)}
        />
      ))}
    </RowGroup>
  );
}

function NoTransactions() {
  return (
    <BlankRows>
      <span>You don't have any transactions</span>
      <Link className="link" to="/create-transaction">
        Make a transaction
      </Link>
    </BlankRows>
  );
}
