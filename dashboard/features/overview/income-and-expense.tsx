import { type CSSProperties, useState } from 'react';
import { Link } from 'react-router-dom';
import { Amount, TypeMark } from '../../entries/amount.tsx';
import { IncomeAndExpensePrompt } from '../../monthly-figures/income-and-expense-prompt.tsx';
import { percentOfIncome } from '../../monthly-figures/percent-of-income.ts';
import { useUser } from '../../server/user.ts';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { PageSection } from '../../ui/page.tsx';

const SetIncomeAndExpense = lazyOverlay(() =>
  import('../../monthly-figures/set-income-and-expense.tsx').then((file) => file.SetIncomeAndExpense),
);

/** Monthly expense as a percentage of the monthly income, or the prompt to set them. */
export function IncomeAndExpense() {
  const { hasSetIncomeAndExpense } = useUser();
  const [open, setOpen] = useState(false);
  return (
    <PageSection margin={<h2 className="note">Income and expense</h2>}>
      {hasSetIncomeAndExpense ? <Percentage /> : <IncomeAndExpensePrompt onSet={() => setOpen(true)} />}
      <SetIncomeAndExpense open={open} onOpenChange={setOpen} />
    </PageSection>
  );
}

function Percentage() {
  const { income, expense, currency } = useUser();
  const share = percentOfIncome(expense ?? 0, income ?? 0);
  return (
    <div className="share">
      <p className="share-figure" data-over={share.over || undefined}>
        {share.text}
      </p>
      <div className="min-w-0">
        <div className="share-ends">
          <span>
            <TypeMark type="Expense" /> <Amount type="Expense" amount={expense ?? 0} currency={currency} />
          </span>
          <span>
            <TypeMark type="Income" /> <Amount type="Income" amount={income ?? 0} currency={currency} />
          </span>
        </div>
        <PercentBar width={share.width} label={`Expenses are ${share.text} of income`} />
      </div>
      <p className="share-words">
        Your monthly expenses are {share.text} of your income.{' '}
        <Link className="link inline" to="/account">
          You can update this here
        </Link>
      </p>
    </div>
  );
}

/** Bar from 0 to 100 with a tick every two percent, filled to `width`. */
function PercentBar({ width, label }: { width: number; label: string }) {
  return (
    <div role="img" aria-label={label} className="ruler" style={{ '--share': `${width}%` } as CSSProperties}>
      <div className="ruler-track">
        <div className="ruler-fill" />
      </div>
      <div className="ruler-ticks" />
    </div>
  );
}
