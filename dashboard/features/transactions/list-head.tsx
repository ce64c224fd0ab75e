import { type FocusEvent, useState } from 'react';
import { useIsPast } from '../../browser-state/known.ts';
import { EnterLine } from '../../shared/enter/enter-line.tsx';
import { COLUMNS } from '../../ui/page.tsx';
import { SearchField } from './search/search-field.tsx';
import type { SearchState } from './search/use-search.ts';

/**
 * The field above the list in its two modes, each with a sign, a colour and a placeholder of its own: it enters a line,
 * or finds entries. The sign of the other mode stands beside it; a press on it, `n` and `/` change the mode. On narrow
 * screens and as of a past day it only finds.
 */
export function ListHead({ search }: { search: SearchState }) {
  const isPast = useIsPast();
  const [chosen, setChosen] = useState<'enter' | 'find' | null>(null);
  const mode = isPast ? 'find' : (chosen ?? (search.text === '' ? 'enter' : 'find'));
  const onFocus = ({ target }: FocusEvent) => setChosen(target.closest('[data-mode-enter]') ? 'enter' : 'find');
  return (
    <div className={HEAD}>
      <p className="note text-right max-md:hidden" aria-hidden="true">
        {mode === 'enter' ? 'Enter' : 'Find'}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the focus goes. */}
      <div className={MODES} data-mode={mode} data-past={isPast || undefined} onFocus={onFocus}>
        {!isPast && (
          <div data-mode-enter className="min-w-0 max-sm:hidden">
            <EnterLine place="page" />
          </div>
        )}
        <SearchField search={search} />
      </div>
    </div>
  );
}

const HEAD = `${COLUMNS} -mt-5 mb-6 items-baseline max-md:mt-0 max-md:mb-4 max-sm:-mt-7 max-sm:mb-1 print:hidden`;

/** The other mode is as wide as its sign. What belongs to the query stands below both. */
const MODES = [
  'group/modes grid min-w-0 gap-x-4 data-[mode=enter]:grid-cols-[minmax(0,1fr)_2.75rem]',
  'data-[mode=find]:grid-cols-[2.75rem_minmax(0,1fr)]',
  'max-sm:grid-cols-[minmax(0,1fr)]! data-past:grid-cols-[minmax(0,1fr)]!',
].join(' ');
