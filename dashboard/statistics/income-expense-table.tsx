import { Amount } from '../ui/amount.tsx';
import { formatMoney, MINUS } from '../ui/money.ts';

/** From here on an amount may be too long to stand beside its name in a narrow column. */
const LONG = 100_000_000;

type Props = {
  income: number;
  expense: number;
  currency: string;
  /** What the difference is called. */
  result: 'Difference' | 'Left each month';
  /** With the keys to the chart beside it. */
  keyed?: boolean;
};

/** What came in, what went out, and what is left, over the double underline of a total. */
export function Account({ income, expense, currency, result, keyed = false }: Props) {
  const left = Math.round((income - expense) * 100) / 100;
  const long = Math.max(income, expense) >= LONG;
  return (
    <table className="account" data-keyed={keyed || undefined} data-long={long || undefined}>
      <tbody>
        <tr>
          <th scope="row">
            {keyed && <span className="key key-income" />}
            Income
          </th>
          <td>
            <Amount type="Income" amount={income} currency={currency} />
          </td>
        </tr>
        <tr>
          <th scope="row">
            {keyed && <span className="key key-expense" />}
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
              {result === 'Difference' && left !== 0 && `${left < 0 ? MINUS : '+'} `}
              {formatMoney(left, currency)}
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
