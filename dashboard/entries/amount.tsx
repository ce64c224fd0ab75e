import { tv } from 'tailwind-variants/lite';
import { formatMoney, signOf } from '../ui/money.ts';

type Props = { type: string; amount: number; currency: string };

/** Signed amount of a transaction, such as `− $38.64`. */
export function Amount({ type, amount, currency }: Props) {
  const isExpense = type === 'Expense';
  return (
    <span className={`whitespace-nowrap ${isExpense ? '' : 'font-semibold text-income'}`}>
      <span className={isExpense ? 'font-semibold text-expense' : ''}>{signOf(type)}</span>{' '}
      {formatMoney(amount, currency)}
    </span>
  );
}

/** The marks are a minus and a plus. */
const typeMark = tv({
  base: 'inline-flex items-center before:flex-none',
  variants: {
    type: {
      expense: 'text-ink-muted before:bg-expense before:[clip-path:polygon(0_42%,100%_42%,100%_58%,0_58%)]',
      income: [
        'text-income before:bg-income',
        'before:[clip-path:polygon(42%_0,58%_0,58%_42%,100%_42%,100%_58%,58%_58%,58%_100%,42%_100%,42%_58%,0_58%,0_42%,42%_42%)]',
      ],
    },
    small: { true: 'gap-[0.3rem] before:size-[8px]', false: 'gap-[0.55rem] before:size-[10px]' },
  },
});

/** Type of a transaction with its color mark. */
export function TypeMark({ type, small = false }: { type: string; small?: boolean }) {
  return <span className={typeMark({ type: type === 'Expense' ? 'expense' : 'income', small })}>{type}</span>;
}
