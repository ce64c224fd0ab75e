import type { Transaction } from '../../contract/transaction.ts';
import { useUser } from '../store/user.ts';
import { dayOf, formatDay } from '../ui/day.ts';
import { LargeAmount } from '../ui/large-amount.tsx';
import { signOf } from '../ui/money.ts';
import { DeleteTransaction } from './delete-transaction.tsx';
import { Receipt } from './receipt.tsx';

/** What is known of a transaction, and the way to delete it. */
export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const { type, title, amount, wallet, category, receipt } = transaction;
  const { currency } = useUser();
  return (
    <div className="detail">
      <div className="min-w-0">
        <p className="text-ink-muted">{written(transaction)}</p>
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

/** The day it was recorded; when it stands under another day, both. */
function written({ date, createdAt }: Transaction): string {
  const recorded = dayOf(new Date(createdAt));
  const words = formatDay(recorded).long;
  return recorded === date ? words : `${formatDay(date).long}, recorded on ${words}`;
}
