import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { LoadError } from './loading.tsx';
import { ShowMore } from './show-more.tsx';

type Props = { list: UseInfiniteQueryResult; shown: number; count: number; noun: string };

/** Line below a list that is loaded page by page: the button for the next page, or why that could not be loaded. */
export function NextPage({ list, ...rest }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  // A fetch of the list that is under way goes first.
  const load = () => void fetchNextPage({ cancelRefetch: false });
  if (!hasNextPage) return null;
  if (isFetchNextPageError && !isFetchingNextPage) return <LoadError problem={error.problem} retry={load} />;
  return <ShowMore {...rest} pending={isFetchingNextPage} onClick={load} />;
}
