import type { Transaction } from '../../contract/transaction.ts';
import { useUser } from '../store/user.ts';
import { formatDay, localDateOf } from '../ui/day.ts';
import { LargeAmount } from '../ui/large-amount.tsx';
import { signOf } from '../ui/money.ts';
import { DeleteTransaction } from './delete-transaction.tsx';
import { Receipt } from './receipt.tsx';

/** Details of a transaction and its delete button. */
export function TransactionFacts({ transaction }: { transaction: Transaction }) {
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
