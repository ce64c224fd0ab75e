import { useEffect, useRef, useState } from 'react';
import type { ImportCategory } from '#contract/import-calls.ts';
import { pathOf } from '../../shared/categories/categories.ts';
import { useCategories } from '../../shared/categories/use-categories.ts';
import { FormField, Select } from '../../ui/fields.tsx';
import { COLUMNS } from '../../ui/page.tsx';
import { answerCategories, pathInFile, useImport } from './import-store.ts';
import { counted } from './words.ts';

/** Number of categories that are listed before all are asked for. */
const SHOWN_MAX = 12;

const KIND_WORDS = { Expense: 'expenses', Income: 'incomes' } as const;

const HEAD = 'flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-rule pb-4 md:border-t md:pt-6';
const LINE = [
  'grid grid-cols-[minmax(0,1fr)_max-content_17rem] items-center gap-x-5 border-b border-rule py-2',
  'data-last:border-rule-strong max-sm:grid-cols-[minmax(0,1fr)_max-content] max-sm:gap-y-2 max-sm:py-3',
].join(' ');

/** The categories of the file that are new here, each with the choice of what becomes of it (product 9.20). */
export function CategoriesSection() {
  const preview = useImport((state) => state.preview);
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isWhole) list.current?.querySelectorAll('select')[SHOWN_MAX]?.focus();
  }, [isWhole]);
  if (!preview || preview.categories.length === 0) return null;
  const { categories } = preview;
  const shown = isWhole ? categories : categories.slice(0, SHOWN_MAX);
  const all = (proposal: string) =>
    answerCategories(new Map(categories.map((category) => [pathInFile(category), proposal])));
  return (
    <section className="pb-11 max-md:border-t max-md:border-rule max-md:pt-[1.125rem] max-md:pb-8">
      <div className={COLUMNS}>
        <div className="min-w-0 text-right max-md:mb-3 max-md:text-left md:pt-6">
          <h2 className="note">Categories</h2>
        </div>
        <div className={HEAD}>
          <p>{counted(categories.length, 'category of this file is', 'categories of this file are')} new here.</p>
          {categories.length > 1 && (
            <p className="flex gap-x-5 text-small">
              <button type="button" className="link" onClick={() => all('add')}>
                Add all
              </button>
              <button type="button" className="link" onClick={() => all('leave')}>
                Leave all out
              </button>
            </p>
          )}
        </div>
      </div>
      <ul ref={list} aria-label="New categories of the file">
        {shown.map((category, index) => (
          <NewCategory
            key={pathInFile(category) + category.kind}
            category={category}
            before={shown[index - 1]}
            after={shown[index + 1]}
          />
        ))}
      </ul>
      {shown.length < categories.length && (
        <div className={COLUMNS}>
          <button type="button" className="link col-2 mt-4 justify-self-start" onClick={() => setWhole(true)}>
            Show all {categories.length.toLocaleString('en-US')}
          </button>
        </div>
      )}
    </section>
  );
}

type Props = {
  category: ImportCategory;
  /** The rows above and below it: the words that a group has in common stand in the margin once. */
  before: ImportCategory | undefined;
  after: ImportCategory | undefined;
};

function areOfOneGroup(category: ImportCategory, other: ImportCategory | undefined): boolean {
  return other !== undefined && other.kind === category.kind && other.parent === category.parent;
}

function NewCategory({ category, before, after }: Props) {
  const { name, kind, parent, count } = category;
  const isFirst = !areOfOneGroup(category, before);
  return (
    <li className={COLUMNS}>
      <div
        className="note min-w-0 pt-[0.85rem] text-right text-[1.0625rem] max-md:text-left max-md:not-data-first:pt-0"
        data-first={isFirst || undefined}
      >
        <p className="truncate data-again:sr-only" data-again={!isFirst || undefined}>
          {parent ?? KIND_WORDS[kind]}
          {parent !== null && kind === 'Income' && `, ${KIND_WORDS[kind]}`}
        </p>
      </div>
      <div className={LINE} data-last={!areOfOneGroup(category, after) || undefined}>
        <span className="wrap-anywhere">{name}</span>
        <span className="note text-[1rem]">{counted(count, 'row', 'rows')}</span>
        <div className="max-sm:col-span-2">
          <Becomes category={category} />
        </div>
      </div>
    </li>
  );
}

/** Select of what becomes of a category. A change reads the file again. */
function Becomes({ category }: { category: ImportCategory }) {
  const { name, kind, parent, proposal } = category;
  const path = pathInFile(category);
  const answer = useImport(({ answers }) => {
    const { categories } = answers;
    return typeof categories === 'object' ? categories[path] : undefined;
  });
  const categories = useCategories();
  const value = answer ?? proposal;
  const offered = categories.filter(({ _id, ...own }) => _id === value || (own.kind === kind && !own.isArchived));
  const isMissing = !['add', 'leave'].includes(value) && offered.every(({ _id }) => _id !== value);
  return (
    <FormField label={`${parent === null ? name : `${parent}: ${name}`} becomes`} hiddenLabel error={undefined}>
      {(props) => (
        <Select {...props} value={value} onChange={({ target }) => answerCategories(new Map([[path, target.value]]))}>
          <option value="add">{parent === null ? 'Add it' : `Add it below ${parent}`}</option>
          <option value="leave">Leave it out</option>
          <optgroup label="Is the same as">
            {offered.map((own) => (
              <option key={own._id} value={own._id}>
                {pathOf(categories, own)}
              </option>
            ))}
            {isMissing && <option value={value}>Another one</option>}
          </optgroup>
        </Select>
      )}
    </FormField>
  );
}
