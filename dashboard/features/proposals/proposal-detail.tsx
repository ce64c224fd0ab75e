import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CallData } from '#contract/calls.ts';
import type { Proposal } from '#contract/proposal-calls.ts';
import { usePreferences } from '../../browser-state/preferences.ts';
import { useCommand } from '../../commands/use-command.ts';
import { isLetterKey } from '../../keys/letter-keys.ts';
import { refresh } from '../../server/cache.ts';
import { isProblem } from '../../server/problem.ts';
import { proposalQuery } from '../../server/proposal-queries.ts';
import { PROPOSALS } from '../../server/queries.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError, SkeletonRows } from '../../ui/loading.tsx';
import { OPEN_DIALOG } from '../../ui/open-dialog.ts';
import { CommandRow } from './command-row.tsx';
import { FigureChanges } from './figure-changes.tsx';

/** An open proposal with its effects. Commands can be left out; `a` accepts it, `d` declines it. */
export function ProposalDetail({ proposal }: { proposal: Proposal }) {
  const { data, isLoadingError, error, refetch } = useQuery(proposalQuery(proposal._id));
  return (
    <>
      <h2 className="subtitle wrap-anywhere">{proposal.reason}</h2>
      {isLoadingError ? (
        <LoadError problem={error.problem} retry={refetch} />
      ) : data ? (
        <Decision detail={data} />
      ) : (
        <SkeletonRows amountWidth="5rem" />
      )}
    </>
  );
}

function Decision({ detail }: { detail: CallData<'getProposal'> }) {
  const { proposal, commands, effects, figures, problems } = detail;
  const { letterKeys } = usePreferences();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const unfit = new Map(problems.map((problem) => [problem.command, problem]));
  const taken = commands.flatMap((_, index) => (unfit.has(index) || left.has(index) ? [] : [index]));
  const proposalId = proposal._id;
  const reload = () => refresh([[PROPOSALS]]);
  const accepting = useCommand('acceptProposal', {
    saved: 'Proposal accepted',
    failed: 'Unable to accept the proposal',
    onSaved: reload,
  });
  const declining = useCommand('declineProposal', {
    saved: 'Proposal declined',
    failed: 'Unable to decline the proposal',
    onSaved: reload,
  });
  const pending = accepting.pending || declining.pending;
  const decide = {
    accept() {
      if (pending || taken.length === 0) return;
      const except = commands.flatMap((_, index) => (taken.includes(index) ? [] : [index]));
      void accepting.send(
        { proposalId, except },
        {
          // The list shows the changes that no longer fit.
          onFailed: (problem) => {
            if (isProblem(problem, 'proposal_unfit') || isProblem(problem, 'proposal_closed')) reload();
          },
        },
      );
    },
    decline() {
      if (!pending) void declining.send({ proposalId });
    },
  };
  useDecisionKeys(decide);

  function toggle(index: number, isTaken: boolean) {
    const next = new Set(left);
    if (isTaken) next.delete(index);
    else next.add(index);
    setLeft(next);
  }

  return (
    <>
      <ul aria-label="What it would do" className="mt-4 border-t border-rule">
        {commands.map((_, index) => (
          <CommandRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the commands of a proposal stay in their places.
            key={index}
            index={index}
            effects={effects.filter(({ command }) => command === index)}
            problem={unfit.get(index)?.title ?? null}
            isTaken={taken.includes(index)}
            isAlone={commands.length === 1}
            onToggle={(isTaken) => toggle(index, isTaken)}
          />
        ))}
      </ul>
      {left.size === 0 && <FigureChanges figures={figures} />}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button kind="primary" writes pending={accepting.pending} disabled={taken.length === 0} onClick={decide.accept}>
          {taken.length === commands.length ? 'Accept' : `Accept ${taken.length} of ${commands.length}`}
        </Button>
        <Button kind="quiet" writes pending={declining.pending} onClick={decide.decline}>
          Decline
        </Button>
      </div>
      {letterKeys && (
        <p className="mt-3 text-small text-ink-muted max-sm:hidden">
          a accepts, d declines{commands.length > 1 && ', the space bar leaves out a line'}.
        </p>
      )}
    </>
  );
}

/** The keys that decide the proposal that is shown, but not over a dialog. */
function useDecisionKeys(decide: { accept: () => void; decline: () => void }) {
  const latest = useRef(decide);
  latest.current = decide;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (document.querySelector(OPEN_DIALOG)) return;
      if (isLetterKey(event, 'accept')) latest.current.accept();
      else if (isLetterKey(event, 'decline')) latest.current.decline();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
