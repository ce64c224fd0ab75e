import { useQueries, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { type Budget, planInput } from '#contract/budget-calls.ts';
import { lastOf } from '#ledger/model/days.ts';
import { heldShare } from '#ledger/model/held-share.ts';
import { monthAfter } from '#ledger/model/months.ts';
import { useCommand } from '../../commands/use-command.ts';
import { budgetQuery, takeBudget } from '../../server/budget-queries.ts';
import { monthSoFarQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { standsAlone } from '../../shared/budget/left.ts';
import { useLoadedCategories } from '../../shared/categories/use-categories.ts';
import { AmountInput, amountTyped } from '../../ui/amount-input.tsx';
import { Button } from '../../ui/button.tsx';
import { today } from '../../ui/day.ts';
import { Checkbox } from '../../ui/fields.tsx';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { formatSigned, sumOf } from '../../ui/money.ts';
import { typedText } from '../../ui/typed-amount.ts';
import { monthWords } from './months.ts';

/** The number of months before the planned month that are averaged. */
const MONTHS = 3;

type Line = { categoryId: string; name: string; amount: number };
type Props = { budget: Budget; onLeave: () => void };

/**
 * A plan of what was spent on average in the three months before, to be accepted line by line. Of months that the books
 * hold in part, only those days count.
 */
export function BudgetProposal({ budget, onLeave }: Props) {
  const months = Array.from({ length: MONTHS }, (_, index) => monthAfter(budget.month, index - MONTHS));
  const answers = useQueries({ queries: months.map((month) => budgetQuery(month)) });
  const categories = useLoadedCategories();
  const soFar = useQuery(monthSoFarQuery());
  const failed = [...answers, soFar].find(({ isLoadingError }) => isLoadingError);
  if (failed?.error) return <LoadError problem={failed.error.problem} retry={failed.refetch} />;
  const loaded = answers.flatMap(({ data }) => data ?? []);
  if (loaded.length < MONTHS || categories === null || !soFar.data)
    return (
      <div aria-busy="true">
        <p role="status" className="sr-only">
          Loading
        </p>
        <SkeletonBar width="14rem" />
      </div>
    );
  const archived = new Set(categories.filter(({ isArchived }) => isArchived).map(({ _id }) => _id));
  const share = heldShare(
    `${monthAfter(budget.month, -MONTHS)}-01`,
    lastOf('month', `${monthAfter(budget.month, -1)}-01`),
    {
      since: soFar.data.since,
      today: today(),
    },
  );
  const lines = averaged(loaded, share).filter(({ categoryId }) => !archived.has(categoryId));
  if (lines.length > 0) return <Lines budget={budget} lines={lines} isPart={share < 1} onLeave={onLeave} />;
  return (
    <p className="text-ink-muted">
      Nothing was spent from {monthWords(months[0] ?? '')} to {monthWords(months.at(-1) ?? '')}. Type what you plan in
      the table below.
    </p>
  );
}

/**
 * The average expense of each category in several months, to the cent, if above 0. `share` is the share of their days
 * that the books hold.
 */
export function averaged(months: readonly Budget[], share: number): Line[] {
  const sums = new Map<string, Line>();
  for (const { categories } of months)
    for (const { categoryId, name, spent } of categories.filter(standsAlone))
      sums.set(categoryId, { categoryId, name, amount: sumOf(sums.get(categoryId)?.amount ?? 0, spent) });
  return [...sums.values()]
    .map((line) => ({ ...line, amount: Math.round((line.amount * 100) / (months.length * share)) / 100 }))
    .filter(({ amount }) => amount > 0);
}

function Lines({ budget, lines, isPart, onLeave }: Props & { lines: readonly Line[]; isPart: boolean }) {
  const { month, toBudget } = budget;
  const { currency } = useUser();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState(
    () => new Map(lines.map(({ categoryId, amount }) => [categoryId, typedText(amount, currency)])),
  );
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const { send, pending } = useCommand('planBudget', {
    saved: ({ plans }) => `Planned: ${plans.length} ${plans.length === 1 ? 'category' : 'categories'}`,
    failed: 'Unable to plan',
    onSaved: ({ budget }) => takeBudget(budget),
  });
  const taken = lines.filter(({ categoryId }) => !left.has(categoryId));
  const amountFor = ({ categoryId }: Line) => amountTyped(typed.get(categoryId) ?? '');
  const sum = sumOf(...taken.map(amountFor).filter((amount) => amount > 0));

  function take(categoryId: string, isTaken: boolean) {
    const next = new Set(left);
    if (isTaken) next.delete(categoryId);
    else next.add(categoryId);
    setLeft(next);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const plans = taken.map((line) => ({ category: line.categoryId, amount: amountFor(line) }));
    const read = planInput.safeParse({ month, plans });
    const wrong = (read.error?.issues ?? []).map(({ path, message }) => [taken[Number(path[1])]?.categoryId, message]);
    setErrors(new Map(wrong as [string, string][]));
    if (read.success) void send({ month, plans });
  }

  return (
    <form noValidate onSubmit={submit}>
      <p className="max-w-136 text-ink-muted">
        What you spent on average in the three months before {monthWords(month)}
        {isPart && ', as far as your books go'}. Take what suits you, and change it as you like.
      </p>
      <ul className="mt-4 max-w-136 border-t border-rule-strong">
        {lines.map(({ categoryId, name }) => (
          <li
            key={categoryId}
            className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-x-4 border-b border-rule py-1 wrap-anywhere"
          >
            <Checkbox label={name} checked={!left.has(categoryId)} onChange={(isTaken) => take(categoryId, isTaken)} />
            <AmountInput
              label={`Plan for ${name}`}
              hiddenLabel
              typed={typed.get(categoryId) ?? ''}
              onType={(text) => setTyped(new Map(typed).set(categoryId, text))}
              error={left.has(categoryId) ? undefined : errors.get(categoryId)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="mt-3 flex max-w-136 flex-wrap justify-between gap-x-4">
        <span className="text-ink-muted">of {formatSigned(toBudget, currency)} to budget</span>
        <span className="double inline-block double-fine">{formatSigned(sum, currency)}</span>
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button type="submit" kind="primary" pending={pending} disabled={taken.length === 0}>
          Plan {taken.length === 1 ? 'this line' : `these ${taken.length} lines`}
        </Button>
        <Button kind="quiet" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
