import { cva } from 'class-variance-authority';
import type { BudgetCategory } from '#contract/budget-calls.ts';
import { useUser } from '../../server/user.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { formatSigned } from '../../ui/money.ts';

const bar = cva('h-full', {
  variants: { over: { true: 'bg-danger', false: 'bg-accent' } },
});

/** On wide screens it is below the amount, which stands on the line of the other amounts. */
const BAR = 'relative mt-1 block h-[4px] bg-rule sm:absolute sm:inset-x-0 sm:top-full sm:-mt-px';

type Props = {
  category: BudgetCategory;
  month: string;
  passed: number | null;
  /** While nothing is planned at all there is nothing to compare with. */
  hasBar: boolean;
};

/** The spent amount, as a bar against the plan, with a tick where the month is (`passed`, from 0 to 1). */
export function SpentBar({
  category: { categoryId, name, planned, spent, refunded, available },
  month,
  passed,
  hasBar,
}: Props) {
  const { currency } = useUser();
  const isDrawing = available === null;
  const share = spent <= 0 ? 0 : planned <= 0 ? 1 : Math.min(spent / planned, 1);
  return (
    <>
      <span
        className={spent === 0 ? 'text-ink-muted sm:block sm:text-right' : 'sm:block sm:text-right'}
        title={refunded === 0 ? undefined : `${formatSigned(refunded, currency)} was refunded`}
      >
        <Explained figure={`budget:spent:${encodeURIComponent(categoryId)}:${month}`} name={`spent of ${name}`}>
          {formatSigned(spent, currency)}
        </Explained>
      </span>
      <span className="text-label text-ink-muted sm:hidden"> spent</span>
      {hasBar && !isDrawing && (planned !== 0 || spent !== 0) && (
        <span aria-hidden="true" className={BAR}>
          <span className={`block ${bar({ over: (available ?? 0) < 0 })}`} style={{ width: `${share * 100}%` }} />
          {passed !== null && planned > 0 && (
            <span className="absolute -inset-y-[2px] w-[1.5px] bg-ink" style={{ left: `${passed * 100}%` }} />
          )}
        </span>
      )}
    </>
  );
}
