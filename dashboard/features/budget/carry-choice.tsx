import type { BudgetCategory } from '#contract/budget-calls.ts';
import type { Carry } from '#ledger/model/constants.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useInPlace } from '../../commands/use-in-place.ts';
import { takeBudget } from '../../server/budget-queries.ts';
import { Choices } from '../../ui/choices.tsx';
import { ErrorText } from '../../ui/fields.tsx';
import { monthWords } from './months.ts';

const CHOICES: readonly { value: Carry; label: string; words: string }[] = [
  {
    value: 'surplus',
    label: 'What is left carries over',
    words: 'What was overspent is taken from To budget of the next month.',
  },
  { value: 'all', label: 'Both carry over', words: 'What is left, and what was overspent, goes on in the next month.' },
  {
    value: 'none',
    label: 'Nothing carries over',
    words: 'What is left goes back to To budget of the next month; what was overspent is taken from it.',
  },
];

type Props = { category: BudgetCategory; month: string };

/** The choice of the amount that carries over from a month, and from later ones, into the next. */
export function CarryChoice({ category: { categoryId, carry }, month }: Props) {
  const isPast = useIsPast();
  const { send, problem } = useInPlace('setCarry', {
    saved: 'Carrying over changed',
    failed: 'Unable to change what carries over',
    onSaved: ({ budget }) => takeBudget(budget),
  });
  const chosen = CHOICES.find(({ value }) => value === carry);
  return (
    <>
      {isPast ? (
        <p>{chosen?.label}.</p>
      ) : (
        <Choices
          legend="What carries over"
          choices={CHOICES}
          chosen={carry}
          onChoose={(value) => void send({ category: categoryId, carry: value, from: month })}
        />
      )}
      <p className="mt-2 text-small text-ink-muted">
        {chosen?.words} {!isPast && `A change holds from ${monthWords(month)} on.`}
      </p>
      <ErrorText id="carry-problem" error={problem} />
    </>
  );
}
