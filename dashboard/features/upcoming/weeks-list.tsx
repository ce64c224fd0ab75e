import type { Occurrence, Schedule } from '#contract/schedule-calls.ts';
import { useUser, weekStartOf } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { ExpectedAmount } from '../../shared/schedules/expected-amount.tsx';
import { sumsOf } from '../../shared/schedules/occurrence-words.ts';
import { formatMoney, MINUS } from '../../ui/money.ts';
import { COLUMNS } from '../../ui/page.tsx';
import { OccurrenceTableRow } from './occurrence-row.tsx';
import { type Week, weeksOf } from './weeks.ts';

type Props = {
  occurrences: readonly Occurrence[];
  schedules: readonly Schedule[];
  account: string;
  onOpen: (schedule: Schedule, nominal: string) => void;
};

/** The open occurrences by week, missed ones on top, each week closed by what comes in and what goes out. */
export function Weeks({ occurrences, schedules, account, onOpen }: Props) {
  const today = useToday();
  const weeks = weeksOf(occurrences, today, weekStartOf(useUser()));
  const byId = new Map(schedules.map((schedule) => [schedule._id, schedule]));
  if (weeks.length === 0)
    return (
      <div className={COLUMNS}>
        <div />
        <p className="border-y border-rule py-3 text-ink-muted">Nothing comes in these days.</p>
      </div>
    );
  return weeks.map((week) => (
    <section key={week.id} aria-label={week.days === '' ? week.name : `${week.name}, ${week.days}`} className="mb-7">
      <div className={COLUMNS}>
        <div className="max-md:hidden" />
        <div className="flex flex-wrap items-baseline gap-x-3 border-b border-rule-strong pb-1.5">
          <h2 className="subtitle">{week.name}</h2>
          {week.days !== '' && <span className="text-small text-ink-muted">{week.days}</span>}
        </div>
      </div>
      <ul>
        {week.occurrences.map((occurrence) => (
          <OccurrenceTableRow
            key={`${occurrence.scheduleId} ${occurrence.nominal}`}
            occurrence={occurrence}
            schedule={byId.get(occurrence.scheduleId)}
            account={account}
            onOpen={onOpen}
          />
        ))}
      </ul>
      <Sums week={week} account={account} />
    </section>
  ));
}

function Sums({ week: { occurrences }, account }: { week: Week; account: string }) {
  const { currency } = useUser();
  const { income, expense } = sumsOf(occurrences, account);
  if (income === 0 && expense === 0) return null;
  return (
    <div className={COLUMNS}>
      <div className="max-md:hidden" />
      <dl className="flex flex-wrap justify-end gap-x-7 gap-y-2 pt-2.5">
        {income > 0 && (
          <div>
            <dt className="sr-only">Income</dt>
            <dd className="double double-fine">
              <ExpectedAmount sign="+">{formatMoney(income, currency)}</ExpectedAmount>
            </dd>
          </div>
        )}
        {expense > 0 && (
          <div>
            <dt className="sr-only">Expense</dt>
            <dd className="double double-fine">
              <ExpectedAmount sign={MINUS}>{formatMoney(expense, currency)}</ExpectedAmount>
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
