import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Occurrence } from '#contract/schedule-calls.ts';
import type { Entry } from '#contract/transaction.ts';
import { shifted } from '#ledger/model/days.ts';
import { useInPlace } from '../../commands/use-in-place.ts';
import { entriesNearQuery } from '../../server/schedule-queries.ts';
import { useUser } from '../../server/user.ts';
import { nameOfAccount } from '../../shared/accounts/accounts.ts';
import { AmountText } from '../../shared/entries/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDay } from '../../ui/day.ts';
import { ErrorText } from '../../ui/fields.tsx';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';

/** The number of days before and after an occurrence whose entries are offered. */
const DAYS_AROUND = 10;
const SHOWN_MAX = 8;

type Props = { occurrence: Occurrence; onSaved: () => void; onLeave: () => void };

/**
 * The entries that an occurrence may be: those that fit, with the reason, then others of its type on near days, by
 * their amounts. Escape leaves them.
 */
export function MatchEntries({ occurrence, onSaved, onLeave }: Props) {
  const { scheduleId, nominal, title, type, day, expected, candidates } = occurrence;
  const near = useQuery(entriesNearQuery(type, shifted(day, -DAYS_AROUND), shifted(day, DAYS_AROUND)));
  const root = useRef<HTMLDivElement>(null);
  const { send, pending, problem } = useInPlace('matchOccurrence', {
    saved: `Matched: ${title}`,
    failed: 'Unable to match',
    onSaved,
  });
  const reasons = new Map(candidates.map(({ entry, reason }) => [entry, reason]));
  const entries = near.data && fittingFirst(near.data, reasons, expected).slice(0, SHOWN_MAX);
  const isLoaded = entries !== undefined;
  useEffect(() => {
    if (isLoaded) root.current?.querySelector('button')?.focus();
  }, [isLoaded]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onLeave();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; Escape is for what has the focus in it.
    <div ref={root} role="group" aria-label={`Entries that ${title} may be`} onKeyDown={onKeyDown}>
      {near.isLoadingError && <LoadError problem={near.error.problem} retry={near.refetch} />}
      {near.isPending && (
        <p aria-busy="true">
          <span className="sr-only">Loading</span>
          <SkeletonBar width="12rem" />
        </p>
      )}
      {entries && (
        <ul className="border-t border-rule">
          {entries.map((entry) => (
            <EntryLine
              key={entry._id}
              entry={entry}
              reason={reasons.get(entry._id)}
              pending={pending}
              onChoose={() => void send({ scheduleId, nominal, entry: entry._id })}
            />
          ))}
        </ul>
      )}
      {entries?.length === 0 && (
        <p className="py-2 text-ink-muted">No entry of this kind is on near days. Post it, or record it first.</p>
      )}
      <div className="mt-2">
        <Button kind="quiet" size="small" onClick={onLeave}>
          Cancel
        </Button>
      </div>
      <ErrorText id={`${scheduleId}-${nominal}-match`} error={problem} />
    </div>
  );
}

type LineProps = { entry: Entry; reason: string | undefined; pending: boolean; onChoose: () => void };

function EntryLine({ entry, reason, pending, onChoose }: LineProps) {
  const user = useUser();
  const { title, date, type, amount, account, toAccount } = entry;
  const name = title ?? `${nameOfAccount(user, account)} to ${nameOfAccount(user, toAccount)}`;
  const { month, day } = formatDay(date);
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-b border-rule py-1">
      <span className="min-w-0 flex-[1_1_9rem] wrap-anywhere">
        {name}{' '}
        <span className="text-small whitespace-nowrap text-ink-muted">
          {month.slice(0, 3)} {day}
        </span>
        {reason !== undefined && <span className="note block text-[1.0625rem]">{reason}</span>}
      </span>
      <span className="ml-auto flex items-center gap-x-4">
        <AmountText type={type} amount={amount} currency={user.currency} />
        <Button
          size="small"
          writes
          pending={pending}
          aria-label={`It is this: ${name}, ${month} ${day}`}
          onClick={onChoose}
        >
          It is this
        </Button>
      </span>
    </li>
  );
}

/** Entries that fit first, in the order of their candidates, then the others, the nearest amount first. */
function fittingFirst(entries: readonly Entry[], reasons: ReadonlyMap<string, string>, expected: number): Entry[] {
  const order = [...reasons.keys()];
  const place = ({ _id }: Entry) => (reasons.has(_id) ? order.indexOf(_id) : order.length);
  const off = ({ amount }: Entry) => Math.abs(amount - expected);
  return entries.toSorted((a, b) => place(a) - place(b) || off(a) - off(b));
}
