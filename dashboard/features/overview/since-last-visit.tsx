import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useIsPast } from '../../browser-state/known.ts';
import { cache } from '../../server/cache.ts';
import { call } from '../../server/client.ts';
import { sinceLastVisitQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { formatDay, localDateOf } from '../../ui/day.ts';
import { formatSigned } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';

/**
 * Line about changes since the last visit to what was known then; nothing if there are none. The first response stays
 * until the page is reloaded; later visits of the screen are only noted.
 */
export function SinceLastVisitNote() {
  const isPast = useIsPast();
  const since = useQuery({ ...sinceLastVisitQuery, enabled: false }).data;
  const { currency } = useUser();
  useEffect(() => {
    if (isPast) return;
    if (cache.getQueryData(sinceLastVisitQuery.queryKey) === undefined) void cache.prefetchQuery(sinceLastVisitQuery);
    else void call('sinceLastVisit');
  }, [isPast]);
  if (isPast || !since) return null;
  const { seenAt, revision, changeSetIds, change } = since;
  const count = changeSetIds.length;
  return (
    <PageSection margin={<h2 className="note">Since you were last here</h2>}>
      <p>
        Since {formatDay(localDateOf(new Date(seenAt))).long}: {count.toLocaleString('en-US')}{' '}
        {count === 1 ? 'change' : 'changes'} to what was known then,{' '}
        {change === 0 ? 'which left the balance as it was' : `the balance by ${formatSigned(change, currency)}`}.{' '}
        <Link className="link" to={`/history/what-changed?figure=balance&from=${revision}`}>
          What changed
        </Link>
      </p>
    </PageSection>
  );
}
