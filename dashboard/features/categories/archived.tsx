import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Category } from '#contract/category-calls.ts';
import { useInPlace } from '../../commands/use-in-place.ts';
import { categoryWithId } from '../../shared/categories/categories.ts';
import { countWords } from '../../shared/entries/count-words.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/fields.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { PageSection } from '../../ui/page.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { entriesAddress } from './tree.ts';

type Props = { categories: readonly Category[]; archived: readonly Category[] };

/** The archived categories, folded away, each with the button that takes it out of the archive. */
export function Archived({ categories, archived }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list);
  return (
    <PageSection margin={<h2 className="note">Archived</h2>}>
      <details className="group">
        <summary className={SUMMARY}>
          {archived.length.toLocaleString('en-US')} archived
          <ChevronIcon className="text-ink-muted transition-transform group-open:rotate-180" />
        </summary>
        <ul ref={list} aria-label="Archived categories" className="mt-2 border-t border-rule-strong">
          {archived.map((category) => (
            <ArchivedCategory key={category._id} category={category} categories={categories} />
          ))}
        </ul>
      </details>
    </PageSection>
  );
}

const SUMMARY = [
  'flex min-h-9 w-fit cursor-pointer list-none items-center gap-2 hover:text-accent touch:min-h-11',
  '[&::-webkit-details-marker]:hidden',
].join(' ');

function ArchivedCategory({ category, categories }: Pick<Props, 'categories'> & { category: Category }) {
  const { _id, name, kind, parent, count } = category;
  const above = categoryWithId(categories, parent);
  const { send, pending, problem } = useInPlace('restoreCategory', {
    saved: 'Category restored',
    failed: 'Unable to restore the category',
  });
  return (
    <li className="border-b border-rule py-[0.3rem]">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4">
        <span className="min-w-0 flex-1 wrap-anywhere max-xs:basis-full">
          {name}{' '}
          <span className="note text-[1.0625rem]">
            {kind === 'Income' ? 'of incomes' : 'of expenses'}
            {above && `, below ${above.name}`}
          </span>
        </span>
        <Link className="text-ink-muted hover:underline" to={entriesAddress(categories, category)}>
          {countWords(count)}
        </Link>
        <Button
          kind="quiet"
          size="small"
          writes
          className="-mr-3 max-xs:ml-auto"
          aria-label={`Restore ${name}`}
          pending={pending}
          onClick={() => void send({ categoryId: _id })}
        >
          Restore
        </Button>
      </div>
      <ErrorText id={`${_id}-problem`} error={problem} />
    </li>
  );
}
