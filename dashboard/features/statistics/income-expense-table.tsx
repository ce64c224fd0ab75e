import { AmountText } from '../../shared/entries/amount.tsx';
import { Explained } from '../../shared/explain/explained.tsx';
import { AccountTable } from '../../ui/account-table.tsx';
import { formatMoney, MINUS, signedText } from '../../ui/money.ts';

/** In whole units. From here on the amount may not fit beside its label in a narrow column. */
const LONG_AMOUNT_MIN = 100_000_000;

const KEY = 'mr-[0.6rem] inline-block size-3.5 translate-y-px rounded-[1px]';
const HATCHED =
  'border border-chart-2 bg-[repeating-linear-gradient(-45deg,var(--chart-2)_0_1.5px,var(--expense-wash)_1.5px_4px)]';

type Props = {
  income: number;
  expense: number;
  currency: string;
  /** Label of the difference. */
  result: 'Difference' | 'Left each month';
  /** The names of both figures (product 5.9), and their context for screen readers, such as `of each month`. */
  figures: { income: string; expense: string; context: string };
  /** Adds the legend of the doughnut beside it, whose ring is the income: what is spent of it, and what is left. */
  withLegend?: boolean;
  className?: string;
};

/** Table of income, expense and their difference, in whole units. */
export function IncomeExpenseTable(props: Props) {
  const { income, expense, currency, result, figures, withLegend = false, className = '' } = props;
  const difference = Math.round((income - expense) * 100) / 100;
  const long = Math.max(income, expense) >= LONG_AMOUNT_MIN;
  return (
    <AccountTable
      size={withLegend ? 'large' : 'small'}
      long={long && !withLegend}
      className={className}
      lines={[
        {
          name: 'Income',
          mark: withLegend && <span className={KEY} />,
          amount: (
            <Explained figure={figures.income} name={`income ${figures.context}`}>
              <AmountText type="Income" amount={income} currency={currency} />
            </Explained>
          ),
        },
        {
          name: 'Expense',
          mark: withLegend && <span className={`${KEY} ${HATCHED}`} />,
          amount: (
            <Explained figure={figures.expense} name={`expense ${figures.context}`}>
              <AmountText type="Expense" amount={expense} currency={currency} />
            </Explained>
          ),
        },
      ]}
      result={{
        name: result,
        mark: withLegend && <span className={`${KEY} bg-chart-1`} />,
        amount: (
          <>
            {result === 'Difference' && difference !== 0 && signedText(difference < 0 ? MINUS : '+', '')}
            {formatMoney(difference, currency)}
          </>
        ),
      }}
    />
  );
}
