import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Totals } from '#contract/search-calls.ts';
import { useKnown } from '../../../browser-state/known.ts';
import { foundQuery, isRefusal } from '../../../server/entry-queries.ts';
import { useUser } from '../../../server/user.ts';
import { Explained } from '../../../shared/explain/explained.tsx';
import { DownloadFound } from '../../../shared/query/download-found.tsx';
import { LoadError, SkeletonBar } from '../../../ui/loading.tsx';
import { formatSigned } from '../../../ui/money.ts';
import { COLUMNS } from '../../../ui/page.tsx';

/** How many entries a query finds, and what they come to: each figure explains itself (product 9.7). */
export function FoundTotals({ asked }: { asked: string }) {
  const { currency } = useUser();
  const found = useQuery({ ...foundQuery(asked, useKnown()), placeholderData: keepPreviousData });
  const { data } = found;
  const isRefused = found.isLoadingError && isRefusal(found.error.problem);
  return (
    <>
      <p role="status" className="sr-only">
        {data && !found.isPlaceholderData ? announced(data, currency) : ''}
      </p>
      {!isRefused && data?.count !== 0 && (
        <section aria-label="Totals" aria-busy={found.isPlaceholderData} className={TOTALS}>
          <p className="note text-right max-md:hidden" aria-hidden="true">
            Found
          </p>
          {found.isLoadingError ? (
            <LoadError problem={found.error.problem} retry={found.refetch} />
          ) : (
            <div className={LINE}>
              <p className="flex flex-wrap items-baseline gap-x-5">
                {data ? countWords(data) : <SkeletonBar width="5rem" />}
                <DownloadFound asked={asked} />
              </p>
              <dl className={SUMS}>
                {SUMS_OF.map(({ sum, term, name }) => (
                  <div key={sum} className="flex items-baseline justify-between gap-x-3">
                    <dt className="note text-[1.0625rem]">{term}</dt>
                    <dd>
                      {data ? (
                        <Sum asked={asked} sum={sum} name={name} amount={data[sum]} />
                      ) : (
                        <SkeletonBar width="4.5rem" />
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          )}
        </section>
      )}
    </>
  );
}

const SUMS_OF = [
  { sum: 'in', term: 'In', name: 'income that is found' },
  { sum: 'out', term: 'Out', name: 'expenses that are found' },
  { sum: 'net', term: 'Net', name: 'net of what is found' },
] as const;

const TOTALS = `${COLUMNS} mb-6 items-baseline`;
const LINE = [
  'flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-t border-rule pt-3 pb-1',
  'max-sm:block',
].join(' ');
const SUMS = 'flex flex-wrap items-baseline justify-end gap-x-8 gap-y-1 max-sm:mt-1 max-sm:block max-sm:*:py-1';

type SumProps = { asked: string; sum: 'in' | 'out' | 'net'; name: string; amount: number };

function Sum({ asked, sum, name, amount }: SumProps) {
  const { currency } = useUser();
  return (
    <Explained figure={`find:${sum}:${asked}`} name={name}>
      <span className={sum === 'net' ? 'double inline-block font-semibold double-fine' : ''}>
        {formatSigned(amount, currency)}
      </span>
    </Explained>
  );
}

function countWords({ count }: Totals): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`;
}

function announced(totals: Totals, currency: string): string {
  if (totals.count === 0) return 'Nothing matches this search';
  return `${countWords(totals)} found, net ${formatSigned(totals.net, currency)}`;
}
