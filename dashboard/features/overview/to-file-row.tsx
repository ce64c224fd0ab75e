import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useIsPast } from '../../browser-state/known.ts';
import { foundQuery, UNFILED } from '../../server/entry-queries.ts';
import { countWords } from '../../shared/entries/count-words.ts';
import { PageSection } from '../../ui/page.tsx';

/** For so long the number is not asked for again, unless this browser has changed the books. */
const FRESH_MS = 5 * 60_000;

/** How many entries have no category, with the way to file them; nothing where all have one (product 9.6). */
export function ToFileRow() {
  const isPast = useIsPast();
  const { data } = useQuery({ ...foundQuery(UNFILED), enabled: !isPast, staleTime: FRESH_MS });
  if (isPast || !data || data.count === 0) return null;
  return (
    <PageSection margin={<h2 className="note">To file</h2>}>
      <p>
        <Link className="link" to="/transactions/to-file">
          {countWords(data.count)}
        </Link>{' '}
        <span className="text-ink-muted">without a category</span>
      </p>
    </PageSection>
  );
}
