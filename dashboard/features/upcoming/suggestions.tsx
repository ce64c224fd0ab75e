import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { ruleText } from '#contract/schedule-texts.ts';
import { quoted } from '#ledger/search/write-query.ts';
import { readNotSuggested, storeNotSuggested } from '../../browser-state/not-suggested.ts';
import { suggestionsQuery } from '../../server/schedule-queries.ts';
import { useUser } from '../../server/user.ts';
import { ExpectedAmount } from '../../shared/schedules/expected-amount.tsx';
import type { ScheduleFormInput } from '../../shared/schedules/schedule-values.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoney, signOf } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { showSuccessToast } from '../../ui/toast.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';

/** The number of suggestions that are shown until all are asked for, the largest amounts first. */
const SHOWN_AT_FIRST = 5;

/** The suggested schedules, a line for each, with 'Add' and 'Not this'; nothing if there are none. */
export function Suggestions({ onAdd }: { onAdd: (suggested: ScheduleFormInput) => void }) {
  const { currency, _id: userId } = useUser();
  const { data = [] } = useQuery(suggestionsQuery);
  const [left, setLeft] = useState(() => readNotSuggested(userId));
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list);
  const suggestions = data.filter(({ schedule }) => !left.includes(keyOf(schedule)));
  if (suggestions.length === 0) return null;
  const shown = isWhole ? suggestions : suggestions.slice(0, SHOWN_AT_FIRST);

  function leaveOut(schedule: Pick<ScheduleFormInput, 'type' | 'title'>) {
    const key = keyOf(schedule);
    const keys = [...left, key];
    storeNotSuggested(userId, keys);
    setLeft(keys);
    const undo = { label: 'Undo', onClick: () => suggestAgain(key) };
    showSuccessToast(`No longer suggested: ${schedule.title}`, undefined, undo);
  }

  function suggestAgain(key: string) {
    const without = (keys: readonly string[]) => keys.filter((other) => other !== key);
    storeNotSuggested(userId, without(readNotSuggested(userId)));
    setLeft(without);
  }

  function showAll() {
    // Rendered first, because the button that had the focus goes.
    flushSync(() => setWhole(true));
    list.current?.children[SHOWN_AT_FIRST]?.querySelector('button')?.focus();
  }

  return (
    <PageSection kind="ledger" margin={<h2 className="note">Looks recurring</h2>}>
      <ul ref={list} className="border-t border-rule-strong">
        {shown.map(({ schedule, entries }) => (
          <li
            key={keyOf(schedule)}
            className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-rule py-2 last:border-rule-strong"
          >
            <div className="min-w-48 flex-1 wrap-anywhere">
              {schedule.title}
              <p className="text-small text-ink-muted">
                {ruleText(schedule.rule)}, after{' '}
                <Link className="link inline" to={entriesAddress(schedule)}>
                  {entries.length} entries
                </Link>
                .
              </p>
            </div>
            <p className="ml-auto text-right">
              {'about' in schedule.amount && <span className="note text-[1.0625rem]">about </span>}
              <ExpectedAmount sign={schedule.type === 'Transfer' ? '' : signOf(schedule.type)}>
                {formatMoney('about' in schedule.amount ? schedule.amount.about : schedule.amount.exact, currency)}
              </ExpectedAmount>
            </p>
            <div className="flex gap-2">
              <Button size="small" aria-label={`Add ${schedule.title}`} onClick={() => onAdd(schedule)}>
                Add
              </Button>
              <Button
                size="small"
                kind="quiet"
                aria-label={`Not this: ${schedule.title}`}
                onClick={() => leaveOut(schedule)}
              >
                Not this
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < suggestions.length && (
        <ShowMore
          shown={shown.length}
          count={suggestions.length}
          noun="suggestions"
          pending={false}
          onClick={showAll}
        />
      )}
    </PageSection>
  );
}

const keyOf = ({ type, title }: Pick<ScheduleFormInput, 'type' | 'title'>) => `${type} ${title}`;

function entriesAddress({ title }: Pick<ScheduleFormInput, 'title'>): string {
  return `/transactions?q=${encodeURIComponent(`title:${quoted(title)}`)}`;
}
