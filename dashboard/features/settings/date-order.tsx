import { DATE_ORDERS, type DateOrder, DEFAULT_DATE_ORDER } from '#ledger/model/constants.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useUser } from '../../server/user.ts';
import { Choices } from '../../ui/choices.tsx';

const LABELS: Record<DateOrder, string> = { dmy: '5/3 is March 5', mdy: '5/3 is May 3' };

/** How the user writes a day and a month as numbers. A choice takes effect at once. */
export function DateOrderChoice() {
  const { dateOrder } = useUser();
  const { send } = useCommand('updateDateOrder', { saved: 'Saved', failed: 'Error when fetching' });
  return (
    <section aria-labelledby="date-order">
      <h2 id="date-order" className="subtitle">
        Day and Month
      </h2>
      <p className="mt-2 mb-3 text-ink-muted">How you write a date in numbers where you enter a line.</p>
      <fieldset disabled={useIsPast()}>
        <Choices
          legend="Day and month"
          choices={DATE_ORDERS.map((value) => ({ value, label: LABELS[value] }))}
          chosen={dateOrder ?? DEFAULT_DATE_ORDER}
          onChoose={(dateOrder) => void send({ dateOrder })}
        />
      </fieldset>
    </section>
  );
}
