import { Suspense } from 'react';
import { withTerm } from '#ledger/search/write-query.ts';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { lazyComponent } from '../../../ui/lazy.tsx';
import { usePopover } from '../../../ui/use-popover.ts';
import type { NamesInUse } from './completions.ts';
import type { SearchState } from './use-search.ts';

const ConditionMenu = lazyComponent(() => import('./condition-menu.tsx').then((file) => file.ConditionMenu));

type Props = {
  search: SearchState;
  names: NamesInUse;
  /** Takes the query with the condition. */
  onAdd: (text: string) => void;
};

/** Button that opens the menu of conditions, which writes each kind into the query. */
export function AddCondition({ search: { text, reading, names }, names: inUse, onAdd }: Props) {
  const { open, setOpen, root, button } = usePopover();
  return (
    <div ref={root} className="static flex-none sm:relative">
      <button
        ref={button}
        type="button"
        className={BUTTON}
        aria-label="Add a condition"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span>
          Add <span className="max-sm:hidden">a condition</span>
        </span>
        <ChevronIcon />
      </button>
      {open && (
        <Suspense fallback={null}>
          <ConditionMenu
            names={names}
            inUse={inUse}
            onAdd={(written) => {
              setOpen(false);
              onAdd(withTerm(text, reading.alternatives, written));
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

const BUTTON = [
  'inline-flex h-9 items-center gap-2 pl-2 text-small font-semibold whitespace-nowrap text-ink-muted',
  'transition-[color] hover:text-ink touch:h-11',
].join(' ');
