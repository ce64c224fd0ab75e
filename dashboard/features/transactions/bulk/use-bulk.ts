import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallInput } from '#contract/calls.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { fetchData, refresh } from '../../../server/cache.ts';
import { call } from '../../../server/client.ts';
import { isProblem, problemMessage } from '../../../server/problem.ts';
import { CHANGED_BY_COMMANDS } from '../../../server/queries.ts';
import { countWords } from '../../../shared/entries/count-words.ts';
import { useSettled } from '../../../ui/use-settled.ts';

/** Pause after the last key before a preview is asked for. */
const PAUSE_MS = 300;
/** A bulk of more entries shows how far it has come. */
const SMALL_ENTRIES_MAX = 1_000;
const POLL_MS = 1_000;
/** The number of polls, about five minutes, after which lists are shown as they are. */
const POLLS_MAX = 300;

type BulkInput = Omit<CallInput<'bulk'>, 'revision'>;

/** How far a bulk has come: events that the screens have, and all of them. */
export type BulkProgress = { done: number; total: number };

/**
 * The preview of a bulk, and `apply`, which does what the preview says, with toasts. `input` is null while there is
 * nothing to do. Where the books have changed since the preview it is made anew, and `problem` says so. `onShown` runs
 * once the toast of success is there.
 */
export function useBulk(input: BulkInput | null, onDone: () => void, onShown: () => void = () => {}) {
  const settledInput = useSettled(JSON.stringify(input), PAUSE_MS);
  const isAsked = settledInput !== 'null';
  const preview = useQuery({
    // Not refreshed by commands: what changes meanwhile is noticed by the revision.
    queryKey: ['bulk preview', settledInput],
    queryFn: () => fetchData('previewBulk', JSON.parse(settledInput) as BulkInput),
    enabled: isAsked,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const isCurrent =
    settledInput === JSON.stringify(input) && isAsked && !preview.isPlaceholderData && !preview.isFetching;
  const { data = null } = preview;
  const changed = data?.changed ?? 0;
  const isDeletion = input?.delete === true;
  const watching = useRef<Promise<void>>(undefined);
  const { send, pending } = useCommand('bulk', {
    saved: `${countWords(changed)} ${isDeletion ? 'deleted' : 'changed'}`,
    failed: isDeletion ? 'Unable to delete the entries' : 'Unable to change the entries',
    onSaved: async () => {
      await watching.current;
      onDone();
    },
  });

  async function apply() {
    if (!input || !data || !isCurrent) return;
    setProblem(undefined);
    const stop = new AbortController();
    watching.current = undefined;
    const watch = (changeSetId: string) => {
      watching.current = watched(changeSetId, changed + 1, setProgress, stop.signal);
    };
    const isDone = await send(
      { ...input, revision: data.revision },
      {
        onKey: changed > SMALL_ENTRIES_MAX ? watch : undefined,
        onFailed: (failure) => {
          stop.abort();
          setProgress(null);
          if (!isProblem(failure, 'changed_meanwhile')) return false;
          setProblem(problemMessage(failure));
          void preview.refetch();
          return true;
        },
      },
    );
    if (isDone) onShown();
  }

  return {
    preview: isAsked ? data : null,
    isCurrent,
    failure: isAsked && preview.isError ? preview.error.problem : null,
    retry: preview.refetch,
    apply,
    pending,
    progress,
    problem,
  };
}

/**
 * Shows how far a change-set has come, until the screens can have all of it, or the signal stops it. Lists, which may
 * lag behind the answer, are loaded again then.
 */
async function watched(
  changeSetId: string,
  total: number,
  show: (progress: BulkProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  show({ done: 0, total });
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (signal.aborted) return;
    const outcome = await call('getChangeSet', { id: changeSetId, limit: 1 });
    const done = outcome.ok ? outcome.data.changeSet.count : 0;
    if (signal.aborted) return;
    if (outcome.ok) show({ done, total });
    if (done >= total) break;
  }
  refresh(CHANGED_BY_COMMANDS.map((name) => [name]));
}
