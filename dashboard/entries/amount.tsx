import { formatMoney, signOf } from '../ui/money.ts';

type Props = { type: string; amount: number; currency: string };

/** Signed amount of a transaction, such as `− $38.64`. */
export function Amount({ type, amount, currency }: Props) {
  return (
    <span className="amount" data-type={type === 'Expense' ? 'expense' : 'income'}>
      <span className="amount-sign">{signOf(type)}</span> {formatMoney(amount, currency)}
    </span>
  );
}

/** Type of a transaction with its color mark. */
export function TypeMark({ type }: { type: string }) {
  return (
    <span className="type-mark" data-type={type === 'Expense' ? 'expense' : 'income'}>
      {type}
    </span>
  );
}
