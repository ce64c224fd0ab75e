import type { ReactNode } from 'react';
import type { BulkPreview } from '#contract/bulk-calls.ts';
import { useUser } from '../../../server/user.ts';
import { countWords } from '../../../shared/entries/count-words.ts';
import { SkeletonBar } from '../../../ui/loading.tsx';
import { formatMoney, formatSigned } from '../../../ui/money.ts';

const ROW = 'grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-4 border-t border-rule py-[0.45rem]';
const NOTE = 'note text-[1.0625rem]';

type Props = {
  /** Null while it is worked out for the first time. */
  preview: BulkPreview | null;
  isDeletion: boolean;
};

/** The effect of a bulk: the numbers of entries that change, stay and are left out, and the totals before and after. */
export function BulkPreviewLines({ preview, isDeletion }: Props) {
  if (!preview) return <Placeholder isDeletion={isDeletion} />;
  const { changed, unchanged, skippedCount } = preview;
  return (
    <>
      <dl>
        <Line term={isDeletion ? 'Deleted' : 'Changed'}>{countWords(changed)}</Line>
        {unchanged > 0 && <Line term="Unchanged">{countWords(unchanged)}, already so</Line>}
        {skippedCount > 0 && (
          <Line term="Left out">
            <Skipped preview={preview} />
          </Line>
        )}
      </dl>
      {preview.categories ? (
        <Categories categories={preview.categories} />
      ) : (
        <Totals preview={preview} isDeletion={isDeletion} />
      )}
    </>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={ROW}>
      <dt className={NOTE}>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The entries that are left out, each with the reason, folded away. */
function Skipped({ preview: { skipped, skippedCount } }: { preview: BulkPreview }) {
  return (
    <details>
      <summary className="cursor-pointer touch:min-h-11">{countWords(skippedCount)}</summary>
      <ul className="mt-1 text-small">
        {skipped.map(({ _id, title, reason }) => (
          <li key={_id} className="border-t border-rule py-[0.3rem] wrap-anywhere">
            {title ?? 'Transfer'} <span className="block text-ink-muted">{reason}</span>
          </li>
        ))}
        {skippedCount > skipped.length && (
          <li className="border-t border-rule py-[0.3rem] text-ink-muted">
            and {countWords(skippedCount - skipped.length)} more
          </li>
        )}
      </ul>
    </details>
  );
}

const SUMS = [
  ['in', 'In'],
  ['out', 'Out'],
  ['net', 'Net'],
] as const;
const FIGURE = 'border-t border-rule py-[0.45rem] pl-4 text-right font-normal whitespace-nowrap max-xs:text-small';

/** The totals of the whole entries, after a deletion beside those before. */
function Totals({ preview: { before, after }, isDeletion }: Props & { preview: BulkPreview }) {
  const { currency } = useUser();
  const figure = (sum: 'in' | 'out' | 'net', amount: number, isLast: boolean) => (
    <td className={FIGURE}>
      <span className={sum === 'net' && isLast ? 'double inline-block font-semibold double-fine' : ''}>
        {formatSigned(amount, currency)}
      </span>
    </td>
  );
  return (
    <table className="w-full border-t border-rule-strong">
      <caption className="sr-only">Totals of the whole entries</caption>
      <thead className="text-label text-ink-muted">
        <tr>
          <th scope="col" className="pt-1 text-left font-normal">
            Whole entries
          </th>
          <th scope="col" className="pt-1 text-right font-normal">
            {isDeletion ? 'Before' : 'Before and after'}
          </th>
          {isDeletion && (
            <th scope="col" className="pt-1 text-right font-normal">
              After
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {SUMS.map(([sum, term]) => (
          <tr key={sum}>
            <th scope="row" className={`${NOTE} border-t border-rule py-[0.45rem] text-left`}>
              {term}
            </th>
            {figure(sum, before[sum], !isDeletion)}
            {isDeletion && figure(sum, after[sum], true)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CATEGORIES_SHOWN_MAX = 8;

/** The categories that the changed entries have now, with number and sum: a new category changes no total. */
function Categories({ categories }: { categories: NonNullable<BulkPreview['categories']> }) {
  const { currency } = useUser();
  const shown = categories.slice(0, CATEGORIES_SHOWN_MAX);
  const others = categories.length - shown.length;
  if (categories.length === 0) return null;
  return (
    <table className="w-full border-t border-rule-strong">
      <caption className="pt-2 text-left text-label text-ink-muted">Now in</caption>
      <tbody>
        {shown.map(({ category, count, amount }) => (
          <tr key={category}>
            <th scope="row" className="border-t border-rule py-[0.45rem] text-left font-normal wrap-anywhere">
              {category ?? 'No category'}
            </th>
            <td className={FIGURE}>{countWords(count)}</td>
            <td className={FIGURE}>{formatMoney(amount, currency)}</td>
          </tr>
        ))}
        {others > 0 && (
          <tr>
            <td className="border-t border-rule py-[0.45rem] text-ink-muted" colSpan={3}>
              and {others} {others === 1 ? 'category' : 'categories'} more
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Lines in place of the preview. */
function Placeholder({ isDeletion }: { isDeletion: boolean }) {
  return (
    <div aria-hidden="true">
      {[isDeletion ? 'Deleted' : 'Changed', 'In', 'Out', 'Net'].map((term) => (
        <p key={term} className={ROW}>
          <span className={NOTE}>{term}</span>
          <SkeletonBar width="6rem" />
        </p>
      ))}
    </div>
  );
}
