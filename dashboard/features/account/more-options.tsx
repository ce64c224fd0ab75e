import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ArrowRightIcon, DownloadIcon, SpinnerIcon } from '../../ui/icons.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { useExport } from './use-export.ts';

const UpdateBalance = lazyOverlay(() => import('./update-balance.tsx').then((file) => file.UpdateBalance));
const SetIncomeAndExpense = lazyOverlay(() =>
  import('../../monthly-figures/set-income-and-expense.tsx').then((file) => file.SetIncomeAndExpense),
);
const DeleteAccount = lazyOverlay(() => import('./delete-account.tsx').then((file) => file.DeleteAccount));

/** Section with the remaining account actions: balance, monthly figures, exports, deletion. */
export function MoreOptions() {
  const [open, setOpen] = useState<'balance' | 'figures' | 'deletion' | null>(null);
  const transactions = useExport('transactions');
  const goals = useExport('goals');
  const openProps = (which: typeof open) => ({
    open: open === which,
    onOpenChange: (open: boolean) => setOpen(open ? which : null),
  });
  return (
    <section aria-labelledby="more-options">
      <h2 id="more-options" className="subtitle">
        More Options
      </h2>
      <div className="options">
        <Option name="Update Account Balance" icon={<ArrowRightIcon />} onSelect={() => setOpen('balance')} />
        <Option
          name="Export Transactions Data"
          icon={transactions.pending ? <SpinnerIcon /> : <DownloadIcon />}
          onSelect={transactions.start}
        />
        <Option name="Update Income and Expense" icon={<ArrowRightIcon />} onSelect={() => setOpen('figures')} />
        <Option
          name="Export Goals Data"
          icon={goals.pending ? <SpinnerIcon /> : <DownloadIcon />}
          onSelect={goals.start}
        />
      </div>
      <Button kind="danger" className="mt-7" onClick={() => setOpen('deletion')}>
        Delete Account
      </Button>
      <UpdateBalance {...openProps('balance')} />
      <SetIncomeAndExpense {...openProps('figures')} />
      <DeleteAccount {...openProps('deletion')} />
    </section>
  );
}

function Option({ name, icon, onSelect }: { name: string; icon: ReactNode; onSelect: () => void }) {
  return (
    <button type="button" onClick={onSelect}>
      {name}
      {icon}
    </button>
  );
}
