import type { Budget } from '#contract/budget-calls.ts';
import { useUser } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { hasPlans, leftToSpend, standsAlone } from '../../shared/budget/left.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { LargeAmount } from '../../ui/large-amount.tsx';
import { formatSigned, sumOf } from '../../ui/money.ts';

/** To budget of a month in large type, red below 0, and what belongs to it in quiet lines. */
export function ToBudget({ budget }: { budget: Budget }) {
  const { currency } = useUser();
  const isAnyBeside = useUser().accounts.some(({ isBudgeted }) => !isBudgeted);
  const { month, toBudget, plannedAhead, goals, inflow, balance, agrees, isUsed } = budget;
  const presentMonth = useToday().slice(0, 7);
  const money = (amount: number) => formatSigned(amount, currency);
  const available = sumOf(...budget.categories.filter(standsAlone).map((category) => category.available));
  // Nothing is too much of a plan that nobody ever made.
  const isTooMuch = toBudget < 0 && isUsed;
  const isPlanned = plannedAhead > 0 || budget.categories.some(({ available }) => (available ?? 0) > 0);
  return (
    <>
      <div className={isTooMuch ? 'text-danger [--double:var(--danger)]' : ''}>
        <LargeAmount
          amount={toBudget}
          currency={currency}
          size="figure"
          faint={toBudget === 0}
          around={(figure) => (
            <Explained figure={`budget:to-budget:${month}`} name="To budget">
              {figure}
            </Explained>
          )}
        />
      </div>
      <ul aria-label="What belongs to it" className="mt-5 grid gap-1 text-ink-muted">
        {isTooMuch && (
          <li className="text-danger">
            {isPlanned
              ? 'More is planned than there is. Plan less, or move money back.'
              : 'More was spent than there is. Nothing is planned that could be moved back.'}
          </li>
        )}
        {hasPlans(budget) && month === presentMonth && <LeftToSpend budget={budget} />}
        {inflow !== 0 && (
          <li>
            {money(inflow)} came in this month{goals !== 0 && ', less what went into goals'}.
          </li>
        )}
        {plannedAhead !== 0 && <li>{money(plannedAhead)} is planned for later months, and taken off.</li>}
        {agrees && (
          <li>
            {`With ${money(available)} available below${plannedAhead === 0 ? '' : ' and what is planned ahead'}`}, it
            makes the {money(balance)} of your accounts{isAnyBeside && ' in the budget'}.
          </li>
        )}
        {goals !== 0 && <li>{money(goals)} is in goals, outside of the budget.</li>}
      </ul>
      {!agrees && (
        <p role="alert" className="mt-2 text-danger">
          All of this comes to {money(sumOf(toBudget, plannedAhead, available))}, your accounts to {money(balance)}.
          Check your books in History.
        </p>
      )}
    </>
  );
}

/** The money that is left of the plans of the present month, as Overview has it. */
function LeftToSpend({ budget }: { budget: Budget }) {
  const { currency } = useUser();
  return (
    <li>
      <Explained figure={`budget:left:${budget.month}`} name="left to spend">
        {formatSigned(leftToSpend(budget), currency)}
      </Explained>{' '}
      is left to spend this month.
    </li>
  );
}
