import { useState } from 'react';
import { categoryPath } from '../../shared/categories/categories.ts';
import { useCategories } from '../../shared/categories/use-categories.ts';
import { categoryFigure, figureCategoryName, periodOf } from '../../shared/explain/figure-words.ts';
import { FormField, Select } from '../../ui/fields.tsx';
import { LoadError } from '../../ui/loading.tsx';
import { PageSection } from '../../ui/page.tsx';
import { spanAround } from './chosen-span.ts';
import { MonthBars } from './month-bars.tsx';
import { categoriesIn, sumsOfMonths, type TypedCategory } from './month-sums.ts';
import { useTwelveMonths } from './use-twelve-months.ts';

const ALL = '';
const optionOf = ({ type, category }: TypedCategory) => `${type} ${category}`;

/** Section with income and expense of the last twelve months as bars, of all categories or of one. */
export function TwelveMonths() {
  const { months: bars, isComplete, failed } = useTwelveMonths();
  const [chosen, setChosen] = useState(ALL);
  const known = useCategories();
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
                <FormField label="Category" error={undefined}>
                  {(props) => (
                    <Select {...props} value={only ? chosen : ALL} onChange={({ target }) => setChosen(target.value)}>
                      <option value={ALL}>All categories</option>
                      {categories.map((category) => (
                        <option key={optionOf(category)} value={optionOf(category)}>
                          {categoryPath(known, {
                            type: category.type,
                            category: figureCategoryName(category.category),
                          })}
                          {category.type === 'Income' && ' (income)'}
                        </option>
                      ))}
                    </Select>
                  )}
                </FormField>
              </div>
              <MonthBars
                label="Months"
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
