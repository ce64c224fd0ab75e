import { type ReactNode, Suspense } from 'react';
import { useUser } from '../store/user.ts';
import { lazily } from '../ui/lazily.tsx';
import { Account } from './account.tsx';

const Doughnut = lazily('Doughnut', () => import('./doughnut.tsx'));

type Props = { income: number; expense: number; children?: ReactNode };

/** A doughnut of the monthly figures and, beside it, their account. */
export function FixedFigures({ income, expense, children }: Props) {
  const { currency } = useUser();
  return (
    <div className="fixed-figures">
      <div className="doughnut">
        <Suspense fallback={null}>
          <Doughnut income={income} expense={expense} currency={currency} />
        </Suspense>
      </div>
      <div className="fixed-account">
        <Account income={income} expense={expense} currency={currency} result="Left each month" keyed />
        {children && <div className="mt-6 small text-ink-muted">{children}</div>}
      </div>
    </div>
  );
}
