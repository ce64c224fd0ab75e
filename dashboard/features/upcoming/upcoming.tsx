import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import type { Occurrence } from '#contract/schedule-calls.ts';
import { shifted } from '#ledger/model/days.ts';
import { useIsPast, useKnown } from '../../browser-state/known.ts';
import { forecastQuery, schedulesQuery, upcomingQuery } from '../../server/schedule-queries.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { isOpenOccurrence as isToAnswer } from '../../shared/schedules/occurrence-words.ts';
import type { ScheduleBeginning } from '../../shared/schedules/schedule-beginning.ts';
import { ScheduleSheet } from '../../shared/schedules/schedule-sheet.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { LoadError, SkeletonRows } from '../../ui/loading.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { Steady } from '../../ui/steady.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useSteady } from '../../ui/use-steady.ts';
import { BalanceAhead } from './balance-ahead.tsx';
import { ForecastPanel } from './forecast-panel.tsx';
import { NothingAhead } from './nothing-ahead.tsx';
import { OCCURRENCE } from './occurrence-row.tsx';
import { Schedules } from './schedules.tsx';
import { Suggestions } from './suggestions.tsx';
import { Weeks } from './weeks-list.tsx';

const SPANS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const;
type SpanDays = (typeof SPANS)[number]['value'];

const LISTS = [
  { value: 'week', label: 'By week' },
  { value: 'schedule', label: 'By schedule' },
] as const;
type ListKind = (typeof LISTS)[number]['value'];

/** The list in its margin, and beside it the line; on narrower screens the line stands above the list. */
const BESIDE = {
  root: [
    'flex flex-col gap-y-5 min-[1280px]:grid min-[1280px]:grid-cols-[minmax(0,1fr)_clamp(18rem,24vw,22rem)]',
    'min-[1280px]:max-w-[calc(var(--indent)+var(--measure))] min-[1280px]:gap-x-8',
  ].join(' '),
  choices: 'flex flex-wrap justify-between gap-x-6 md:pl-(--indent)',
  line: [
    'md:max-[1279px]:pl-(--indent) min-[1280px]:sticky min-[1280px]:top-6 min-[1280px]:self-start',
    'min-[1280px]:col-start-2 min-[1280px]:row-span-2 min-[1280px]:row-start-1',
  ].join(' '),
  list: 'min-w-0 min-[1280px]:col-start-1',
};

const ADD = 'Add what comes again';

/**
 * The screen of coming occurrences and of the balance that they will leave (product 9.25). Its list has the
 * occurrences by week, or the schedules.
 */
export function Upcoming() {
  useTitle('Upcoming');
  const known = useKnown();
  const isPast = useIsPast();
  const today = useToday();
  const [span, setSpan] = useState<SpanDays>('30');
  const [listKind, setListKind] = useState<ListKind>('week');
  const [account, setAccount] = useState('');
  const [hasSpending, setSpending] = useState(false);
  const [beginning, setBeginning] = useState<ScheduleBeginning | null>(null);
  const [isOpen, setOpen] = useState(false);
  const schedules = useQuery(schedulesQuery(known));
  const until = shifted(today, Number(span));
  const forecast = useQuery(forecastQuery({ account, until, hasSpending }, known));

  function begin(from: ScheduleBeginning) {
    setBeginning(from);
    setOpen(true);
  }

  const upcoming = useQuery({ ...upcomingQuery(until, known), enabled: forecast.isLoadingError });
  // Without the forecast the list is still there to answer.
  const failed = [schedules, ...(forecast.isLoadingError ? [upcoming] : [])].find((query) => query.isLoadingError);
  const occurrences = forecast.data?.occurrences ?? openIn(upcoming.data, account);
  const isEmpty = schedules.data?.length === 0;
  const isSteady = useSteady(schedules.data !== undefined && !forecast.isLoading);
  return (
    <>
      <PageHeader
        margin={<TodayInMargin />}
        heading="Upcoming"
        tools={
          !isPast &&
          !isEmpty &&
          (schedules.data ? (
            <Button kind="primary" onClick={() => begin({ from: 'blank' })}>
              {ADD}
            </Button>
          ) : (
            // Its room, so that nothing moves when it comes.
            <span aria-hidden="true" className={buttonClass('primary', 'invisible')}>
              {ADD}
            </span>
          ))
        }
      />
      <Steady isSteady={isSteady}>
        {failed?.error ? (
          <PageSection>
            <LoadError problem={failed.error.problem} retry={failed.refetch} />
          </PageSection>
        ) : isEmpty ? (
          <NothingAhead onAdd={() => begin({ from: 'blank' })} />
        ) : schedules.data ? (
          <div className={BESIDE.root}>
            <div className={BESIDE.choices}>
              <Choices legend="How far ahead" choices={SPANS} chosen={span} onChoose={setSpan} />
              <Choices legend="List" choices={LISTS} chosen={listKind} onChoose={setListKind} />
            </div>
            <div className={BESIDE.line}>
              <ForecastPanel
                forecast={forecast}
                spanDays={Number(span)}
                {...{ account, hasSpending }}
                onAccount={setAccount}
                onSpending={setSpending}
              />
            </div>
            <div className={BESIDE.list}>
              {listKind === 'schedule' ? (
                <Schedules
                  {...{ account }}
                  schedules={schedules.data}
                  onOpen={(schedule) => begin({ from: 'schedule', schedule })}
                />
              ) : occurrences ? (
                <Ahead
                  {...{ occurrences, account }}
                  schedules={schedules.data}
                  onOpen={(schedule, nominal) => begin({ from: 'schedule', schedule, nominal })}
                />
              ) : (
                <Skeleton />
              )}
              {listKind === 'week' && forecast.data && <BalanceAhead forecast={forecast.data} account={account} />}
            </div>
          </div>
        ) : (
          <Skeleton />
        )}
        {!isPast && !failed && <Suggestions onAdd={(suggested) => begin({ from: 'suggestion', suggested })} />}
      </Steady>
      <ScheduleSheet open={isOpen} onClose={() => setOpen(false)} beginning={beginning} />
    </>
  );
}

/** The weeks, which keep the focus where a row goes. */
function Ahead(props: ComponentProps<typeof Weeks>) {
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(list, `[${OCCURRENCE}]`);
  return (
    <div ref={list}>
      <Weeks {...props} />
    </div>
  );
}

/** The occurrences that are to be answered, of an account or of all (''). */
function openIn(occurrences: readonly Occurrence[] | undefined, account: string): Occurrence[] | undefined {
  return occurrences
    ?.filter(isToAnswer)
    .filter((occurrence) => account === '' || [occurrence.account, occurrence.toAccount].includes(account));
}

function Skeleton() {
  return (
    <PageSection kind="plain">
      <SkeletonRows amountWidth="4.5rem" />
    </PageSection>
  );
}
