import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { SearchView } from '#contract/search-calls.ts';
import { searchWith } from '../../../browser-state/screen-key.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { replace } from '../../../server/cache.ts';
import { viewsQuery } from '../../../server/entry-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyOverlay } from '../../../ui/lazy.tsx';
import { LINE_LINK } from '../../../ui/line-link.ts';
import { LoadError } from '../../../ui/loading.tsx';
import { COLUMNS } from '../../../ui/page.tsx';
import { showSuccessToast } from '../../../ui/toast.ts';
import { QUERY, type SearchState } from './use-search.ts';

const SaveViewDialog = lazyOverlay(() => import('./save-view-dialog.tsx').then((file) => file.SaveViewDialog));

/** The view that has a query; undefined where none has. */
function viewOf(views: readonly SearchView[] | undefined, text: string): SearchView | undefined {
  return views?.find(({ q }) => q.trim() === text.trim());
}

/** The views as links, of which the open one is marked and can be removed. */
export function Views({ search: { text, field } }: { search: SearchState }) {
  const views = useQuery(viewsQuery);
  const { send: save } = useCommand('saveView', {
    failed: 'Unable to save the view',
    onSaved: ({ views }) => replace(viewsQuery.queryKey, views),
  });
  const { send: remove, pending } = useCommand('removeView', {
    failed: 'Unable to remove the view',
    onSaved: ({ views }) => replace(viewsQuery.queryKey, views),
  });
  if (views.isLoadingError) return <LoadError problem={views.error.problem} retry={views.refetch} />;
  const open = viewOf(views.data, text);

  async function removeOpen({ _id, name, q }: SearchView) {
    if (!(await remove({ viewId: _id }))) return;
    // The button is gone.
    field.current?.focus();
    showSuccessToast(`View removed: ${name}`, undefined, { label: 'Undo', onClick: () => void save({ name, q }) });
  }

  if (!views.data || views.data.length === 0) return null;
  return (
    <div className={VIEWS}>
      <p className="note text-right max-md:hidden" aria-hidden="true">
        Views
      </p>
      <nav aria-label="Views" className="flex flex-wrap items-center gap-x-6">
        <span className="note text-[1.0625rem] md:hidden" aria-hidden="true">
          Views
        </span>
        {views.data.map((view) => (
          <Link
            key={view._id}
            className={LINE_LINK}
            to={{ search: searchWith('', { [QUERY]: view.q }) }}
            title={view.q}
            {...(view === open && { 'aria-current': 'page' as const })}
          >
            <span className="truncate">{view.name}</span>
          </Link>
        ))}
        {open && (
          <Button kind="quiet" size="compact" writes pending={pending} onClick={() => void removeOpen(open)}>
            Remove this view
          </Button>
        )}
      </nav>
    </div>
  );
}

const VIEWS = `${COLUMNS} -mt-3 mb-5 items-baseline print:hidden`;

/** Button that keeps the query as a view, where none has it. */
export function SaveView({ search: { text, reading } }: { search: SearchState }) {
  const views = useQuery(viewsQuery);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {!views.isPending && !viewOf(views.data, text) && (
        <Button
          kind="quiet"
          size="compact"
          className="ml-auto"
          writes
          disabled={reading.problem !== null}
          onClick={() => setOpen(true)}
        >
          Save view
        </Button>
      )}
      <SaveViewDialog open={isOpen} onOpenChange={setOpen} q={text.trim()} />
    </>
  );
}
