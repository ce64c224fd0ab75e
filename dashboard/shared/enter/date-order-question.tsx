import { useCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/button.tsx';

/** A day and a month as numbers, such as `5/3` and `5.3.`, in a line. */
const NUMBERS = /(?:^|\s)\d{1,2}(?:\/\d{1,2}(?:\/\d{4})?|\.\d{1,2}\.(?:\d{4})?)(?=\s|$)/;

/** Whether the order of day and month matters to a line. */
export const hasNumericDate = (text: string) => NUMBERS.test(text);

/** In which order the browser's locale writes a day and a month. */
function orderOfLocale(): 'dmy' | 'mdy' {
  const parts = new Intl.DateTimeFormat(navigator.language).formatToParts(0).map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day') ? 'mdy' : 'dmy';
}

const ANSWERS = { dmy: 'March 5', mdy: 'May 3' } as const;

/** The orders, the order of the browser's locale first. */
const proposedFirst = () => (orderOfLocale() === 'mdy' ? (['mdy', 'dmy'] as const) : (['dmy', 'mdy'] as const));

/** The question in words. */
export function orderQuestion(): string {
  const [first, second] = proposedFirst();
  return `Do you write 5/3 for ${ANSWERS[first]} or for ${ANSWERS[second]}?`;
}

/** Asks once how the user writes a day and a month as numbers; the browser's locale proposes it. */
export function DateOrderQuestion({ onAnswered }: { onAnswered: () => void }) {
  const { send, pending } = useCommand('updateDateOrder', { failed: 'Unable to save', onSaved: onAnswered });
  const orders = proposedFirst();
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small">
      <span>{orderQuestion()}</span>
      <span className="flex gap-3">
        {orders.map((dateOrder) => (
          <Button
            key={dateOrder}
            kind={dateOrder === orders[0] ? 'secondary' : 'quiet'}
            size="compact"
            pending={pending}
            onClick={() => void send({ dateOrder })}
          >
            {ANSWERS[dateOrder]}
          </Button>
        ))}
      </span>
    </p>
  );
}
