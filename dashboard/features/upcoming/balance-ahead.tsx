import type { Forecast } from '#contract/forecast-calls.ts';
import { useUser } from '../../server/user.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { ExpectedAmount } from '../../shared/schedules/expected-amount.tsx';
import { sumsOf } from '../../shared/schedules/occurrence-words.ts';
import { AccountTable } from '../../ui/account-table.tsx';
import { formatDay } from '../../ui/day.ts';
import { formatMoney, formatSigned, MINUS, sumOf } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';

/** From the balance of today by what comes in and goes out to the balance that is expected on the last day. */
export function BalanceAhead({ forecast, account }: { forecast: Forecast; account: string }) {
  const { currency, currentBalance, accounts } = useUser();
  const { occurrences, days, spending } = forecast;
  const last = days.at(-1);
  if (!last) return null;
  const { income, expense } = sumsOf(occurrences, account);
  const usual = spending ? sumOf(...days.slice(1).map(() => spending.perDay)) : 0;
  const now = account === '' ? currentBalance : (accounts.find(({ _id }) => _id === account)?.balance ?? 0);
  const figure = ['forecast', last.date, ...(account ? [account] : []), ...(spending ? ['usual'] : [])].join(':');
  const ahead = (
    <span className={last.expected < 0 ? 'text-danger' : ''}>
      <ExpectedAmount sign="">{formatSigned(last.expected, currency)}</ExpectedAmount>
    </span>
  );
  const lines = [
    {
      name: 'Balance today',
      amount: (
        <Explained figure={account === '' ? 'balance' : `account:${account}`} name="balance today">
          {formatSigned(now, currency)}
        </Explained>
      ),
    },
    {
      name: 'Income',
      amount: <ExpectedAmount sign={income > 0 ? '+' : ''}>{formatMoney(income, currency)}</ExpectedAmount>,
    },
    {
      name: 'Expense',
      amount: <ExpectedAmount sign={expense > 0 ? MINUS : ''}>{formatMoney(expense, currency)}</ExpectedAmount>,
    },
    ...(spending
      ? [
          {
            name: `Usual spending, ${formatMoney(spending.perDay, currency)} a day`,
            amount: <ExpectedAmount sign={MINUS}>{formatMoney(usual, currency)}</ExpectedAmount>,
          },
        ]
      : []),
  ];
  return (
    <PageSection margin={<h2 className="note">In all</h2>}>
      <AccountTable
        caption="How the balance is expected to change"
        lines={lines}
        result={{
          name: `On ${formatDay(last.date).long}`,
          amount: (
            <Explained figure={figure} name={`balance on ${formatDay(last.date).long}`}>
              {ahead}
            </Explained>
          ),
        }}
      />
    </PageSection>
  );
}
