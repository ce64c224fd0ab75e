import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { GroupToFile } from '#contract/to-file-calls.ts';
import { useIsPast } from '../../../browser-state/known.ts';
import { toFileQuery } from '../../../server/entry-queries.ts';
import { useUser } from '../../../server/user.ts';
import { WritingIsOff } from '../../../shared/as-known/writing-is-off.tsx';
import { BackLink } from '../../../shared/entries/back-link.tsx';
import { countWords } from '../../../shared/entries/count-words.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { LoadError, SkeletonBar } from '../../../ui/loading.tsx';
import { formatMoney } from '../../../ui/money.ts';
import { PageHeader, PageSection, useTitle } from '../../../ui/page.tsx';
import { GroupForm } from './group-form.tsx';

/** The name of a group on this screen: other entries may join it. */
const nameOf = ({ type, query }: GroupToFile) => `${type} ${query}`;

/** Queue of what has no category: one answer files all entries of like titles (product 9.26). */
export function ToFile() {
  useTitle('To File');
  const isPast = useIsPast();
  const queue = useQuery({ ...toFileQuery, enabled: !isPast });
  return (
    <>
      <PageHeader margin={<BackLink />} heading="To File" />
      <WritingIsOff />
      {!isPast && queue.isLoadingError && (
        <PageSection kind="plain">
          <LoadError problem={queue.error.problem} retry={queue.refetch} />
        </PageSection>
      )}
      {queue.isLoading && (
        <PageSection kind="plain">
          <p aria-busy="true">
            <span className="sr-only">Loading</span>
            <SkeletonBar width="16rem" />
          </p>
        </PageSection>
      )}
      {!isPast && queue.data && <Queue {...queue.data} />}
    </>
  );
}

type QueueProps = { count: number; groups: readonly GroupToFile[]; groupsLeft: number };

function Queue({ count, groups, groupsLeft }: QueueProps) {
  const { currency } = useUser();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<string | null>(null);
  const [skipped, setSkipped] = useState<{ name: string; atMs: number } | null>(null);
  const [letters, setLetters] = useState('');
  const open = groups.filter((group) => !done.has(nameOf(group)));
  const current = open.find((group) => nameOf(group) === chosen) ?? open[0];
  const others = open.filter((group) => group !== current);

  function leave(group: GroupToFile) {
    setDone((before) => new Set([...before, nameOf(group)]));
    setChosen(null);
    setSkipped(null);
    setLetters('');
  }

  function skip(group: GroupToFile, atMs: number | null) {
    leave(group);
    setSkipped(atMs === null ? null : { name: nameOf(group), atMs });
  }

  function resume(name: string, typed: string) {
    setDone((before) => new Set([...before].filter((other) => other !== name)));
    setChosen(name);
    setSkipped(null);
    setLetters(typed);
  }

  if (!current)
    return (
      <PageSection kind="plain">
        <p role="status" className="mb-6">
          {count === 0 ? 'Everything has a category.' : `${countWords(count)} without a category left for later.`}
        </p>
        <div className="flex flex-wrap gap-3">
          <Link className={buttonClass('primary')} to="/">
            Overview
          </Link>
          <Link className={buttonClass('secondary')} to="/rules">
            Rules
          </Link>
          {done.size > 0 && count > 0 && (
            <button type="button" className={buttonClass('secondary')} onClick={() => setDone(new Set())}>
              Begin again
            </button>
          )}
        </div>
      </PageSection>
    );
  return (
    <>
      <PageSection kind="ruled" margin={<p className="note">{countWords(count)} without a category</p>}>
        <GroupForm
          key={nameOf(current)}
          group={current}
          letters={letters}
          skippedAtMs={skipped?.atMs ?? null}
          onDone={() => leave(current)}
          onSkip={(atMs) => skip(current, atMs)}
          onResume={(typed) => skipped && resume(skipped.name, typed)}
        />
      </PageSection>
      {others.length > 0 && (
        <PageSection kind="ledger" margin={<h2 className="note">Then</h2>}>
          <ul className="border-t border-rule-strong">
            {others.map((group) => (
              <li key={nameOf(group)} className="border-b border-rule">
                <button
                  type="button"
                  className="flex w-full flex-wrap items-baseline gap-x-4 gap-y-1 py-[0.65rem] text-left hover:bg-hover"
                  onClick={() => {
                    setChosen(nameOf(group));
                    setLetters('');
                  }}
                >
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    {group.title}
                    {group.proposal && <span className="note"> {group.proposal.category}?</span>}
                  </span>
                  <span className="text-small text-ink-muted">{countWords(group.count)}</span>
                  <span className="whitespace-nowrap">{formatMoney(group.amount, currency)}</span>
                </button>
              </li>
            ))}
          </ul>
          {groupsLeft > 0 && <p className="pt-2.5 text-small text-ink-muted">and {groupsLeft} groups more</p>}
        </PageSection>
      )}
    </>
  );
}
