import { useRef, useState } from 'react';
import type { Budget } from '#contract/budget-calls.ts';
import type { CallData } from '#contract/calls.ts';
import { monthAfter } from '#ledger/model/months.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useHasUndo } from '../../browser-state/own-changes.ts';
import { useCommand } from '../../commands/use-command.ts';
import { takeBudget } from '../../server/budget-queries.ts';
import { useUser } from '../../server/user.ts';
import { undoLast } from '../../shared/undo/undo-change.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { formatSigned } from '../../ui/money.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { monthWords } from './months.ts';
import type { BudgetView } from './rows.ts';

type Lacking = CallData<'fillBudget'>['lacking'];

type Props = {
  budget: Budget;
  view: BudgetView;
  onView: (view: BudgetView) => void;
  /** Nothing was ever planned: rows can be sought alone. */
  isNew: boolean;
};

const FILTER = [
  'min-h-9 w-32 border-b border-rule-strong bg-transparent text-small placeholder:text-ink-muted touch:min-h-11',
  'focus:border-accent',
].join(' ');

/** The actions on a whole month: fill it by the targets, copy the last one, undo; and which rows the table has. */
export function BudgetTools({ budget: { month, categories }, view, onView, isNew }: Props) {
  const isPast = useIsPast();
  const { currency } = useUser();
  const [lacking, setLacking] = useState<{ month: string; of: Lacking }>();
  const hasUndo = useHasUndo();
  const tools = useRef<HTMLDivElement>(null);
  useKeptFocus(tools, ':scope > button');
  const last = monthAfter(month, -1);
  const fill = useCommand('fillBudget', {
    saved: 'Filled by the targets',
    failed: 'Unable to fill the plan',
    onSaved: ({ budget, lacking }) => {
      takeBudget(budget);
      setLacking({ month, of: lacking });
    },
    onUnchanged: () => setLacking(undefined),
  });
  const copy = useCommand('copyBudget', {
    saved: `Copied from ${monthWords(last)}`,
    failed: 'Unable to copy the plan',
    onSaved: ({ budget }) => takeBudget(budget),
    onUnchanged: () => undefined,
  });
  const lacks = lacking?.month === month ? lacking.of : [];
  return (
    <div className="mb-5 print:hidden">
      <div ref={tools} className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {!isNew && !isPast && (
          <>
            <Button
              writes
              size="small"
              pending={fill.pending}
              disabled={categories.every(({ target }) => target === null)}
              title="Plans what the targets of the categories ask for"
              onClick={() => void fill.send({ month })}
            >
              Fill
            </Button>
            <Button
              writes
              size="small"
              pending={copy.pending}
              onClick={() => void copy.send({ from: last, to: month, what: 'planned' })}
            >
              Copy last month
            </Button>
            {hasUndo && (
              <Button writes kind="quiet" size="small" onClick={() => void undoLast()}>
                Undo
              </Button>
            )}
          </>
        )}
        <div className="ml-auto max-sm:ml-0">
          {!isNew && (
            <Checkbox
              label="Overspent first"
              checked={view.isSorted}
              onChange={(isSorted) => onView({ ...view, isSorted })}
            />
          )}
        </div>
        <Checkbox
          label="Hide what is empty"
          checked={view.hidesEmpty}
          onChange={(hidesEmpty) => onView({ ...view, hidesEmpty })}
        />
        <input
          type="search"
          className={FILTER}
          aria-label="Filter categories"
          placeholder="Filter"
          value={view.filter}
          onChange={({ target }) => onView({ ...view, filter: target.value })}
        />
      </div>
      <p role="status" className="mt-2 text-small text-ink-muted empty:hidden">
        {lacks.length > 0 &&
          `To budget had not enough for ${lacks
            .map(({ name, amount }) => `${name} (${formatSigned(amount, currency)})`)
            .join(', ')}.`}
      </p>
    </div>
  );
}
