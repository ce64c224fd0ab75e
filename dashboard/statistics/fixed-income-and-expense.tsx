import { useState } from 'react';
import { Link } from 'react-router-dom';
import { IncomeAndExpensePrompt } from '../overview/income-and-expense-prompt.tsx';
import { useUser } from '../store/user.ts';
import { InfoCard } from '../ui/info-card.tsx';
import { lazyOverlay } from '../ui/lazy-component.tsx';
import { PageSection } from '../ui/page.tsx';
import { FixedIncomeAndExpenseChart } from './fixed-figures.tsx';

const SetIncomeAndExpense = lazyOverlay('SetIncomeAndExpense', () => import('../overview/set-income-and-expense.tsx'));

/** The income and expense of a usual month, or the prompt to say what they are. */
export function FixedIncomeAndExpense() {
  const { hasSetIncomeAndExpense, income, expense } = useUser();
  const [open, setOpen] = useState(false);
  return (
    <PageSection
      margin={
        <div className="noted">
          <h2 className="note">Fixed income and expense</h2>
          <InfoCard label="About the fixed income and expense">
            <AccountPage />
          </InfoCard>
        </div>
      }
    >
      {hasSetIncomeAndExpense ? (
        <FixedIncomeAndExpenseChart income={income ?? 0} expense={expense ?? 0}>
          <AccountPage />
        </FixedIncomeAndExpenseChart>
      ) : (
        <IncomeAndExpensePrompt set={() => setOpen(true)} />
      )}
      <SetIncomeAndExpense open={open} onOpenChange={setOpen} />
    </PageSection>
  );
}

function AccountPage() {
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
