import { useState } from 'react';
import { Link } from 'react-router-dom';
import { IncomeAndExpensePrompt } from '../overview/income-and-expense-prompt.tsx';
import { useUser } from '../store/user.ts';
import { InfoCard } from '../ui/info-card.tsx';
import { floating } from '../ui/lazily.tsx';
import { PageSection } from '../ui/page.tsx';
import { FixedFigures } from './fixed-figures.tsx';

const SetIncomeAndExpense = floating('SetIncomeAndExpense', () => import('../overview/set-income-and-expense.tsx'));

/** The income and expense of a usual month, or the prompt to say what they are. */
export function Fixed() {
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
        <FixedFigures income={income ?? 0} expense={expense ?? 0}>
          <AccountPage />
        </FixedFigures>
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
