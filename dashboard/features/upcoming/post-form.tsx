import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { smallAmount } from '#contract/fields.ts';
import type { Occurrence, Schedule } from '#contract/schedule-calls.ts';
import { useInPlace } from '../../commands/use-in-place.ts';
import { useUser } from '../../server/user.ts';
import { isRange } from '../../shared/schedules/occurrence-words.ts';
import { AmountInput, amountTyped } from '../../ui/amount-input.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/fields.tsx';
import { typedText } from '../../ui/typed-amount.ts';

type Props = { occurrence: Occurrence; schedule: Schedule | undefined; onSaved: () => void; onLeave: () => void };

/**
 * Form below an occurrence that asks how much it was: what is about an amount has that at first, a range nothing.
 * Escape leaves it.
 */
export function PostForm({ occurrence, schedule, onSaved, onLeave }: Props) {
  const { scheduleId, nominal, title, expected } = occurrence;
  const { currency } = useUser();
  const [typed, setTyped] = useState(() => (isRange(occurrence, schedule) ? '' : typedText(expected, currency)));
  const [wrong, setWrong] = useState<string>();
  const { send, pending, problem, forget } = useInPlace('postOccurrence', {
    saved: `Posted: ${title}`,
    failed: 'Unable to post',
    onSaved,
  });
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = root.current?.querySelector('input');
    field?.focus();
    field?.select();
  }, []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    // A call without an amount would take the schedule's.
    const amount = smallAmount.safeParse(amountTyped(typed));
    setWrong(amount.error?.issues[0]?.message);
    if (amount.success) void send({ scheduleId, nominal, amount: amount.data });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onLeave();
  }

  return (
    <form
      ref={root}
      noValidate
      aria-label={`Post ${title}`}
      className="grid gap-2"
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <div className="w-36">
          <AmountInput
            label="How much it was"
            typed={typed}
            onType={(text) => {
              setTyped(text);
              setWrong(undefined);
              forget();
            }}
          />
        </div>
        <Button type="submit" kind="primary" pending={pending}>
          Post
        </Button>
        <Button kind="quiet" onClick={onLeave}>
          Cancel
        </Button>
      </div>
      <ErrorText id={`${scheduleId}-${nominal}-amount`} error={wrong ?? problem} />
    </form>
  );
}
