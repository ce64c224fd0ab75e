import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ImportMatch } from '#contract/import-calls.ts';
import { PAGE_ROWS_MAX } from '#contract/limits.ts';
import type { Entry } from '#contract/transaction.ts';
import { fetchData } from '../../server/cache.ts';
import { useUser } from '../../server/user.ts';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { shortDay, withSign } from './words.ts';

type Props = {
  accountId: string;
  /** Amount that the row adds to the account, in whole units. */
  amount: number;
  onFind: (match: ImportMatch) => void;
};

/** The entries of an account, newest first, in large pages. Each search starts over. */
function searchQuery(accountId: string) {
  return infiniteQueryOptions({
    queryKey: ['entries to match', accountId],
    queryFn: ({ pageParam: before }) =>
      fetchData('getEntries', { account: accountId, limit: PAGE_ROWS_MAX, ...(before && { before }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
  });
}

/** List of the account's entries with the same amount, newest first, to choose the entry that the row matches. */
export function FindEntry({ accountId, amount, onFind }: Props) {
  const { currency } = useUser();
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(searchQuery(accountId));
  const entries = data?.pages.flatMap((page) => page.entries.map((entry) => asMatch(entry, accountId))) ?? [];
  const matches = entries.filter((entry) => entry.amount === amount);
  const isReady = !isFetching && error === null;
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => list.current?.focus(), []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: the fields of a form would be in a fieldset; these are buttons.
    <div ref={list} role="group" tabIndex={-1} aria-label="Entries of the same amount" className="mt-3 text-small">
      {matches.length > 0 && (
        <ul>
          {matches.map((entry) => (
            <li key={entry.id} className="flex flex-wrap justify-between gap-x-6 border-t border-rule py-2">
              <span>
                {entry.title || 'Transfer'} <span className="text-ink-muted">{shortDay(entry.date)}</span>{' '}
                {withSign(entry.amount, currency)}
              </span>
              <button type="button" className="link" onClick={() => onFind(entry)}>
                Same as this<span className="sr-only">: {entry.title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {isFetching && <SkeletonBar width="10rem" />}
        {isReady && matches.length === 0 && !hasNextPage && (
          <p className="text-ink-muted">This account has no entry of {withSign(amount, currency)}.</p>
        )}
      </div>
      {!isFetching && error && <LoadError problem={error.problem} retry={data ? fetchNextPage : refetch} />}
      {isReady && hasNextPage && (
        <button type="button" className="link mt-1" onClick={() => void fetchNextPage()}>
          Look further back
        </button>
      )}
    </div>
  );
}

/** An entry as a match, with the amount that it adds to an account. */
function asMatch({ _id, type, title, date, amount, account }: Entry, accountId: string): ImportMatch {
  const isOut = type === 'Expense' || (type === 'Transfer' && account === accountId);
  return { id: _id, type, title: title ?? '', date, amount: isOut ? -amount : amount, account: accountId, reason: '' };
}
