import { type ReactNode, useState } from 'react';
import { useExport } from '../exports/use-export.ts';
import { Button } from '../ui/button.tsx';
import { ArrowRightIcon, DownloadIcon, RingIcon } from '../ui/icons.tsx';
import { floating } from '../ui/lazily.tsx';

const UpdateBalance = floating('UpdateBalance', () => import('./update-balance.tsx'));
const SetIncomeAndExpense = floating('SetIncomeAndExpense', () => import('../overview/set-income-and-expense.tsx'));
const DeleteAccount = floating('DeleteAccount', () => import('./delete-account.tsx'));

/** What else can be done with the account. */
export function MoreOptions() {
  const [open, setOpen] = useState<'balance' | 'figures' | 'deletion' | null>(null);
  const transactions = useExport('transactions');
  const goals = useExport('goals');
  const isOpen = (which: typeof open) => ({
    open: open === which,
    onOpenChange: (open: boolean) => setOpen(open ? which : null),
  });
  return (
    <section aria-labelledby="more-options">
      <h2 id="more-options" className="subtitle">
        More Options
      </h2>
      <div className="options">
        <Option name="Update Account Balance" icon={<ArrowRightIcon />} choose={() => setOpen('balance')} />
        <Option
          name="Export Transactions Data"
          icon={transactions.pending ? <RingIcon /> : <DownloadIcon />}
          choose={transactions.start}
        />
        <Option name="Update Income and Expense" icon={<ArrowRightIcon />} choose={() => setOpen('figures')} />
        <Option name="Export Goals Data" icon={goals.pending ? <RingIcon /> : <DownloadIcon />} choose={goals.start} />
      </div>
      <Button kind="danger" className="mt-7" onClick={() => setOpen('deletion')}>
        Delete Account
      </Button>
      <UpdateBalance {...isOpen('balance')} />
      <SetIncomeAndExpense {...isOpen('figures')} />
      <DeleteAccount {...isOpen('deletion')} />
    </section>
  );
}

function Option({ name, icon, choose }: { name: string; icon: ReactNode; choose: () => void }) {
  return (
    <button type="button" onClick={choose}>
      {name}
      {icon}
    </button>
  );
}
