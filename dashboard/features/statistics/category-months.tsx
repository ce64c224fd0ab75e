import { categoryFigure, figureCategoryName } from '../../shared/explain/figure-words.ts';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { spanAround } from './chosen-span.ts';
import { MonthBars } from './month-bars.tsx';
import { sumsOfMonths, type TypedCategory } from './month-sums.ts';
import { useTwelveMonths } from './use-twelve-months.ts';

/** The last twelve months of a category as bars. */
export function CategoryMonths(category: TypedCategory) {
  const { months, isComplete, failed } = useTwelveMonths();
  if (failed?.error) return <LoadError problem={failed.error.problem} retry={failed.refetch} />;
  if (!isComplete) return <SkeletonBar width="12rem" />;
  return (
    <MonthBars
      label={`The last twelve months of ${figureCategoryName(category.category)}`}
      months={sumsOfMonths(months, category)}
      types={[category.type]}
      figureOf={(type, first) => categoryFigure(type, category.category, spanAround('month', first))}
    />
  );
}
