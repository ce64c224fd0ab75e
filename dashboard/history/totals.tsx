import type { Verification } from '../../contract/ledger-calls.ts';
import { formatMoney, MINUS } from '../ui/money.ts';

type Props = { totals: Verification['totals']; currency: string };

/** Table of the account totals: deposits, income, expenses, goals and the resulting balance. */
export function Totals({ totals, currency }: Props) {
  const { opening, income, expenses, goals, balance } = totals;
  const lines: [name: string, amount: number][] = [
    ['Deposits and balances set by hand', opening],
    ['Income', income],
    ['Expenses', -expenses],
    ['Put aside for goals', -goals],
  ];
  return (
    <table className="account verified-totals">
      <caption className="sr-only">What the entries add up to</caption>
      <tbody>
        {lines.map(([name, amount]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatSigned(amount, currency)}</td>
          </tr>
        ))}
        <tr className="account-result">
          <th scope="row">Balance</th>
          <td>
            <span className="double double-fine">{formatSigned(balance, currency)}</span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function formatSigned(amount: number, currency: string): string {
  return `${amount < 0 ? `${MINUS} ` : ''}${formatMoney(amount, currency)}`;
}
