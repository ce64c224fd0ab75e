import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useIsPast } from '../../browser-state/known.ts';
import { ArrowRightIcon, DownloadIcon, SpinnerIcon } from '../../ui/icons.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { useExport } from './export/use-export.ts';

const UpdateBalance = lazyOverlay(() => import('./update-balance.tsx').then((file) => file.UpdateBalance));
const SetIncomeAndExpense = lazyOverlay(() =>
  import('../../shared/monthly-figures/set-income-and-expense.tsx').then((file) => file.SetIncomeAndExpense),
);

/** Section with the remaining account actions: balance, monthly figures, the tables of transactions and goals. */
export function MoreOptions() {
  const [open, setOpen] = useState<'balance' | 'figures' | null>(null);
  const transactions = useExport('transactions');
  const goals = useExport('goals');
  const openProps = (overlay: typeof open) => ({
    open: open === overlay,
    onOpenChange: (open: boolean) => setOpen(open ? overlay : null),
  });
  return (
    <section aria-labelledby="more-options">
      <h2 id="more-options" className="subtitle">
        More Options
      </h2>
      <div className="mt-3 grid">
        <Option name="Update Account Balance" writes icon={<ArrowRightIcon />} onSelect={() => setOpen('balance')} />
        <Option
          name="Export Transactions Data"
          icon={transactions.pending ? <SpinnerIcon /> : <DownloadIcon />}
          onSelect={transactions.start}
        />
        <Option name="Update Income and Expense" writes icon={<ArrowRightIcon />} onSelect={() => setOpen('figures')} />
        <Option
          name="Export Goals Data"
          icon={goals.pending ? <SpinnerIcon /> : <DownloadIcon />}
          onSelect={goals.start}
        />
        <Link className={OPTION} to="/settings#password">
          Password and second factor
          <ArrowRightIcon />
        </Link>
        <Link className={OPTION} to="/settings">
          All settings and exports
          <ArrowRightIcon />
        </Link>
      </div>
      <UpdateBalance {...openProps('balance')} />
      <SetIncomeAndExpense {...openProps('figures')} />
    </section>
  );
}

/** The shadow extends the background of the hovered option to both sides. */
const OPTION = [
  'flex min-h-11 items-center justify-between gap-4 border-b border-rule text-left transition-[background-color]',
  'disabled:cursor-not-allowed disabled:opacity-50',
  'hover:bg-hover hover:shadow-[-0.75rem_0_0_var(--hover),0.75rem_0_0_var(--hover)] [&>svg]:text-ink-muted',
].join(' ');

type OptionProps = { name: string; icon: ReactNode; writes?: boolean; onSelect: () => void };

function Option({ name, icon, writes = false, onSelect }: OptionProps) {
  return (
    <button type="button" className={OPTION} disabled={useIsPast() && writes} onClick={onSelect}>
      {name}
      {icon}
    </button>
  );
}
