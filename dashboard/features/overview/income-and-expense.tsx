import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useUser } from '../../server/user.ts';
import { AmountText, TypeMark } from '../../shared/entries/amount.tsx';
import { Explained } from '../../shared/explain/explained.tsx';
import { IncomeAndExpensePrompt } from '../../shared/monthly-figures/income-and-expense-prompt.tsx';
import { percentWords } from '../../shared/monthly-figures/percent-of-income.ts';
import { BarEnds } from '../../ui/bar-ends.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { PageSection } from '../../ui/page.tsx';

const SetIncomeAndExpense = lazyOverlay(() =>
  import('../../shared/monthly-figures/set-income-and-expense.tsx').then((file) => file.SetIncomeAndExpense),
);

/** Monthly expense as a percentage of the monthly income, or the prompt to set them. */
export function MonthlyIncomeAndExpense() {
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
  const share = percentWords(expense ?? 0, income ?? 0);
  return (
    <div className="grid-cols-[auto_minmax(0,1fr)] items-end gap-x-12 max-md:gap-x-8 sm:grid">
      <p
        data-over={share.over || undefined}
        className="font-book text-figure leading-none tracking-[-0.015em] data-over:text-danger max-sm:mb-5"
      >
        <Explained figure="percentage:monthly" name="percentage of income">
          {share.text}
        </Explained>
      </p>
      <div className="min-w-0">
        <BarEnds>
          <span className="*:first:mr-[0.4rem]">
            <TypeMark type="Expense" />{' '}
            <Explained figure="monthly:expense" name="monthly expense">
              <AmountText type="Expense" amount={expense ?? 0} currency={currency} />
            </Explained>
          </span>
          <span className="*:first:mr-[0.4rem]">
            <TypeMark type="Income" />{' '}
            <Explained figure="monthly:income" name="monthly income">
              <AmountText type="Income" amount={income ?? 0} currency={currency} />
            </Explained>
          </span>
        </BarEnds>
        <PercentBar width={share.width} label={`Expenses are ${share.text} of income`} />
      </div>
      <p className="col-span-full mt-4 text-small text-ink-muted">
        Your monthly expenses are {share.text} of your income.{' '}
        <Link className="link inline" to="/account">
          You can update this here
        </Link>
      </p>
    </div>
  );
}

const HATCHED = 'bg-[repeating-linear-gradient(-45deg,var(--expense)_0_3px,var(--expense-wash)_3px_6px)]';
const LONG_TICKS =
  'bg-[repeating-linear-gradient(to_right,var(--rule-strong)_0_1px,transparent_1px_calc((100%-1px)/10))]';
const SHORT_TICKS =
  'before:bg-[repeating-linear-gradient(to_right,var(--rule-strong)_0_1px,transparent_1px_calc((100%-1px)/50))]';

/** Bar from 0 to 100 with a tick every two percent, filled to `width`. */
function PercentBar({ width, label }: { width: number; label: string }) {
  return (
    <div role="img" aria-label={label}>
      <div className="h-4 border border-rule-strong">
        {width > 0 && (
          <div
            className={`-m-px h-4 max-w-[calc(100%+2px)] origin-left animate-grow border border-expense ${HATCHED}`}
            style={{ width: `calc(${width}% + 2px)` }}
          />
        )}
      </div>
      <div className={`mt-[5px] h-[9px] ${LONG_TICKS} before:block before:h-[5px] ${SHORT_TICKS}`} />
    </div>
  );
}
