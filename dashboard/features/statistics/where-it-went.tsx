import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import type { FigureSpan } from '#contract/figure.ts';
import { useIsPast, useKnown } from '../../browser-state/known.ts';
import { searchWith, stayOn } from '../../browser-state/screen-key.ts';
import { categoriesQuery } from '../../server/queries.ts';
import { useUser, weekStartOf } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { DigestLink } from '../../shared/entries/digest-link.tsx';
import { spanWords } from '../../shared/explain/figure-words.ts';
import { DownloadFound } from '../../shared/query/download-found.tsx';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { PageSection } from '../../ui/page.tsx';
import { CategoryTable } from './category-table.tsx';
import { spanInQuery } from './chosen-span.ts';
import { SpanControl } from './span-control.tsx';

/**
 * Section with income and expenses by category in the week, month, year or range of the address, beside the period
 * before.
 */
export function WhereItWent() {
  const today = useToday();
  const location = useLocation();
  const navigate = useNavigate();
  const weekStart = weekStartOf(useUser());
  const span = spanInQuery(new URLSearchParams(location.search), today, weekStart);
  const { period, from, to } = span;
  const isPast = useIsPast();
  const sums = useQuery(categoriesQuery(from, to, useKnown()));
  const isSoFar = period !== 'range' && from <= today && today < to;

  function choose({ period, from, to }: FigureSpan) {
    const { pathname, hash } = location;
    const search = searchWith(location.search, { by: period, from, to: period === 'range' ? to : null });
    navigate({ pathname, search, hash }, { replace: true, state: stayOn(location) });
  }

  return (
    <PageSection margin={<h2 className="note">Where the money went</h2>}>
      <SpanControl span={span} today={today} onChoose={choose} />
      {sums.isLoadingError && <LoadError problem={sums.error.problem} retry={sums.refetch} />}
      {sums.isPending && <Skeleton />}
      {sums.data && (
        <>
          {isSoFar && (
            <p className="mt-4 text-small text-ink-muted">
              {spanWords(span)} so far is compared with all of {spanWords({ period, ...sums.data.before })}.
            </p>
          )}
          <CategoryTable
            type="Expense"
            span={span}
            before={spanWords({ period, ...sums.data.before })}
            sums={sums.data.expense}
            refunds={sums.data.refunds}
          />
          <CategoryTable
            type="Income"
            span={span}
            before={spanWords({ period, ...sums.data.before })}
            sums={sums.data.income}
            refunds={sums.data.refunds}
          />
          <p className="mt-5 flex flex-wrap gap-x-6 gap-y-1 text-small">
            <DownloadFound
              asked={`date:${from}..${to}`}
              label={`Download the entries of ${spanWords(span)}`}
              fileName={`entries ${from} to ${to}`}
            />
            {period === 'month' && !isPast && <DigestLink day={from}>Print {spanWords(span)}</DigestLink>}
          </p>
        </>
      )}
    </PageSection>
  );
}

const BAR_WIDTHS = ['7rem', '5rem', '8rem', '4rem'];

function Skeleton() {
  return (
    <div aria-busy="true" className="mt-9 border-t border-rule-strong">
      <p role="status" className="sr-only">
        Loading
      </p>
      {BAR_WIDTHS.map((width) => (
        <p key={width} className="flex h-row items-center justify-between border-b border-rule">
          <SkeletonBar width={width} />
          <SkeletonBar width="4.5rem" />
        </p>
      ))}
    </div>
  );
}
