import { useState } from 'react';
import { Link } from 'react-router-dom';
import { IncomeAndExpensePrompt } from '../overview/income-and-expense-prompt.tsx';
import { useUser } from '../store/user.ts';
import { InfoCard } from '../ui/info-card.tsx';
import { lazyOverlay } from '../ui/lazy-component.tsx';
import { PageSection } from '../ui/page.tsx';
import { FixedIncomeAndExpenseChart } from './fixed-income-and-expense-chart.tsx';

const SetIncomeAndExpense = lazyOverlay('SetIncomeAndExpense', () => import('../overview/set-income-and-expense.tsx'));

/** Monthly income and expense as a chart, or the prompt to set them. */
export function FixedIncomeAndExpense() {
  const { hasSetIncomeAndExpense, income, expense } = useUser();
  const [open, setOpen] = useState(false);
  return (
    <PageSection
      margin={
        <div className="noted">
          <h2 className="note">Fixed income and expense</h2>
          <InfoCard label="About the fixed income and expense">
            <AccountPageLink />
          </InfoCard>
        </div>
      }
    >
      {hasSetIncomeAndExpense ? (
        <FixedIncomeAndExpenseChart income={income ?? 0} expense={expense ?? 0}>
          <AccountPageLink />
        </FixedIncomeAndExpenseChart>
      ) : (
        <IncomeAndExpensePrompt onSet={() => setOpen(true)} />
      )}
      <SetIncomeAndExpense open={open} onOpenChange={setOpen} />
    </PageSection>
  );
}

function AccountPageLink() {
  return (
    <p>
      You can update your fixed income and expense on the{' '}
      <Link className="link" to="/account">
        account page
      </Link>
      .
    </p>
  );
}
