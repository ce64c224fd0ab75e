import { compareAsc } from 'date-fns/compareAsc';
import { useRef } from 'react';
import type { Schedule } from '#contract/schedule-calls.ts';
import { ruleText, spanText } from '#contract/schedule-texts.ts';
import { LAST_DAY } from '#ledger/model/constants.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useUser } from '../../server/user.ts';
import { nameOfAccount } from '../../shared/accounts/accounts.ts';
import { ExpectedAmount } from '../../shared/schedules/expected-amount.tsx';
import { formatDay } from '../../ui/day.ts';
import { signOf } from '../../ui/money.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';

const ROW = [
  'relative flex min-h-11 flex-wrap items-baseline gap-x-6 border-b border-rule py-2',
  'transition-[background-color] last:border-rule-strong',
].join(' ');
const OPENS = 'hover:bg-hover hover:shadow-[-0.75rem_0_0_var(--hover),0.75rem_0_0_var(--hover)]';

/** More schedules in several accounts stand by account, and fold. */
const TOGETHER_MAX = 12;

type Props = { schedules: readonly Schedule[]; onOpen: (schedule: Schedule) => void };

/**
 * All schedules of an account, or of all (''), with their rules in words, the next one first. Each opens the form that
 * changes it, but not as of a past day.
 */
export function Schedules({ schedules, account, onOpen }: Props & { account: string }) {
  const user = useUser();
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(list, 'li');
  const inOrder = schedules
    .filter((schedule) => account === '' || [schedule.account, schedule.toAccount].includes(account))
    .toSorted((one, other) => compareAsc(nextDay(one), nextDay(other)));
  const byAccount = [...Map.groupBy(inOrder, ({ account }) => account)];
  const isGrouped = inOrder.length > TOGETHER_MAX && byAccount.length > 1;
  return (
    <section aria-labelledby={HEADING_ID} className="md:pl-(--indent)" ref={list}>
      <h2 id={HEADING_ID} className="subtitle pb-1.5">
        Schedules
      </h2>
      {isGrouped ? (
        byAccount.map(([id, own]) => (
          <details key={id} open className="not-first:mt-6">
            <summary className="cursor-pointer pb-2 touch:min-h-11">
              <span className="font-semibold">{nameOfAccount(user, id)}</span>{' '}
              <span className="note text-[1.0625rem]">
                {own.length === 1 ? '1 schedule' : `${own.length} schedules`}
              </span>
            </summary>
            <Lines schedules={own} onOpen={onOpen} />
          </details>
        ))
      ) : inOrder.length === 0 ? (
        <p className="border-y border-rule py-3 text-ink-muted">No schedule is of this account.</p>
      ) : (
        <Lines schedules={inOrder} onOpen={onOpen} />
      )}
    </section>
  );
}

const HEADING_ID = 'schedules';

/** The day on which a schedule comes next; a day after all others where it comes no more. */
const nextDay = ({ next }: Schedule) => next?.day ?? LAST_DAY;

function Lines({ schedules, onOpen }: Props) {
  const { currency } = useUser();
  const isPast = useIsPast();
  return (
    <ul className="border-t border-rule-strong">
      {schedules.map((schedule) => {
        const { title, amount, rule } = schedule.before ?? schedule;
        return (
          <li key={schedule._id} className={`${ROW} ${isPast ? '' : OPENS}`}>
            <div className="min-w-0 flex-[1_1_11rem] wrap-anywhere">
              {isPast ? (
                title
              ) : (
                <button
                  type="button"
                  className="block text-left after:absolute after:inset-0"
                  aria-haspopup="dialog"
                  aria-label={`Change ${title}`}
                  onClick={() => onOpen(schedule)}
                >
                  {title}
                </button>
              )}
              <p className="text-small text-ink-muted">
                {ruleText(rule)}. {nextWords(schedule)}
                {schedule.post === 'by-itself' && <span className="note text-[1.0625rem]"> automatic</span>}
              </p>
              {schedule.before && (
                <p className="text-small text-ink-muted">{changeWords(schedule, schedule.before, currency)}</p>
              )}
            </div>
            <p className="ml-auto text-right">
              {'about' in amount && <span className="note text-[1.0625rem]">about </span>}
              <ExpectedAmount sign={schedule.type === 'Transfer' ? '' : signOf(schedule.type)}>
                {spanText('about' in amount ? { exact: amount.about } : amount, currency)}
              </ExpectedAmount>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function nextWords({ next }: Schedule): string {
  return next === null ? 'It comes no more.' : `Next on ${formatDay(next.day).long}.`;
}

/** The change of a schedule that is ahead, in words. */
function changeWords(schedule: Schedule, { until, title, rule }: NonNullable<Schedule['before']>, currency: string) {
  const changedTitle = schedule.title === title ? '' : `${schedule.title}, `;
  const changedRule = ruleText(schedule.rule) === ruleText(rule) ? '' : ` ${ruleText(schedule.rule)}.`;
  return `From ${formatDay(until).long}: ${changedTitle}${spanText(schedule.amount, currency)}.${changedRule}`;
}
