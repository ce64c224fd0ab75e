import type { ConfirmedDay } from '#contract/reconcile-calls.ts';
import { useIsPast } from '../../../browser-state/known.ts';
import { Button } from '../../../ui/button.tsx';
import { formatMoney } from '../../../ui/money.ts';

type Props = {
  day: ConfirmedDay;
  currency: string;
  /** The end of its name for screen readers if there are several accounts, such as ` of Savings`. */
  whose: string;
  onFind: (date: string) => void;
  className?: string;
};

/** Button that looks for what is missing on a day; none while the books are shown as they were. */
export function FindButton({ day: { date, difference }, currency, whose, onFind, className = '' }: Props) {
  if (useIsPast()) return null;
  const label = `Find the missing ${formatMoney(difference, currency)}`;
  return (
    <Button
      size="small"
      className={className}
      aria-label={`${label}${whose}`}
      aria-haspopup="dialog"
      onClick={() => onFind(date)}
    >
      {label}
    </Button>
  );
}
