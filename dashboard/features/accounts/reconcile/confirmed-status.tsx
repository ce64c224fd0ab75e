import type { ConfirmedDay } from '#contract/reconcile-calls.ts';
import { firstBroken } from '../../../shared/accounts/broken-day.ts';
import { formatDay } from '../../../ui/day.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { formatMoney } from '../../../ui/money.ts';

type Props = { days: readonly ConfirmedDay[]; currency: string };

/** The last confirmed day of an account and whether the books agree with it, and else since when they have not. */
export function ConfirmedStatus({ days, currency }: Props) {
  const [newest] = days;
  if (!newest) return null;
  const broken = firstBroken(days);
  return (
    <>
      {newest.difference === 0 ? <Agrees /> : <Off day={newest} currency={currency} />}
      <span className="text-ink-muted">
        {newest.difference === 0 ? ' with the bank on ' : ' on '}
        {formatDay(newest.date).long}
        {broken && newest.difference === 0 && ', but '}
        {broken && newest.difference !== 0 && broken !== newest && ', the first on '}
      </span>
      {broken && newest.difference === 0 && <Off day={broken} currency={currency} />}
      {broken && broken !== newest && (
        <span className="text-ink-muted">
          {newest.difference === 0 && ' on '}
          {formatDay(broken.date).long}
        </span>
      )}
    </>
  );
}

/** Mark of a day with which the books agree. */
export function Agrees() {
  return (
    <span className="text-income [&>svg]:inline-block [&>svg]:align-[-0.15em]">
      <CheckIcon /> Agrees
    </span>
  );
}

/** How much is missing, or too much, on a day. */
export function Off({ day: { difference }, currency }: { day: ConfirmedDay; currency: string }) {
  return (
    <span className="font-semibold text-danger">
      {formatMoney(difference, currency)} {difference > 0 ? 'missing' : 'too much'}
    </span>
  );
}
