import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useToday } from '../../as-known/moment.ts';
import { useKnown } from '../../browser-state/known.ts';
import { categoryFigure, categoryName, periodOf } from '../../explain/figure-words.ts';
import { categoriesQuery } from '../../server/queries.ts';
import { Field, Select } from '../../ui/fields.tsx';
import { LoadError } from '../../ui/loading.tsx';
import { PageSection } from '../../ui/page.tsx';
import { spanAround } from './chosen-span.ts';
import { MonthBars } from './month-bars.tsx';
import { askedOf, categoriesIn, lastMonths, monthsIn, sumsOfMonths, type TypedCategory } from './month-sums.ts';

const ALL = '';
const optionOf = ({ type, category }: TypedCategory) => `${type} ${category}`;

/** Section with income and expense of the last twelve months as bars, of all categories or of one. */
export function TwelveMonths() {
  const known = useKnown();
  const months = lastMonths(useToday());
  const [chosen, setChosen] = useState(ALL);
  const answers = useQueries({
    queries: askedOf(months).map((first) => categoriesQuery(first, spanAround('month', first).to, known)),
  });
  const failed = answers.find(({ isLoadingError }) => isLoadingError);
  const loaded = answers.flatMap(({ data }) => data ?? []);
  const isComplete = loaded.length === answers.length;
  const bars = monthsIn(loaded, months);
  const categories = categoriesIn(bars);
  const only = categories.find((category) => optionOf(category) === chosen) ?? null;
  if (isComplete && categories.length === 0) return null;

  function figureOf(type: TypedCategory['type'], first: string) {
    if (only) return categoryFigure(type, only.category, spanAround('month', first));
    return `${type.toLowerCase()}:${periodOf('month', first)}`;
  }

  return (
    <PageSection margin={<h2 className="note">The last twelve months</h2>}>
      {failed?.error && <LoadError problem={failed.error.problem} retry={failed.refetch} />}
      {!failed && (
        <div className="min-h-[21rem]">
          {isComplete && (
            <>
              <div className="mb-5 w-64 max-sm:w-full">
                <Field label="Category" error={undefined}>
                  {(props) => (
                    <Select {...props} value={only ? chosen : ALL} onChange={({ target }) => setChosen(target.value)}>
                      <option value={ALL}>All categories</option>
                      {categories.map((category) => (
                        <option key={optionOf(category)} value={optionOf(category)}>
                          {categoryName(category.category)}
                          {category.type === 'Income' && ' (income)'}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
              </div>
              <MonthBars
                months={sumsOfMonths(bars, only)}
                types={only ? [only.type] : ['Income', 'Expense']}
                figureOf={figureOf}
              />
            </>
          )}
        </div>
      )}
    </PageSection>
  );
}
