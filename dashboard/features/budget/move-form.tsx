import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type Budget, moveInput } from '#contract/budget-calls.ts';
import type { Problem } from '#contract/problems.ts';
import { TO_BUDGET } from '#ledger/model/constants.ts';
import { useCommand } from '../../commands/use-command.ts';
import { takeBudget } from '../../server/budget-queries.ts';
import { isProblem, isRetryable, problemMessage } from '../../server/problem.ts';
import { useUser } from '../../server/user.ts';
import { standsAlone } from '../../shared/budget/left.ts';
import { AmountInput, amountTyped } from '../../ui/amount-input.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorText, FormField, Select } from '../../ui/fields.tsx';
import { formatSigned } from '../../ui/money.ts';
import { typedText } from '../../ui/typed-amount.ts';

/** The question about a category: the source of the money that it lacks, or the target of the money that it has. */
export type PlanMoving = { categoryId: string; what: 'cover' | 'move' };

type Props = { budget: Budget; moving: PlanMoving; onDone: () => void };

/**
 * Form below the row of a category that covers what it lacks, or moves what it has. Where there is less than that, it
 * says so and asks whether to move it anyway. Escape leaves it.
 */
export function MoveForm({ budget, moving: { categoryId, what }, onDone }: Props) {
  const { currency } = useUser();
  const { month } = budget;
  const row = budget.categories.find((category) => category.categoryId === categoryId);
  const there = Math.abs(row?.available ?? 0);
  const isCover = what === 'cover';
  const [other, setOther] = useState<string>(TO_BUDGET);
  const [typed, setTyped] = useState(() => typedText(there, currency));
  const [error, setError] = useState<string>();
  const [isTooMuch, setTooMuch] = useState(false);
  const name = row?.name ?? '';
  const options = {
    failed: 'Unable to move it',
    saved: isCover ? `Covered: ${name}` : `Moved from ${name}`,
    onSaved: ({ budget }: { budget: Budget }) => {
      takeBudget(budget);
      onDone();
    },
  };
  const cover = useCommand('coverBudget', options);
  const move = useCommand('moveBudget', options);
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = root.current?.querySelector<HTMLElement>('input, select');
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  }, []);

  function onFailed(problem: Problem): boolean {
    if (isRetryable(problem)) return false;
    setTooMuch(isProblem(problem, 'not_enough_budget'));
    setError(Object.values(problem.errors ?? {})[0] ?? problemMessage(problem));
    return true;
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    send(false);
  }

  function send(force: boolean) {
    setError(undefined);
    setTooMuch(false);
    if (isCover && !force) return void cover.send({ month, category: categoryId, from: other }, { onFailed });
    const [from, to] = isCover ? [other, categoryId] : [categoryId, other];
    const amount = isCover ? there : amountTyped(typed);
    const read = moveInput.safeParse({ month, from, to, amount, ...(force && { force }) });
    if (read.success) void move.send(read.data, { onFailed });
    else setError(read.error.issues[0]?.message);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onDone();
  }

  function choose(side: string) {
    setOther(side);
    setError(undefined);
    setTooMuch(false);
  }

  const others = budget.categories.filter(standsAlone).filter((category) => category.categoryId !== categoryId);
  const pending = cover.pending || move.pending;
  return (
    <form
      ref={root}
      noValidate
      aria-label={`${isCover ? 'Cover' : 'Move from'} ${name}`}
      className="grid gap-2 pt-1 pb-3"
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        {isCover ? (
          <p className="min-h-control content-center">Cover {formatSigned(there, currency)}</p>
        ) : (
          <div className="w-36">
            <AmountInput
              label="Move"
              typed={typed}
              onType={(text) => {
                setTyped(text);
                setError(undefined);
                setTooMuch(false);
              }}
            />
          </div>
        )}
        <div className="w-64 max-w-full">
          <FormField label={isCover ? 'from' : 'to'} error={undefined}>
            {(props) => (
              <Select {...props} value={other} onChange={({ target }) => choose(target.value)}>
                <option value={TO_BUDGET}>To budget ({formatSigned(budget.toBudget, currency)})</option>
                {others.map(({ categoryId: id, name, available }) => (
                  <option key={id} value={id}>
                    {name} ({formatSigned(available, currency)})
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        </div>
        <Button type="submit" kind="primary" pending={pending && !isTooMuch}>
          {isCover ? 'Cover' : 'Move'}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
      <ErrorText id={`${categoryId}-problem`} error={error} />
      {isTooMuch && (
        <p>
          <Button writes size="small" pending={pending} onClick={() => send(true)}>
            Move it anyway
          </Button>
        </p>
      )}
    </form>
  );
}
