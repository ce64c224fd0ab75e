import { cva } from 'class-variance-authority';
import { formatMoney, signOf } from '../../ui/money.ts';

type Props = {
  type: string;
  amount: number;
  currency: string;
  /** Sign; by default the type's. A transfer has one only as seen from an account. */
  sign?: string | undefined;
};

/** Signed amount of a transaction, such as `− $38.64`. A transfer has a neutral color. */
export function AmountText({ type, amount, currency, sign = type === 'Transfer' ? '' : signOf(type) }: Props) {
  const kind = typeOf(type);
  return (
    <span className={amountText({ kind })}>
      {sign && <span className={SIGN[kind]}>{sign}</span>} {formatMoney(amount, currency)}
    </span>
  );
}

const amountText = cva('whitespace-nowrap', {
  variants: { kind: { expense: '', income: 'font-semibold text-income', transfer: '' } },
});

const SIGN = { expense: 'font-semibold text-expense', income: '', transfer: 'text-ink-muted' };

/** Every type but the two named here counts as income (product 3.2). */
function typeOf(type: string): 'expense' | 'income' | 'transfer' {
  if (type === 'Transfer') return 'transfer';
  return type === 'Expense' ? 'expense' : 'income';
}

/** The marks are a minus, a plus and an equals sign. */
const typeMark = cva('inline-flex items-center before:flex-none', {
  variants: {
    type: {
      expense: 'text-ink-muted before:bg-expense before:[clip-path:polygon(0_42%,100%_42%,100%_58%,0_58%)]',
      income: [
        'text-income before:bg-income',
        'before:[clip-path:polygon(42%_0,58%_0,58%_42%,100%_42%,100%_58%,58%_58%,58%_100%,42%_100%,42%_58%,0_58%,0_42%,42%_42%)]',
      ],
      transfer: [
        'text-ink-muted before:bg-ink-muted',
        'before:[clip-path:polygon(0_22%,100%_22%,100%_38%,0_38%,0_62%,100%_62%,100%_78%,0_78%)]',
      ],
    },
    small: { true: 'gap-[0.3rem] before:size-[8px]', false: 'gap-[0.55rem] before:size-[10px]' },
  },
});

/** Type of a transaction with its color mark. */
export function TypeMark({ type, small = false }: { type: string; small?: boolean }) {
  return <span className={typeMark({ type: typeOf(type), small })}>{type}</span>;
}

/** The same in a column, where the title needs the room: only the mark is seen. */
export function TypeMarkInColumn({ type }: { type: string }) {
  return (
    <span className={typeMark({ type: typeOf(type), small: false })} title={type}>
      <span className="max-[1280px]:sr-only xl:in-data-two-columns:sr-only">{type}</span>
    </span>
  );
}
