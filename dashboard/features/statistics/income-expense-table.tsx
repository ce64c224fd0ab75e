import { Amount } from '../../entries/amount.tsx';
import { formatMoney, MINUS } from '../../ui/money.ts';

/** In whole units. From here on the amount may not fit beside its label in a narrow column. */
const LONG_AMOUNT_MIN = 100_000_000;

type Props = {
  income: number;
  expense: number;
  currency: string;
  /** Label of the difference. */
  result: 'Difference' | 'Left each month';
  /** Adds the color legend of the chart beside it. */
  withLegend?: boolean;
};

/** Table of income, expense and their difference, in whole units. */
export function IncomeExpenseTable({ income, expense, currency, result, withLegend = false }: Props) {
  const difference = Math.round((income - expense) * 100) / 100;
  const long = Math.max(income, expense) >= LONG_AMOUNT_MIN;
  return (
    <table className="account" data-keyed={withLegend || undefined} data-long={long || undefined}>
      <tbody>
        <tr>
          <th scope="row">
            {withLegend && <span className="key key-income" />}
            Income
          </th>
          <td>
            <Amount type="Income" amount={income} currency={currency} />
          </td>
        </tr>
        <tr>
          <th scope="row">
            {withLegend && <span className="key key-expense" />}
            Expense
          </th>
          <td>
            <Amount type="Expense" amount={expense} currency={currency} />
          </td>
        </tr>
        <tr className="account-result">
          <th scope="row">{result}</th>
          <td>
            <span className="double double-fine">
              {result === 'Difference' && difference !== 0 && `${difference < 0 ? MINUS : '+'} `}
              {formatMoney(difference, currency)}
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
