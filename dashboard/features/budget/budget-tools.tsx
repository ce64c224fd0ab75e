import { useState } from 'react';
import type { Budget } from '#contract/budget-calls.ts';
import type { CallData } from '#contract/calls.ts';
import { monthAfter } from '#ledger/model/months.ts';
import { useHasUndo } from '../../browser-state/own-changes.ts';
import { useCommand } from '../../commands/use-command.ts';
import { takeBudget } from '../../server/budget-queries.ts';
import { useUser } from '../../server/user.ts';
import { NOTHING_TO_UNDO, undoLast } from '../../shared/undo/undo-change.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { formatSigned } from '../../ui/money.ts';
import { monthWords } from './months.ts';

type Lacking = CallData<'fillBudget'>['lacking'];

type Props = { budget: Budget; isSorted: boolean; onSort: (isSorted: boolean) => void };

/** The actions on a whole month: fill it by the targets, copy the last one, undo; and the order of the table. */
export function BudgetTools({ budget: { month, categories }, isSorted, onSort }: Props) {
  const { currency } = useUser();
  const [lacking, setLacking] = useState<{ month: string; of: Lacking }>();
  const hasUndo = useHasUndo();
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
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
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
        <Button
          writes
          kind="quiet"
          size="small"
          disabled={!hasUndo}
          title={hasUndo ? undefined : NOTHING_TO_UNDO}
          onClick={() => void undoLast()}
        >
          Undo
        </Button>
        <div className="ml-auto max-sm:ml-0">
          <Checkbox label="Overspent first" checked={isSorted} onChange={onSort} />
        </div>
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
